/** A drill: every key of both authorities is replaced while users are signed in, and retired. */
import { openShare, sealShare } from '@latchkey/api-client/sealing'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import {
  prepareAuthorityKey,
  retireAuthorityKey,
  rotateAuthorityKey,
} from '@latchkey/service-kit/keys/rotateAuthorityKey'
import { prepareMacKey, retireMacKey, rotateMacKey } from '@latchkey/service-kit/kms/ring/rotateMacKey'
import { describe, expect, test } from 'vitest'
import { createHarness, type Harness, logIn } from './harness.ts'

const email = 'ada@example.com'
const authorities = ['api', 'custody'] as const
const purposes = ['signing', 'hpke'] as const

const each = async (
  harness: Harness,
  work: (deps: ReturnType<typeof depsOf>, purpose: (typeof purposes)[number]) => Promise<void>,
) => {
  for (const authority of authorities) for (const purpose of purposes) await work(depsOf(harness, authority), purpose)
}
const depsOf = ({ database, clock, kms }: Harness, authority: (typeof authorities)[number]) => ({
  authority,
  database,
  clock,
  kms: kms(authority),
})
const macs = (harness: Harness, step: (file: string) => void) => {
  for (const authority of authorities) step(harness.keyRingFile(authority))
}
/** Keys as far as processes have loaded them. */
const heard = async (harness: Harness) => {
  harness.clock.advance(11)
  const device = await harness.device()
  for (const name of ['apiKeys', 'custodyKeys'] as const) await device.client.call(name, {})
  await Promise.all(authorities.map((authority) => harness.kms(authority).mac('x', new Uint8Array(1))))
}
const prepare = async (harness: Harness) => {
  await each(harness, prepareAuthorityKey)
  macs(harness, prepareMacKey)
  await heard(harness)
  harness.clock.advance(181)
}
const rotate = async (harness: Harness) => {
  await each(harness, (deps, purpose) => rotateAuthorityKey(deps, { purpose, leaked: false }))
  macs(harness, rotateMacKey)
  await heard(harness)
}
const retire = async (harness: Harness, leaked = false) => {
  await each(harness, (deps, purpose) => retireAuthorityKey(deps, { purpose, leaked }))
  macs(harness, retireMacKey)
  await harness.restart()
}

describe('sessions, codes and pages that are open', () => {
  test('outlive a rotation of every key, step by step, and new ones come with the new keys', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { accessToken, refreshToken, custodyToken, wallet } = await logIn(harness, device, email)
    const before = await device.client.call('custodyKeys', {})
    await prepare(harness)
    expect((await device.client.call('custodyKeys', {})).signingKeys).toHaveLength(2)
    const other = await harness.device()
    const { attemptId } = await other.startEmail(email)
    const code = harness.mailbox.codeFor(email)
    await rotate(harness)
    const after = await device.client.call('custodyKeys', {})
    expect([after.signingKey.kid, after.hpkePublicKey]).not.toContain(before.signingKey.kid)
    expect(after.hpkePublicKey).not.toBe(before.hpkePublicKey)
    expect(after.announcedHpkeKeys).toEqual([before.hpkePublicKey])

    // Tokens and a code from before the rotation, and then those from after it.
    expect(await device.unlock(accessToken)).toBe(wallet.addresses.eip155[0])
    await device.client.call('custodyAuditLog', {}, { accessToken: custodyToken })
    const recovered = await other.finishLogin(attemptId, code)
    expect(await other.enrol(recovered)).toEqual(wallet)
    const { tokens } = await device.client.call('refreshSession', { refreshToken })
    expect(await device.unlock(tokens.accessToken)).toBe(wallet.addresses.eip155[0])

    harness.clock.advance(86_401)
    await retire(harness)
    const late = await device.client.call('refreshSession', { refreshToken: tokens.refreshToken })
    expect(await device.unlock(late.tokens.accessToken)).toBe(wallet.addresses.eip155[0])
    const newest = await harness.device()
    expect(await newest.enrol(await logIn(harness, newest, email))).toEqual(wallet)
  })

  test('with a key that has leaked are over as soon as it is retired', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { accessToken, refreshToken, wallet } = await logIn(harness, device, email)
    await prepare(harness)
    await rotate(harness)
    await retire(harness, true)
    await expect(device.unlock(accessToken)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    const { tokens } = await device.client.call('refreshSession', { refreshToken })
    expect(await device.unlock(tokens.accessToken)).toBe(wallet.addresses.eip155[0])
  })
})

test('what was sealed to the key of before opens until it is retired', async () => {
  await using harness = await createHarness()
  const ring = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'), harness.clock)
  const context = {
    purpose: 'recovery',
    userId: '22222222-2222-4222-8222-222222222222',
    walletId: '11111111-1111-4111-8111-111111111111',
    generation: 1,
    deviceId: null,
    recoveryShareId: null,
    nonce: null,
  } as const
  const share = new Uint8Array(33).fill(1)
  const sealed = await sealShare({ recipientPublicKey: ring.published.hpkePublicKey, context, share })
  const { privateKey, publicKey } = ring.hpke
  await prepare(harness)
  await rotate(harness)
  await ring.refresh()
  expect(await ring.openShare(sealed, context)).toEqual(share)
  expect(await openShare({ privateKey, publicKey, sealed, expectedContext: context })).toEqual(share)
  await retire(harness, true)
  harness.clock.advance(11)
  await ring.refresh()
  await expect(ring.openShare(sealed, context)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
})

test('each step says what is missing, and waits for whoever may not have heard', async () => {
  await using harness = await createHarness()
  await (await harness.device()).startEmail(email)
  const deps = depsOf(harness, 'api')
  const step = { purpose: 'signing', leaked: false } as const
  await expect(rotateAuthorityKey(deps, step)).rejects.toThrow('No signing key is prepared')
  await expect(retireAuthorityKey(deps, step)).rejects.toThrow('There is no signing key of before')
  await prepareAuthorityKey(deps, 'signing')
  await prepareAuthorityKey(deps, 'signing')
  await expect(rotateAuthorityKey(deps, step)).rejects.toThrow('wait until 2026-')
  harness.clock.advance(181)
  await rotateAuthorityKey(deps, step)
  await expect(retireAuthorityKey(deps, step)).rejects.toThrow('may still be needed: wait until')
  await prepareAuthorityKey(deps, 'signing')
  await expect(rotateAuthorityKey(deps, { ...step, leaked: true })).rejects.toThrow('run retire signing first')

  const file = harness.keyRingFile('api')
  expect(() => rotateMacKey(file)).toThrow('No mac key is prepared')
  expect(() => retireMacKey(file)).toThrow('There is no mac key of before')
  prepareMacKey(file)
  rotateMacKey(file)
  expect(() => prepareMacKey(file)).toThrow('run retire mac first')
})
