import { type WalletRecord, walletSignatureDigest } from '@latchkey/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepUpMs } from '../../api/src/session/inSession.ts'
import { createHarness, type Harness, logIn } from './harness.ts'
import {
  type Change,
  type ChangedWallet,
  type Login,
  newShareNonce,
  proveAddresses,
  signChange,
  type TestDevice,
} from './testDevice.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

let people = 0
const newPerson = (): string => `person${people++}@example.com`
type LoggedIn = Awaited<ReturnType<typeof logIn>> & { device: TestDevice }

/** A device of the user, freshly signed in and enrolled. */
const enter = async (email: string, known?: TestDevice): Promise<LoggedIn> => {
  harness.clock.advance(31)
  const device = known ?? (await harness.device())
  return { device, ...(await logIn(harness, device, email)) }
}
/** Returns what a fresh device recovers by email only. */
const recovered = async (email: string) => {
  const { device, accessToken } = await enter(email)
  const { wallet, sources } = await device.openNewest('unlock', accessToken)
  expect(sources).toHaveLength(wallet.addresses.eip155.length)
  return wallet
}
const events = async ({ device, accessToken, custodyToken }: LoggedIn) => {
  const api = await device.client.call('apiAuditLog', {}, { accessToken })
  const custody = await device.client.call('custodyAuditLog', {}, { accessToken: custodyToken })
  return { api: api.entries.map(({ event }) => event), custody: custody.entries.map(({ event }) => event) }
}
const keptAtCustody = async (walletId: string): Promise<string[]> => {
  const rows = await harness.database.transaction(
    'custody',
    (sql) => sql<{ id: string }>`SELECT recovery_share_id AS id FROM recovery_shares WHERE wallet_id = ${walletId}`,
  )
  return rows.map(({ id }) => id)
}

describe('the records that led to a wallet', () => {
  const historyOf = async (
    { device, accessToken }: LoggedIn,
    { walletId, generation }: WalletRecord,
    since?: number,
  ) => {
    const request = { walletId, generation, use: 'unlock', nonce: newShareNonce(), since } as const
    return (await device.client.call('releaseAuthShare', request, { accessToken })).history
  }

  test('come with a share, with digests of their signatures alone, from the one on that the device has', async () => {
    const login = await enter(newPerson())
    const steps = [await login.device.prepareChange('import', login)]
    for (const change of ['rotate', 'recovery'] as const) {
      await login.device.sendChange(steps.at(-1) as ChangedWallet, login)
      steps.push(await login.device.prepareChange(change, login))
    }
    const newest = await login.device.sendChange(steps.at(-1) as ChangedWallet, login)
    const all = [login.wallet, ...steps.map(({ record }) => record)]
    expect(await historyOf(login, newest)).toEqual([])
    const history = await historyOf(login, newest, 1)
    const digests = await Promise.all(steps.map(({ signature }) => walletSignatureDigest(signature)))
    expect(history).toEqual(
      all.map((record, at) => (at === 0 ? { record } : { record, signatureDigest: digests[at - 1] })),
    )
    for (const since of [2, 3, 4]) expect(await historyOf(login, newest, since)).toEqual(history?.slice(since - 1))
    const request = { walletId: newest.walletId, generation: newest.generation, nonce: newShareNonce() }
    const pair = await login.device.client.call('releaseRecoveryAuthShare', request, login)
    expect(pair.history).toEqual(history)
  })

  test('keep no share back when they cannot be read', async () => {
    const login = await enter(newPerson())
    const { walletId, generation } = login.wallet
    await harness.database.transaction(
      'api',
      (sql) => sql`UPDATE wallets SET history = '[{"record": {"revision": 1}}]'::jsonb WHERE wallet_id = ${walletId}`,
    )
    const logged = () => harness.log.filter(({ event }) => event === 'wallet history cannot be read').length
    expect([await historyOf(login, login.wallet), logged()]).toEqual([[], 0])
    expect([await historyOf(login, login.wallet, 3), logged()]).toEqual([[], 0])
    expect([await historyOf(login, login.wallet, 1), logged()]).toEqual([[], 1])
    const request = { walletId, generation, nonce: newShareNonce() }
    const pair = await login.device.client.call('releaseRecoveryAuthShare', request, login)
    expect([pair.history, logged()]).toEqual([[], 2])
  })

  test('are the newest 32', async () => {
    const login = await enter(newPerson())
    for (let round = 0; round < 32; round++) await login.device.change('recovery', login)
    const { wallet } = await login.device.openNewest('unlock', login.accessToken)
    const history = (await historyOf(login, wallet, 1)) ?? []
    const revisions = history.map(({ record }) => record.revision)
    expect([revisions.length, revisions[0], revisions.at(-1)]).toEqual([32, 2, 33])
    // Without the previous record, no device could make its signature again.
    expect(history.map(({ signature }) => signature !== undefined)).toEqual(revisions.map((revision) => revision === 2))
  })
})

describe.each<[Change, string]>([
  ['rotate', 'key rotated'],
  ['recovery', 'recovery changed'],
  ['import', 'account imported'],
])('%s', (kind, event) => {
  test('is committed, noted, and recovered by a new device; custody keeps the share of the new pair alone', async () => {
    const email = newPerson()
    const login = await enter(email)
    const before = login.wallet
    const wallet = await login.device.change(kind, login)
    expect(wallet.revision).toBe(2)
    expect(wallet.addresses.eip155.slice(0, 1)).toEqual(before.addresses.eip155)
    expect((await events(login)).api[0]).toBe(event)
    expect(await keptAtCustody(wallet.walletId)).toEqual([wallet.recoveryShareId])
    expect(await recovered(email)).toEqual(wallet)
    expect(await login.device.unlock(login.accessToken)).toBe(before.addresses.eip155[0])
  })

  test('sent again answers the same, also long after, and changes nothing', async () => {
    const email = newPerson()
    const login = await enter(email)
    const changed = await login.device.prepareChange(kind, login)
    const first = await login.device.sendChange(changed, login)
    const logged = await events(login)
    expect(await login.device.sendChange(changed, login)).toEqual(first)
    expect(await events(login)).toEqual(logged)
    harness.clock.advance(stepUpMs / 1000 + 300)
    const { tokens } = await login.device.client.call('refreshSession', { refreshToken: login.refreshToken })
    const { record, signature, sealedAuthShare, recovery } = changed
    const again = await login.device.client.call(
      'replaceWallet',
      {
        record,
        signature,
        ...(sealedAuthShare === undefined ? {} : { sealedAuthShare }),
        // By now any receipt would be too old.
        ...(recovery === undefined
          ? {}
          : { recovery: { sealedRecoveryAuthShare: recovery.sealedRecoveryAuthShare, receipt: 'a.b.c' } }),
      },
      { accessToken: tokens.accessToken },
    )
    expect(again.wallet).toEqual(first)
  })

  test('needs a code of the last five minutes, for the share and for the record', async () => {
    const login = await enter(newPerson())
    const changed = await login.device.prepareChange(kind, login)
    harness.clock.advance(stepUpMs / 1000 + 1)
    const needed = { name: 'STEP_UP_REQUIRED' }
    await expect(login.device.prepareChange(kind, login)).rejects.toMatchObject(needed)
    await expect(login.device.sendChange(changed, login)).rejects.toMatchObject(needed)
    const { wallet } = await login.device.client.call('getWallet', {}, login)
    expect(wallet).toEqual(login.wallet)
  })

  test('of two devices at once, one is committed and the other one hears of it; a second try follows', async () => {
    const email = newPerson()
    const one = await enter(email)
    const other = await enter(email)
    const changes = [
      await one.device.prepareChange('import', one),
      await other.device.prepareChange(kind, other),
    ] as const
    const outcomes = await Promise.allSettled([
      one.device.sendChange(changes[0], one),
      other.device.sendChange(changes[1], other),
    ])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
    // A rotation that came first has signed the other device out.
    expect(refused[0]).toMatchObject({ reason: { name: expect.stringMatching(/WALLET_CHANGED|SESSION_EXPIRED/) } })
    const third = await enter(email)
    const wallet = await third.device.change('import', third)
    expect(wallet.revision).toBe(3)
    expect(await recovered(email)).toEqual(wallet)
  })
})

test('a rotation signs every other device out, which enrols again by a login, and gets the wallet under the new key', async () => {
  const email = newPerson()
  const one = await enter(email)
  const other = await enter(email)
  const wallet = await one.device.change('rotate', one)
  const expired = { name: 'SESSION_EXPIRED' }
  await expect(other.device.unlock(other.accessToken)).rejects.toMatchObject(expired)
  await expect(other.device.client.call('refreshSession', { refreshToken: other.refreshToken })).rejects.toMatchObject(
    expired,
  )
  const { devices } = await one.device.client.call('listDevices', {}, one)
  expect(devices.map(({ deviceId }) => deviceId)).toEqual([one.device.deviceId])
  const back = await enter(email, other.device)
  expect(back.wallet).toEqual(wallet)
  expect(await other.device.unlock(back.accessToken)).toBe(wallet.addresses.eip155[0])
})

test('a device with an older revision gets the newest with its share, and opens it', async () => {
  const email = newPerson()
  const one = await enter(email)
  const other = await enter(email)
  const wallet = await one.device.change('import', one)
  const opened = await other.device.openNewest('unlock', other.accessToken)
  expect(opened.wallet).toEqual(wallet)
  expect(opened.sources).toHaveLength(2)
})

test('a change whose answer was lost is what the device holds from then on', async () => {
  const email = newPerson()
  let isLost = false
  const device = await harness.device({
    fetch: async (input, init) => {
      const response = await harness.fetch(input, init)
      if (isLost && new Request(input, init).method === 'PUT') throw new TypeError('lost')
      return response
    },
  })
  const login = await enter(email, device)
  const changed = await device.prepareChange('rotate', login)
  // The pair is sent before.
  const { recovery, record, signature, sealedAuthShare = '' } = changed
  const { receipt } = await device.putRecoveryShare(record, recovery?.sealedRecoveryShare ?? '', login.custodyToken)
  isLost = true
  const pair = { sealedRecoveryAuthShare: recovery?.sealedRecoveryAuthShare ?? '', receipt }
  await expect(
    device.client.call('replaceWallet', { record, signature, sealedAuthShare, recovery: pair }, login),
  ).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  isLost = false
  expect(await device.unlock(login.accessToken)).toBe(record.addresses.eip155[0])
  expect(await recovered(email)).toEqual(record)
})

describe('a change is refused, and nothing of it is kept', () => {
  const setUp = async (kind: Change = 'rotate') => {
    const login = await enter(newPerson())
    const changed = await login.device.prepareChange(kind, login)
    const {
      record,
      signature,
      recovery = { sealedRecoveryShare: '', sealedRecoveryAuthShare: '' },
      sealedAuthShare = '',
    } = changed
    const { receipt } = await login.device.putRecoveryShare(record, recovery.sealedRecoveryShare, login.custodyToken)
    const { sealedRecoveryAuthShare } = recovery
    return { login, sent: { record, signature, sealedAuthShare, recovery: { sealedRecoveryAuthShare, receipt } } }
  }
  const replace = ({ device, accessToken }: LoggedIn, sent: Awaited<ReturnType<typeof setUp>>['sent']) =>
    device.client.call('replaceWallet', sent, { accessToken })
  const unchanged = async ({ device, accessToken, wallet }: LoggedIn) => {
    expect((await device.client.call('getWallet', {}, { accessToken })).wallet).toEqual(wallet)
    expect(await device.unlock(accessToken)).toBe(wallet.addresses.eip155[0])
  }
  const invalid = { name: 'SHARE_INVALID' }

  test('with a receipt for another share, revision, wallet or person', async () => {
    const { login, sent } = await setUp()
    const stranger = await setUp()
    const { device, custodyToken } = login
    const others = [
      { ...sent.record, recoveryShareId: crypto.randomUUID() },
      { ...sent.record, recoveryShareId: crypto.randomUUID(), revision: 3 },
      { ...sent.record, walletId: crypto.randomUUID() },
    ]
    const receipts = [stranger.sent.recovery.receipt]
    for (const other of others) receipts.push((await device.offerAnything(other, custodyToken)).receipt)
    for (const receipt of receipts)
      await expect(replace(login, { ...sent, recovery: { ...sent.recovery, receipt } })).rejects.toMatchObject(invalid)
    await unchanged(login)
  })

  test('with shares in each other’s place, of another device, or for the key of before', async () => {
    const { login, sent } = await setUp()
    const { sealedAuthShare, recovery } = sent
    const { sealedRecoveryAuthShare } = recovery
    const stranger = await setUp()
    for (const change of [
      { sealedAuthShare: sealedRecoveryAuthShare },
      { sealedAuthShare: stranger.sent.sealedAuthShare },
      { sealedAuthShare: '' },
      { recovery: { ...recovery, sealedRecoveryAuthShare: '' } },
      { recovery: { ...recovery, sealedRecoveryAuthShare: sealedAuthShare } },
      { recovery: { ...recovery, sealedRecoveryAuthShare: stranger.sent.recovery.sealedRecoveryAuthShare } },
    ])
      await expect(replace(login, { ...sent, ...change })).rejects.toMatchObject(invalid)
    await unchanged(login)
  })

  test('with an account of somebody else, whatever the wallet itself has signed', async () => {
    const [login, stranger] = [await enter(newPerson()), await enter(newPerson())]
    const { device } = login
    const { wallet, sources } = await device.openNewest('change', login.accessToken)
    const [theirs] = [await stranger.device.openNewest('change', stranger.accessToken)]
    const { record: made } = await device.prepareChange('import', login)
    for (const namespace of ['eip155', 'solana'] as const) {
      const added = [...wallet.addresses[namespace], ...theirs.wallet.addresses[namespace]]
      const record = { ...made, addresses: { ...wallet.addresses, [namespace]: added } }
      const signature = await signChange(wallet, record, sources)
      const ofOwner = await proveAddresses(theirs.wallet, wallet, theirs.sources)
      const byWallet = await proveAddresses(record, wallet, sources)
      for (const addressProofs of [undefined, [], byWallet, ofOwner.slice(0, 1), ofOwner.slice(1)]) {
        const sent = { record, signature, ...(addressProofs === undefined ? {} : { addressProofs }) }
        await expect(device.client.call('replaceWallet', sent, login)).rejects.toMatchObject(invalid)
      }
      // The owner's signature for this very wallet is enough.
      const addressProofs = await proveAddresses(record, wallet, theirs.sources)
      if (namespace === 'solana') await device.client.call('replaceWallet', { record, signature, addressProofs }, login)
    }
  })

  test('with the signature of another wallet, of another change, or of nobody', async () => {
    const { login, sent } = await setUp()
    const stranger = await setUp()
    const { signature: ofOther } = await login.device.prepareChange('import', login)
    for (const signature of [stranger.sent.signature, ofOther, `${'A'.repeat(85)}Gw`, 'A'.repeat(87)])
      await expect(replace(login, { ...sent, signature })).rejects.toMatchObject(invalid)
    await unchanged(login)
  })

  test("with a record of another user's wallet", async () => {
    const { login, sent } = await setUp()
    const stranger = await setUp()
    await expect(replace(login, stranger.sent)).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
    const { walletId, userId } = stranger.sent.record
    for (const claimed of [{ walletId }, { userId }]) {
      const record = { ...sent.record, ...claimed }
      await expect(replace(login, { ...sent, record })).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
    }
    await unchanged(login)
    await unchanged(stranger.login)
  })
})

describe.each<Change>(['rotate', 'recovery', 'import'])('an attacker who reads a user’s mail: %s', (kind) => {
  test('is refused and noted; the wallet that they never opened stays as it was', async () => {
    const email = newPerson()
    const owner = await enter(email)
    const wallet = await owner.device.change('recovery', owner)
    expect(wallet.recovery.kind).toBe('passphrase')

    harness.clock.advance(31)
    const device = await harness.device()
    const { attemptId } = await device.startEmail(email)
    const login = await device.finishLogin(attemptId, harness.mailbox.codeFor(email))
    const forged = await device.forgeChange(kind, wallet)
    await expect(device.sendChange(forged, login)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    expect((await events({ ...login, device, wallet })).api[0]).toBe('call refused')
    expect((await device.client.call('getWallet', {}, login)).wallet).toEqual(wallet)
    const { wallet: newest, sources } = await owner.device.openNewest('unlock', owner.accessToken)
    expect(newest).toEqual(wallet)
    expect(await recovered(email)).toEqual(wallet)

    // Only the wallet's own signature was missing.
    const signature = await signChange(wallet, forged.record, sources)
    expect(await device.sendChange({ ...forged, signature }, login)).toEqual(forged.record)
  })
})

describe('changes that a restore has lost, in one call', () => {
  /** Two accounts were imported, and the api has lost both. */
  const setUp = async () => {
    const login = await enter(newPerson())
    const changes = []
    for (const _ of [1, 2]) {
      const changed = await login.device.prepareChange('import', login)
      await login.device.sendChange(changed, login)
      const { record, signature, addressProofs = [] } = changed
      changes.push({ record, signature, addressProofs })
    }
    const [first, second] = changes
    if (first === undefined || second === undefined) throw new Error('unreachable')
    const { walletId } = login.wallet
    const forget = (record: object) =>
      harness.database.transaction(
        'api',
        (sql) => sql`UPDATE wallets SET record = ${JSON.stringify(record)}, revision = 1 WHERE wallet_id = ${walletId}`,
      )
    await forget(login.wallet)
    return { login, first, second, forget }
  }
  const replace = ({ device, accessToken }: LoggedIn, sent: object) =>
    device.client.call('replaceWallet', sent as never, { accessToken })

  test('are all there, are noted one by one, and may be sent again', async () => {
    const { login, first, second } = await setUp()
    const logged = (await events(login)).api.length
    for (const _ of ['once', 'again']) {
      const { wallet } = await replace(login, { ...second, earlier: [first] })
      expect(wallet).toEqual(second.record)
      expect((await events(login)).api.slice(0, -logged)).toEqual(['account imported', 'account imported'])
    }
    expect(await login.device.unlock(login.accessToken)).toBe(login.wallet.addresses.eip155[0])
  })

  test('are refused whole where one of them was not made by the wallet from the one before it', async () => {
    const { login, first, second } = await setUp()
    const { addressProofs: _, ...unproved } = first
    const forged = { ...first, record: { ...first.record, ciphertext: second.record.ciphertext } }
    const stranger = await signChange(login.wallet, first.record, [new Uint8Array(32).fill(7)])
    const cases: [object[], string][] = [
      [[], 'WALLET_CHANGED'],
      [[first, first], 'WALLET_CHANGED'],
      [[{ ...first, record: { ...first.record, walletId: crypto.randomUUID() } }], 'INVALID_PARAMS'],
      [Array.from({ length: 32 }, () => first), 'INVALID_PARAMS'],
      [[forged], 'SHARE_INVALID'],
      [[unproved], 'SHARE_INVALID'],
      [[{ ...first, signature: stranger }], 'SHARE_INVALID'],
      [[{ ...first, signature: second.signature }], 'SHARE_INVALID'],
    ]
    for (const [earlier, name] of cases)
      await expect(replace(login, { ...second, earlier })).rejects.toMatchObject({ name })
    expect((await login.device.client.call('getWallet', {}, login)).wallet).toEqual(login.wallet)
  })

  test('are refused where the api has another change of the wallet since', async () => {
    const { login, first, second } = await setUp()
    const other = await login.device.change('import', login)
    await expect(replace(login, { ...second, earlier: [first] })).rejects.toMatchObject({ name: 'WALLET_CHANGED' })
    await expect(replace(login, second)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect((await login.device.client.call('getWallet', {}, login)).wallet).toEqual(other)
  })
})

describe('settling', () => {
  const settle = (
    { device, custodyToken }: LoggedIn,
    settlement: string,
    sent: { recoveryShareId?: string; revision?: number } = {},
  ) => device.client.call('settleRecoveryShare', { settlement, ...sent }, { accessToken: custodyToken })

  test('drops the shares of changes that were never committed, and says so in the log', async () => {
    const login = await enter(newPerson())
    for (const _ of [1, 2]) {
      const { record, recovery } = await login.device.prepareChange('recovery', login)
      await login.device.putRecoveryShare(record, recovery?.sealedRecoveryShare ?? '', login.custodyToken)
    }
    expect(await keptAtCustody(login.wallet.walletId)).toHaveLength(3)
    const wallet = await login.device.change('recovery', login)
    expect(await keptAtCustody(wallet.walletId)).toEqual([wallet.recoveryShareId])
    expect((await events(login)).custody[0]).toBe('old recovery shares dropped')
  })

  test("takes neither another user's statement, nor one of custody's own, nor one that is too old", async () => {
    const [login, stranger] = [await enter(newPerson()), await enter(newPerson())]
    const { record, signature, addressProofs = [] } = await login.device.prepareChange('import', login)
    const sent = { record, signature, addressProofs }
    const { settlement } = await login.device.client.call('replaceWallet', sent, login)
    const expired = { name: 'SESSION_EXPIRED' }
    await expect(settle(stranger, settlement)).rejects.toMatchObject(expired)
    await expect(settle(login, login.custodyToken)).rejects.toMatchObject(expired)
    await expect(settle(login, login.accessToken)).rejects.toMatchObject(expired)
    harness.clock.advance(601)
    const again = await enter('again@example.com')
    await expect(settle(again, settlement)).rejects.toMatchObject(expired)
    expect(await keptAtCustody(record.walletId)).toEqual([record.recoveryShareId])
  })

  test('takes no statement of another pair or revision than the device has sent, and drops nothing', async () => {
    const login = await enter(newPerson())
    const { wallet } = login
    const changed = await login.device.prepareChange('recovery', login)
    const { record, recovery, signature, addressProofs } = changed
    if (recovery === undefined) throw new Error('a new pair')
    const { sealedRecoveryShare, sealedRecoveryAuthShare } = recovery
    const { receipt } = await login.device.putRecoveryShare(record, sealedRecoveryShare, login.custodyToken)
    const sent = { record, signature, addressProofs, recovery: { sealedRecoveryAuthShare, receipt } }
    const { settlement } = await login.device.client.call('replaceWallet', sent, login)
    const { recoveryShareId, revision } = record
    for (const other of [{ recoveryShareId: wallet.recoveryShareId }, { recoveryShareId, revision: revision + 1 }])
      await expect(settle(login, settlement, other)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    expect(await keptAtCustody(wallet.walletId)).toHaveLength(2)
    await settle(login, settlement, { recoveryShareId, revision })
    expect(await keptAtCustody(wallet.walletId)).toEqual([recoveryShareId])
  })
})

describe('another way of recovery', () => {
  const noticesTo = (email: string) =>
    harness.mailbox.mails.filter(({ to, subject }) => to === email && subject.includes('recovery'))

  test('is told by mail, once, however often it is sent; neither a new key nor an import is', async () => {
    const email = newPerson()
    const login = await enter(email)
    await login.device.change('rotate', login)
    await login.device.change('import', login)
    expect(noticesTo(email)).toEqual([])
    const changed = await login.device.prepareChange('recovery', login)
    await login.device.sendChange(changed, login)
    await login.device.sendChange(changed, login)
    const [notice, ...more] = noticesTo(email).map(({ text }) => text)
    expect(more).toEqual([])
    expect(notice).toContain('the passphrase you chose')
    expect(notice).toContain('Chrome on Linux')
  })

  test('is not committed while nobody can be told of it, and is once they can', async () => {
    const email = newPerson()
    const login = await enter(email)
    const changed = await login.device.prepareChange('recovery', login)
    harness.mailbox.isUp = false
    await expect(login.device.sendChange(changed, login)).rejects.toMatchObject({ name: 'MAIL_FAILED' })
    harness.mailbox.isUp = true
    const { wallet } = await login.device.client.call('getWallet', {}, login)
    expect(wallet).toEqual(login.wallet)
    expect((await events(login)).api).not.toContain('recovery changed')
    expect(await login.device.sendChange(changed, login)).toEqual(changed.record)
    expect(noticesTo(email)).toHaveLength(1)
    expect(await recovered(email)).toEqual(changed.record)
  })
})

describe('an export', () => {
  const release = ({
    device,
    accessToken,
    wallet,
  }: LoggedIn & { wallet: { walletId: string; generation: number } }) => {
    const { walletId, generation } = wallet
    const request = { walletId, generation, use: 'export', nonce: newShareNonce() } as const
    return device.client.call('releaseAuthShare', request, { accessToken })
  }
  const noticesTo = (email: string) =>
    harness.mailbox.mails.filter(({ to, subject }) => to === email && subject.includes('exported'))

  test('is told by mail before the share leaves, once in ten minutes a device, and noted each time', async () => {
    const email = newPerson()
    const login = await enter(email)
    await login.device.openNewest('export', login.accessToken)
    await release(login)
    expect(noticesTo(email).map(({ text }) => text)).toEqual([expect.stringContaining('Chrome on Linux')])
    expect((await events(login)).api.slice(0, 2)).toEqual(['keys exported', 'keys exported'])
    const other = await enter(email)
    await release(other)
    expect(noticesTo(email)).toHaveLength(2)
    harness.clock.advance(601)
    const back = await enter(email, login.device)
    await release(back)
    expect(noticesTo(email)).toHaveLength(3)
  })

  test('does not happen while nobody can be told, nor without a fresh code', async () => {
    const email = newPerson()
    const login = await enter(email)
    harness.mailbox.isUp = false
    await expect(release(login)).rejects.toMatchObject({ name: 'MAIL_FAILED' })
    harness.mailbox.isUp = true
    expect((await events(login)).api).not.toContain('keys exported')
    harness.clock.advance(stepUpMs / 1000 + 1)
    await expect(release(login)).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    expect(noticesTo(email)).toEqual([])
  })
})

test('a share that was released for one use opens for no other', async () => {
  const login: Login & LoggedIn = await enter(newPerson())
  const { walletId, generation } = login.wallet
  for (const [use, purpose] of [
    ['unlock', 'auth-change'],
    ['change', 'auth-export'],
    ['export', 'auth'],
  ] as const) {
    const nonce = newShareNonce()
    const request = { walletId, generation, use, nonce }
    const { sealedShare } = await login.device.client.call('releaseAuthShare', request, login)
    await expect(login.device.open(purpose, login.wallet, sealedShare, nonce)).rejects.toMatchObject({
      name: 'SHARE_INVALID',
    })
  }
})
