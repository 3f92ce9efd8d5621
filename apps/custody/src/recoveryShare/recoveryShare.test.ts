import { randomUUID } from 'node:crypto'
import type { ShareContext } from '@latchkey/api-client'
import { openShare, sealShare } from '@latchkey/api-client/sealing'
import { verifyToken } from '@latchkey/service-kit/keys/tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Custody, newEmail, openCustody, recoveryShareId } from '../custody.fixture.ts'

let custody: Custody
beforeAll(async () => {
  custody = await openCustody()
})
afterAll(() => custody[Symbol.asyncDispose]())

const newShare = () => crypto.getRandomValues(new Uint8Array(33))
const contextOf = (userId: string, walletId: string): ShareContext => ({
  purpose: 'recovery',
  userId,
  walletId,
  generation: 1,
  deviceId: null,
  recoveryShareId,
  nonce: null,
})
const seal = (context: ShareContext, share: Uint8Array, to = custody.keyring.published.hpkePublicKey) =>
  sealShare({ recipientPublicKey: to, context, share })

const person = async () => {
  const device = await custody.device()
  const { userId } = await device.prove(newEmail())
  return { device, userId }
}
const kept = async () => {
  const { device, userId } = await person()
  const walletId = randomUUID()
  const share = newShare()
  const context = contextOf(userId, walletId)
  const put = async (sealed: string) => device.putShare(userId, walletId, 1, sealed)
  const { receipt } = await put(await seal(context, share))
  return { device, userId, walletId, share, context, put, receipt }
}

describe('keeping', () => {
  test('is answered with a receipt that names person, wallet, generation, pair and revision', async () => {
    const { receipt, userId, walletId } = await kept()
    const claims = await verifyToken('receipt', receipt, custody.keyring.signing.publicKey, custody.clock)
    expect(claims).toEqual({
      sub: userId,
      wallet_id: walletId,
      generation: 1,
      recovery_share_id: recoveryShareId,
      revision: 1,
    })
  })

  test('the same share again is answered alike, though it is sealed anew', async () => {
    const { put, context, share, receipt } = await kept()
    const again = await put(await seal(context, share))
    const claimsOf = (jwt: string) => verifyToken('receipt', jwt, custody.keyring.signing.publicKey, custody.clock)
    expect(await claimsOf(again.receipt)).toEqual(await claimsOf(receipt))
  })

  test('another share for the same wallet is SHARE_INVALID, and the first one stays', async () => {
    const { device, userId, walletId, put, context, share } = await kept()
    await expect(put(await seal(context, newShare()))).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    const { sealedShare } = await device.releaseShare(userId, walletId, 1)
    expect(await openShare({ ...device.hpke, sealed: sealedShare, expectedContext: context })).toEqual(share)
  })

  test("another user's wallet is SHARE_INVALID, at any generation", async () => {
    const { walletId } = await kept()
    const { device, userId } = await person()
    for (const generation of [1, 2]) {
      const sealed = await seal({ ...contextOf(userId, walletId), generation }, newShare())
      await expect(device.putShare(userId, walletId, generation, sealed)).rejects.toMatchObject({
        name: 'SHARE_INVALID',
      })
    }
  })

  test.each<[string, Partial<ShareContext>]>([
    ['another purpose', { purpose: 'recovery-auth' }],
    ['another user', { userId: '22222222-2222-4222-8222-222222222222' }],
    ['another wallet', { walletId: '22222222-2222-4222-8222-222222222222' }],
    ['another generation', { generation: 2 }],
    ['a device', { deviceId: 'device' }],
    ['a nonce', { nonce: 'AAECAwQFBgcICQoLDA0ODw' }],
    ['another recovery pair', { recoveryShareId: '22222222-2222-4222-8222-222222222222' }],
  ])('a share that was sealed for %s is SHARE_INVALID, and nothing is kept', async (_, about) => {
    const { device, userId } = await person()
    const walletId = randomUUID()
    const sealed = await seal({ ...contextOf(userId, walletId), ...about }, newShare())
    await expect(device.putShare(userId, walletId, 1, sealed)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    await expect(device.releaseShare(userId, walletId, 1)).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
  })

  test('what was sealed to another key, or not at all, is SHARE_INVALID', async () => {
    const { device, userId } = await person()
    const walletId = randomUUID()
    const others = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const point = Buffer.from(await crypto.subtle.exportKey('raw', others.publicKey)).toString('base64url')
    const toAnother = await seal(contextOf(userId, walletId), newShare(), point)
    for (const sealed of [toAnother, '', 'AAAA']) {
      await expect(device.putShare(userId, walletId, 1, sealed)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    }
  })
})

describe('releasing', () => {
  test('gives the share to the device that asks, and to no other key', async () => {
    const { userId, walletId, context, share } = await kept()
    const [newcomer, other] = [await custody.device(), await custody.device()]
    const { sealedShare } = await newcomer.releaseShare(userId, walletId, 1)
    expect(await openShare({ ...newcomer.hpke, sealed: sealedShare, expectedContext: context })).toEqual(share)
    await expect(openShare({ ...other.hpke, sealed: sealedShare, expectedContext: context })).rejects.toMatchObject({
      name: 'SHARE_INVALID',
    })
  })

  test('another user, wallet or generation is WALLET_NOT_FOUND', async () => {
    const { device, userId, walletId } = await kept()
    const stranger = await person()
    for (const attempt of [
      stranger.device.releaseShare(stranger.userId, walletId, 1),
      device.releaseShare(userId, randomUUID(), 1),
      device.releaseShare(userId, walletId, 2),
    ]) {
      await expect(attempt).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
    }
  })

  test('survives a new wrapping key of the KMS', async () => {
    const { device, userId, walletId, context, share } = await kept()
    await custody.kms.prepare()
    await custody.kms.rotate()
    const { sealedShare } = await device.releaseShare(userId, walletId, 1)
    expect(await openShare({ ...device.hpke, sealed: sealedShare, expectedContext: context })).toEqual(share)
  })
})

test('the table holds no share in the clear, and two wallets with one share do not look alike', async () => {
  const { device, userId } = await person()
  const share = newShare()
  for (const walletId of [randomUUID(), randomUUID()]) {
    await device.putShare(userId, walletId, 1, await seal(contextOf(userId, walletId), share))
  }
  const rows = await custody.database.transaction(
    'custody',
    (sql) => sql<{ ciphertext: Uint8Array; share_mac: Uint8Array }>`
      SELECT ciphertext, share_mac FROM recovery_shares WHERE user_id = ${userId}`,
  )
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  expect(new Set(rows.map((row) => hex(row.share_mac))).size).toBe(2)
  for (const row of rows) expect(hex(row.ciphertext)).not.toContain(hex(share))
})

describe('ten an hour', () => {
  const limited = (seconds: number) => ({ name: 'RATE_LIMITED', details: { seconds } })
  let strict: Custody
  beforeAll(async () => {
    strict = await openCustody({ limits: { calls: true, mails: false } })
  })
  afterAll(() => strict[Symbol.asyncDispose]())

  const strictPerson = async () => {
    const device = await strict.device()
    const { userId } = await device.prove(newEmail())
    const sealFor = (walletId: string) =>
      seal(contextOf(userId, walletId), newShare(), strict.keyring.published.hpkePublicKey)
    return {
      device,
      userId,
      put: async (walletId: string) => device.putShare(userId, walletId, 1, await sealFor(walletId)),
    }
  }

  test('are released to a user, from whatever device; the rest of the hour is told, and others do not wait', async () => {
    const { device, userId, put } = await strictPerson()
    const walletId = randomUUID()
    await put(walletId)
    const other = await strict.device()
    for (let count = 0; count < 10; count++) {
      await (count % 2 === 0 ? device : other).releaseShare(userId, walletId, 1)
      strict.clock.advance(60)
    }
    await expect(device.releaseShare(userId, walletId, 1)).rejects.toMatchObject(limited(3000))
    await expect(other.releaseShare(userId, walletId, 1)).rejects.toMatchObject(limited(3000))
    const stranger = await strictPerson()
    const own = randomUUID()
    await stranger.put(own)
    await stranger.device.releaseShare(stranger.userId, own, 1)
    strict.clock.advance(3000)
    await device.releaseShare(userId, walletId, 1)
    await expect(device.releaseShare(userId, walletId, 1)).rejects.toMatchObject(limited(60))
  })

  test('of twenty releases at once ten are answered', async () => {
    const { device, userId, put } = await strictPerson()
    const walletId = randomUUID()
    await put(walletId)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => device.releaseShare(userId, walletId, 1)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('are kept; sending one again counts for none, and what is refused is not kept', async () => {
    const { device, userId, put } = await strictPerson()
    const wallets = Array.from({ length: 10 }, () => randomUUID())
    const [first = ''] = wallets
    const sealed = await seal(contextOf(userId, first), newShare(), strict.keyring.published.hpkePublicKey)
    for (let count = 0; count < 12; count++) await device.putShare(userId, first, 1, sealed)
    for (const walletId of wallets.slice(1)) await put(walletId)
    const late = randomUUID()
    await expect(put(late)).rejects.toMatchObject(limited(3600))
    await device.putShare(userId, first, 1, sealed)
    await expect(device.releaseShare(userId, late, 1)).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
    strict.clock.advance(3600)
    await put(late)
  })
})
