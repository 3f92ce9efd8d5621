/** What a vault keeps for services that were restored from an older backup, and what it never lets go for them. */
import type { WalletChange } from '@latchkey/vault-protocol'
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
  return { authorities, partition, vault, record, person, sent, changeBy }
}

describe('what was sent', () => {
  test('is kept as it was, and told only when it is asked for', async () => {
    const { vault, record, sent, authorities, partition } = await loggedIn()
    expect(await vault.status(undefined)).not.toHaveProperty('sent')
    const [made] = await sent()
    expect(made).toMatchObject({ record, upload: { kind: 'created', sealedAuthShare: expect.any(String) } })
    expect((await testVault(authorities, partition).status({ with: 'sent' })).sent).toEqual([made])
  })

  test('grows by what is added, and begins again with a new key or another way of recovery', async () => {
    const { sent, changeBy } = await loggedIn()
    const kinds = async () => (await sent()).map(({ record, upload }) => [record.revision, upload.kind])
    await changeBy(importing)
    expect(await kinds()).toEqual([
      [1, 'created'],
      [2, 'changed'],
    ])
    await changeBy({ kind: 'recovery', to: 'passphrase' })
    expect(await kinds()).toEqual([[3, 'changed']])
    await changeBy(importing)
    expect(await kinds()).toEqual([
      [3, 'changed'],
      [4, 'changed'],
    ])
    await changeBy({ kind: 'rotate' })
    expect(await kinds()).toEqual([[5, 'changed']])
    for (let round = 0; round < 9; round++) await changeBy(importing)
    expect((await sent()).map(({ record }) => record.revision)).toEqual([7, 8, 9, 10, 11, 12, 13, 14])
  })

  test('is nothing on a device that has recovered the wallet, or heard of another device’s change', async () => {
    const { authorities, person, sent, vault } = await loggedIn()
    const other = { vault: testVault(authorities, testPartition(), { person }), authorities, userId }
    await login(other)
    expect((await other.vault.status({ with: 'sent' })).sent).toEqual([])
    await change(other, { kind: 'recovery', to: 'passphrase' })
    await login({ vault, authorities, userId })
    expect(await sent()).toEqual([])
  })

  test('goes with the device', async () => {
    const { vault, sent } = await loggedIn()
    await vault.forgetDevice({ userId })
    expect(await sent()).toEqual([])
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

  test('nothing of it, and another user signs in and out here: it is put by, and is there when its user comes back', async () => {
    const { vault, authorities, partition, record, sent } = await loggedIn()
    const uploads = await sent()
    const next = await login({ vault, authorities, userId: otherUserId })
    expect([next.walletId === record.walletId, (await vault.status(undefined)).wallet?.record]).toEqual([false, next])
    expect(await sent()).not.toEqual(uploads)
    await expect(vault.createWallet({ userId })).rejects.toMatchObject({ name: 'WALLET_EXISTS' })
    const { deviceId } = await vault.status(undefined)
    await vault.forgetDevice({ userId: otherUserId })
    expect(await vault.status(undefined)).toEqual({ deviceId, wallet: null, unlocked: false })

    const later = testVault(authorities, partition)
    await later.useWalletOf({ userId: otherUserId })
    expect((await later.status(undefined)).wallet).toBeNull()
    await later.useWalletOf({ userId })
    expect(await later.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: false })
    expect((await later.status({ with: 'sent' })).sent).toEqual(uploads)
    expect(await login({ vault: later, authorities, userId })).toEqual(record)
    // And it goes with its own user.
    await later.forgetDevice({ userId })
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
