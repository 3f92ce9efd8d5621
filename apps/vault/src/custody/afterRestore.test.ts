/** What a vault keeps for services that were restored from an older backup, and what it never drops for them. */
import type { WalletHistory, WalletRecord } from '@latchkey/api-client'
import type { SentUpload, WalletChange } from '@latchkey/vault-protocol'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { change, login } from '../testing/login.ts'
import { releasePairTo } from '../testing/releaseTo.ts'
import { testAuthorities } from '../testing/testAuthorities.ts'
import { testOwner } from '../testing/testOwner.ts'
import { testPartition, testVault } from '../testing/testVault.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const otherUserId = '00000000-0000-4000-8000-000000000002'
const importing: WalletChange = { kind: 'import', from: 'evmKey' }

const lastOf = (history: WalletHistory, instead: Partial<WalletHistory[number]>): WalletHistory =>
  history.slice(-1).map((step) => ({ ...step, ...instead }))

/** Returns a record of a later revision, as if from another device. */
const later = (record: WalletRecord): WalletRecord => ({
  ...record,
  revision: record.revision + 5,
  ciphertext: 'A'.repeat(87),
})

/** A user who has made a wallet on one device. */
const loggedIn = async () => {
  const authorities = await testAuthorities()
  const { person, owner } = testOwner()
  const partition = testPartition()
  const vault = testVault(authorities, partition, { person })
  const parties = { vault, authorities, userId }
  const record = await login(parties)
  const sent = async () => (await vault.status({ with: 'sent' })).sent ?? []
  const changeBy = (what: WalletChange) => {
    if (what.kind === 'import') owner.imports.push(generatePrivateKey())
    return change(parties, what)
  }
  return { authorities, partition, vault, record, person, owner, sent, changeBy }
}

describe('what was sent', () => {
  test('is kept as it was, and told only when it is asked for', async () => {
    const { vault, record, sent, authorities, partition } = await loggedIn()
    expect(await vault.status(undefined)).not.toHaveProperty('sent')
    const [made] = await sent()
    expect(made).toMatchObject({ record, upload: { kind: 'created', sealedAuthShare: expect.any(String) } })
    expect((await testVault(authorities, partition).status({ with: 'sent' })).sent).toEqual([made])
  })

  test('is every record, and the newest shares alone: those of an older key, or of a way of recovery that was left, go', async () => {
    const { sent, changeBy } = await loggedIn()
    const kept = async () =>
      (await sent()).map(({ record, upload }) => {
        const pair = upload.kind === 'created' ? upload.sealedRecoveryAuthShare : upload.recovery
        const share = upload.kind === 'created' ? upload.sealedRecoveryShare : upload.recovery
        expect(share === undefined).toBe(pair === undefined)
        const shares = [upload.sealedAuthShare && 'auth', pair && 'recovery'].filter((one) => one !== undefined)
        return [record.revision, ...shares].join(' ')
      })
    await changeBy(importing)
    expect(await kept()).toEqual(['1 auth recovery', '2'])
    await changeBy({ kind: 'recovery', to: 'passphrase' })
    expect(await kept()).toEqual(['1 auth', '2', '3 recovery'])
    await changeBy(importing)
    expect(await kept()).toEqual(['1 auth', '2', '3 recovery', '4'])
    await changeBy({ kind: 'rotate' })
    expect(await kept()).toEqual(['1', '2', '3', '4', '5 auth recovery'])
    await changeBy({ kind: 'rotate' })
    expect(await kept()).toEqual(['1', '2', '3', '4', '5', '6 auth recovery'])
  })

  test('is the last 32 records', async () => {
    const { sent, changeBy } = await loggedIn()
    for (let round = 0; round < 33; round++) await changeBy({ kind: 'rotate' })
    const revisions = (await sent()).map(({ record }) => record.revision)
    expect([revisions.length, revisions[0], revisions.at(-1)]).toEqual([32, 3, 34])
  })

  test('has again what a release before has dropped, from the api', async () => {
    const { sent, changeBy, partition } = await loggedIn()
    await changeBy({ kind: 'rotate' })
    await partition.storage.update((latest) => ({
      ...latest,
      ready: latest.ready && { ...latest.ready, sent: latest.ready.sent?.slice(-1) ?? [] },
    }))
    await changeBy({ kind: 'rotate' })
    expect((await sent()).map(({ record }) => record.revision)).toEqual([1, 2, 3])
  })

  test.each([[[]], [[3]], [[2, 3]], [[1, 3]]])(
    'has records that it lacks at the next sign-in, though the wallet hasn’t changed: it has %o of three',
    async (kept) => {
      const { sent, changeBy, partition, vault, authorities } = await loggedIn()
      for (let round = 0; round < 2; round++) await changeBy({ kind: 'rotate' })
      await partition.storage.update((latest) => {
        if (latest.ready === null) throw new Error('no wallet')
        const some = latest.ready.sent?.filter(({ record }) => kept.some((revision) => revision === record.revision))
        return { ...latest, ready: { ...latest.ready, sent: some ?? [] } }
      })
      await login({ vault, authorities, userId })
      expect((await sent()).map(({ record }) => record.revision)).toEqual([1, 2, 3])
      expect(await vault.expectShare(undefined)).toMatchObject({ since: 3 })
    },
  )

  test('is every record on every device, whichever made it, and of shares what the device has sent itself', async () => {
    const { authorities, person, sent, vault, record, changeBy } = await loggedIn()
    const other = { vault: testVault(authorities, testPartition(), { person }), authorities, userId }
    const kept = (uploads: readonly SentUpload[]) =>
      uploads.map(({ record: { revision }, upload }) => {
        const pair = upload.kind === 'created' ? upload.sealedRecoveryShare : upload.recovery
        return [revision, upload.sealedAuthShare && 'auth', pair && 'recovery'].filter(Boolean).join(' ')
      })
    const ofOther = async () => (await other.vault.status({ with: 'sent' })).sent ?? []
    const [made] = await sent()

    await login(other)
    expect(await ofOther()).toMatchObject([{ record, upload: { kind: 'created' } }])
    expect([kept(await sent()), kept(await ofOther())]).toEqual([['1 auth recovery'], ['1 auth']])

    // The device that made the first pair keeps it while it is the newest, also when another device adds to the wallet.
    await changeBy(importing)
    await login(other)
    expect([kept(await sent()), kept(await ofOther())]).toEqual([
      ['1 auth recovery', '2'],
      ['1 auth', '2'],
    ])
    await change(other, { kind: 'recovery', to: 'passphrase' })
    await login({ vault, authorities, userId })
    expect([kept(await sent()), kept(await ofOther())]).toEqual([
      ['1 auth', '2', '3'],
      ['1 auth', '2', '3 recovery'],
    ])
    await change(other, { kind: 'rotate' })
    await login({ vault, authorities, userId, appearance: { mode: 'light' } })
    expect([kept(await sent()), kept(await ofOther())]).toEqual([
      ['1', '2', '3', '4 auth'],
      ['1', '2', '3', '4 auth recovery'],
    ])
    const records = authorities.historyOf((await sent()).at(-1)?.record ?? record)
    expect((await sent()).map((one) => one.record)).toEqual(records.map((one) => one.record))
    const signatures = (uploads: readonly SentUpload[]) =>
      uploads.map(({ upload }) => upload.kind === 'changed' && upload.signature)
    expect(signatures(await sent())).toEqual(signatures(await ofOther()))
    expect((await sent())[0]?.upload.addressProofs).toEqual(made?.upload.addressProofs)
  })

  const nothing = 'A'.repeat(87)
  test.each<[string, (history: WalletHistory) => WalletHistory]>([
    ['signatures', (history) => history.map((step) => ({ ...step, signature: step.signature && nothing }))],
    ['the last record alone, with another signature', (history) => lastOf(history, { signature: nothing })],
    ['the last record as the first', (history) => lastOf(history, { signature: undefined })],
    ['proofs of addresses', (history) => history.map((step) => ({ ...step, addressProofs: [nothing] }))],
    [
      'another record between',
      (history) =>
        history.map((step) =>
          step.record.revision === 2 ? { ...step, record: { ...step.record, ciphertext: nothing } } : step,
        ),
    ],
  ])('is right again after an api that was taken over has sent %s', async (_, meddle) => {
    const { authorities, person, owner, vault } = await loggedIn()
    const open = () => ({ vault: testVault(authorities, testPartition(), { person }), authorities, userId })
    const [changing, recovering] = [open(), open()]
    const known = { vault, authorities, userId }
    await login(changing)
    for (let round = 0; round < 2; round++) {
      owner.imports.push(generatePrivateKey())
      await change(changing, importing)
    }
    const historyOf: typeof authorities.historyOf = (...asked) => meddle(authorities.historyOf(...asked))
    for (const parties of [known, recovering]) {
      const newest = await login({ ...parties, authorities: { ...authorities, historyOf } })
      await login(parties)
      const { sent = [] } = await parties.vault.status({ with: 'sent' })
      const steps = sent.map(({ record, upload }) => ({
        record,
        ...(upload.kind === 'changed' ? { signature: upload.signature } : {}),
        addressProofs: upload.addressProofs,
      }))
      expect(steps).toEqual(authorities.historyOf(newest))
    }
  })

  test('goes with the device', async () => {
    const { vault, partition, record } = await loggedIn()
    await vault.forgetDevice({ userId, wallet: record })
    expect(await partition.storage.read()).toEqual({ device: null, ready: null, pending: null })
  })
})

describe('a wallet follows the services', () => {
  const changed = async (history: (all: WalletHistory) => WalletHistory, own: WalletChange, since: WalletChange[]) => {
    const { authorities, person, owner, vault, changeBy } = await loggedIn()
    await changeBy(own)
    const other = { vault: testVault(authorities, testPartition(), { person }), authorities, userId }
    await login({ ...other, appearance: { mode: 'light' } })
    for (const what of since) {
      owner.imports.push(generatePrivateKey())
      await change(other, what)
    }
    const historyOf: typeof authorities.historyOf = (...asked) => history(authorities.historyOf(...asked))
    const parties = {
      vault,
      authorities: { ...authorities, historyOf },
      userId,
      appearance: { mode: 'light' } as const,
    }
    return { newest: await login(parties), held: (await vault.status(undefined)).wallet?.record }
  }

  test.each<WalletChange[]>([
    [{ kind: 'recovery', to: 'passkey' }, importing],
    [{ kind: 'recovery', to: 'automatic' }],
    [{ kind: 'recovery', to: 'automatic' }, { kind: 'rotate' }],
  ])('where signed steps lead to another recovery method: %o, %o', async (...since) => {
    const { newest, held } = await changed((all) => all, { kind: 'recovery', to: 'passphrase' }, since)
    expect(held).toEqual(newest)
  })

  test.each<[WalletChange, WalletChange[]]>([
    [importing, [importing, { kind: 'recovery', to: 'passphrase' }, { kind: 'rotate' }]],
    [{ kind: 'recovery', to: 'passphrase' }, [importing, { kind: 'rotate' }]],
  ])('that kept no history in an earlier release, where nothing of it can be lost: %o, then %o', async (own, since) => {
    const { newest, held } = await changed(() => [], own, since)
    expect(held).toEqual(newest)
  })

  test('that have sent no history with its own change', async () => {
    const { authorities, vault, changeBy } = await loggedIn()
    await changeBy({ kind: 'recovery', to: 'passphrase' })
    authorities.historyOf = () => []
    const newest = await changeBy({ kind: 'recovery', to: 'automatic' })
    expect((await vault.status(undefined)).wallet?.record).toEqual(newest)
  })
})

describe('a user who signs out', () => {
  type Here = Awaited<ReturnType<typeof loggedIn>>
  const passphrase: WalletChange = { kind: 'recovery', to: 'passphrase' }
  test.each<[string, (here: Here) => Promise<WalletRecord | undefined>]>([
    ['don’t answer', async () => undefined],
    ['have another wallet', async () => ({ ...(await loggedIn()).record, userId })],
    ['have an older record', async ({ changeBy, record }) => changeBy(importing).then(() => record)],
    ['have an older key', async ({ changeBy, record }) => changeBy({ kind: 'rotate' }).then(() => later(record))],
    ['lack an account', async ({ changeBy, record }) => changeBy(importing).then(() => later(record))],
    ['have another recovery method', async ({ changeBy, record }) => changeBy(passphrase).then(() => later(record))],
    ['have another record of that revision', async ({ record }) => ({ ...record, ciphertext: 'A'.repeat(87) })],
  ])('keeps the wallet here, sealed, where the services %s, until the next sign-in', async (_, having) => {
    const here = await loggedIn()
    const { vault, authorities, partition } = here
    const wallet = await having(here)
    const { ready } = await partition.storage.read()
    const sent = await here.sent()
    const { deviceId } = await vault.status(undefined)
    await vault.forgetDevice({ userId, ...(wallet === undefined ? {} : { wallet }) })
    expect(await vault.status(undefined)).toEqual({ deviceId, wallet: null, unlocked: false })
    await vault.useWalletOf({ userId: otherUserId })
    expect((await vault.status(undefined)).wallet).toBeNull()

    await vault.useWalletOf({ userId })
    expect(await vault.status({ with: 'sent' })).toMatchObject({
      wallet: { record: ready?.record, state: 'ready' },
      sent,
    })
    expect(await login({ vault, authorities, userId, appearance: { mode: 'light' } })).toEqual(ready?.record)
  })

  test.each<[string, (record: WalletRecord) => WalletRecord]>([
    ['what this device has', (record) => record],
    ['a later record', later],
  ])('leaves nothing where the services have %s', async (_, having) => {
    const { vault, partition, record } = await loggedIn()
    await vault.forgetDevice({ userId, wallet: having(record) })
    expect(await partition.storage.read()).toEqual({ device: null, ready: null, pending: null })
  })

  test('drops none of many other users’ wallets', async () => {
    const { authorities, partition, vault } = await loggedIn()
    const { ready } = await partition.storage.read()
    if (ready === null) throw new Error('no wallet')
    const others = Array.from({ length: 30 }, () => {
      const record = { ...ready.record, userId: crypto.randomUUID(), walletId: crypto.randomUUID() }
      return { ...ready, record }
    })
    await partition.storage.update((latest) => ({ ...latest, others }))
    await login({ vault, authorities, userId: otherUserId })
    await vault.forgetDevice({ userId: otherUserId })
    const left = (await partition.storage.read()).others ?? []
    expect(left.map(({ record }) => record.userId)).toEqual([
      ...others.map(({ record }) => record.userId),
      userId,
      otherUserId,
    ])
  })
})

describe('a wallet that is ready stays when the services have', () => {
  const refused = expect.objectContaining({ name: 'WALLET_ONLY_HERE' })

  test('another wallet of the same user', async () => {
    const { vault, record, authorities: lost } = await loggedIn()
    const authorities = await testAuthorities()
    const newer = await login({ vault: testVault(authorities), authorities, userId })
    await expect(vault.recoverWallet(await releasePairTo(vault, { authorities, record: newer }))).rejects.toEqual(
      refused,
    )
    expect((await vault.status(undefined)).wallet).toEqual({ record, state: 'ready' })
    await login({ vault, authorities: lost, userId })
  })

  test('an older key of it', async () => {
    const { vault, record, authorities, changeBy } = await loggedIn()
    const share = await releasePairTo(vault, { authorities, record })
    const newest = await changeBy({ kind: 'rotate' })
    await expect(vault.recoverWallet(share)).rejects.toEqual(refused)
    expect((await vault.status(undefined)).wallet?.record).toEqual(newest)
  })

  test.each<[string, WalletChange, WalletChange[]]>([
    ['another record of the same revision, without an account', importing, [{ kind: 'recovery', to: 'passphrase' }]],
    ['another one with as many accounts', importing, [importing]],
    ['a later record without an account', importing, [{ kind: 'recovery', to: 'passphrase' }, importing]],
    ['another recovery method', { kind: 'recovery', to: 'passphrase' }, [importing]],
    ['another recovery method, and more since', { kind: 'recovery', to: 'passphrase' }, [importing, importing]],
    ['a key that was replaced', { kind: 'rotate' }, [importing]],
    ['a key that was replaced, and more since', { kind: 'rotate' }, [importing, importing]],
    ['another new key', { kind: 'rotate' }, [{ kind: 'rotate' }]],
    ['a new key without an account', importing, [{ kind: 'rotate' }]],
  ])('%s: what another device has made since the restore', async (_, lost, since) => {
    const { authorities, person, owner, vault, changeBy } = await loggedIn()
    const other = { vault: testVault(authorities, testPartition(), { person }), authorities, userId }
    await login(other)
    const restore = authorities.backUp()
    const own = await changeBy(lost)
    restore()
    for (const what of since) {
      if (what.kind === 'import') owner.imports.push(generatePrivateKey())
      await change(other, what)
    }
    const before = await vault.status({ with: 'sent' })
    await expect(login({ vault, authorities, userId })).rejects.toEqual(refused)
    const after = await vault.status({ with: 'sent' })
    expect([after.wallet, after.sent]).toEqual([{ record: own, state: 'ready' }, before.sent])
    // An existing one continues where it was made.
    await login(other)
  })

  type Lie = (own: WalletHistory, history: WalletHistory) => WalletHistory
  describe.each<[string, Lie]>([
    ['leaves out the history', () => []],
    ['sends steps that don’t follow', (own, history) => [...own, ...lastOf(history, {})]],
  ])('from an api that %s:', (_, lie) => {
    test.each<[string, WalletChange, WalletChange[]]>([
      ['another recovery method', { kind: 'recovery', to: 'passphrase' }, [importing, importing]],
      ['a key that was replaced', { kind: 'rotate' }, [importing, importing]],
      ['a later record without an account', importing, [{ kind: 'recovery', to: 'passphrase' }, importing]],
    ])('%s', async (__, lost, since) => {
      const { authorities, person, owner, vault, changeBy } = await loggedIn()
      const other = { vault: testVault(authorities, testPartition(), { person }), authorities, userId }
      await login(other)
      const restore = authorities.backUp()
      const own = await changeBy(lost)
      const steps = authorities.historyOf(own, own.revision)
      restore()
      for (const what of since) {
        owner.imports.push(generatePrivateKey())
        await change(other, what)
      }
      const historyOf: typeof authorities.historyOf = (...asked) => lie(steps, authorities.historyOf(...asked))
      await expect(login({ vault, authorities: { ...authorities, historyOf }, userId })).rejects.toEqual(refused)
      expect((await vault.status(undefined)).wallet).toEqual({ record: own, state: 'ready' })
    })
  })

  test('nothing of it, and another user signs in and out here: it is put by, and is there when its user comes back', async () => {
    const { vault, authorities, partition, record, sent } = await loggedIn()
    const uploads = await sent()
    const next = await login({ vault, authorities, userId: otherUserId })
    expect([next.walletId === record.walletId, (await vault.status(undefined)).wallet?.record]).toEqual([false, next])
    expect(await sent()).not.toEqual(uploads)
    await expect(vault.createWallet({ userId })).rejects.toMatchObject({ name: 'WALLET_EXISTS' })
    const { deviceId } = await vault.status(undefined)
    await vault.forgetDevice({ userId: otherUserId, wallet: next })
    expect(await vault.status(undefined)).toEqual({ deviceId, wallet: null, unlocked: false })

    const later = testVault(authorities, partition)
    await later.useWalletOf({ userId: otherUserId })
    expect((await later.status(undefined)).wallet).toBeNull()
    await later.useWalletOf({ userId })
    expect(await later.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: false })
    expect((await later.status({ with: 'sent' })).sent).toEqual(uploads)
    expect(await login({ vault: later, authorities, userId })).toEqual(record)
    // And its own user's sign-out deletes it.
    await later.forgetDevice({ userId, wallet: record })
    await later.useWalletOf({ userId })
    expect(await later.status(undefined)).toEqual({ deviceId: null, wallet: null, unlocked: false })
  })

  test('another wallet of a user whose wallet is put by', async () => {
    const { vault, authorities } = await loggedIn()
    const elsewhere = await testAuthorities()
    const lost = await login({ vault: testVault(elsewhere), authorities: elsewhere, userId })
    await login({ vault, authorities, userId: otherUserId })
    const share = await releasePairTo(vault, { authorities: elsewhere, record: lost })
    await expect(vault.recoverWallet(share)).rejects.toEqual(refused)
  })
})
