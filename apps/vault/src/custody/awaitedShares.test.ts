import { type Vault, vaultMethods } from '@latchkey/vault-protocol'
import { describe, expect, test } from 'vitest'
import { canSign } from '../testing/canSign.ts'
import { login } from '../testing/login.ts'
import { manualClock } from '../testing/manualClock.ts'
import { releasePairTo, releaseTo } from '../testing/releaseTo.ts'
import { deviceOf, testAuthorities } from '../testing/testAuthorities.ts'
import { testOwner } from '../testing/testOwner.ts'
import { testPartition, testVault } from '../testing/testVault.ts'
import { awaitedLimits } from './awaitedShares.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const appearance = { mode: 'light' } as const
const refusal = (name: string) => expect.objectContaining({ name })
const locked = refusal('VAULT_LOCKED')

type Released = Awaited<ReturnType<typeof releaseTo>>
/** The methods that take a released share, and their uses. */
const takers = {
  unlock: { use: 'unlock', take: (vault: Vault, released: Released) => vault.unlock(released) },
  changeWallet: {
    use: 'change',
    take: (vault: Vault, released: Released) =>
      vault.changeWallet({ ...released, appearance, change: { kind: 'recovery', to: 'passphrase' } }),
  },
  revealKeys: {
    use: 'export',
    take: (vault: Vault, released: Released) => vault.revealKeys({ ...released, appearance }),
  },
  makeRecoveryFile: {
    use: 'export',
    take: (vault: Vault, released: Released) => vault.makeRecoveryFile({ ...released, appearance }),
  },
} as const
const names = Object.keys(takers) as (keyof typeof takers)[]

/** A user signed in on one device, and script in its wallet document, which may call as that does. */
const setUp = async () => {
  const authorities = await testAuthorities()
  const partition = testPartition()
  const clock = manualClock()
  const { person, asked, answers } = testOwner()
  const open = () => testVault(authorities, partition, { clock, person })
  const vault = open()
  const record = await login({ vault, authorities, userId })
  const device = await deviceOf(vault)
  const release = (use: 'unlock' | 'change' | 'export' = 'unlock', to = vault) =>
    releaseTo(to, { authorities, record, use, device })
  const [address = ''] = record.addresses.eip155
  const isUnlocked = async (of = vault) => (await of.status(undefined)).unlocked
  return { authorities, clock, asked, answers, open, vault, record, device, release, address, isUnlocked }
}

test.each(names)('%s takes its share, and what was kept of it opens nothing again', async (name) => {
  const { vault, release, authorities, device, record, asked } = await setUp()
  const { use, take } = takers[name]
  const kept = await release(use)
  await take(vault, kept)
  const askedBefore = asked.length
  await expect(take(vault, kept)).rejects.toThrowError(locked)
  // With a nonce that the vault does wait for, but not the sealed one.
  const { nonce } = await vault.expectShare(undefined)
  await expect(take(vault, { ...kept, nonce })).rejects.toThrowError(refusal('SHARE_INVALID'))
  // With an invented nonce, even if the api has sealed it in.
  const invented = 'AAECAwQFBgcICQoLDA0ODw'
  const sealedAuthShare = await authorities.releaseAuthShare(device, record, invented, use)
  await expect(take(vault, { ...kept, sealedAuthShare, nonce: invented })).rejects.toThrowError(locked)
  expect(asked).toHaveLength(askedBefore)
  await take(vault, await release(use))
})

test.each(names)('%s takes no share that was kept', async (name) => {
  const { vault, open, release, clock, asked } = await setUp()
  const { use, take } = takers[name]
  const refuses = async (kept: Released, by = vault) => await expect(take(by, kept)).rejects.toThrowError(locked)

  const beforeLock = await release(use)
  await vault.lock(undefined)
  await refuses(beforeLock)

  const tooOld = await release(use)
  clock.advance(awaitedLimits.forMs)
  await refuses(tooOld)
  const beforeTheClockWentBack = await release(use)
  clock.jump(-1)
  await refuses(beforeTheClockWentBack)

  // In another tab, or in a later worker.
  await refuses(await release(use), open())
  expect(asked).toEqual([])
})

test('a recovery pair that was kept recovers once, and never after a lock or in another tab', async () => {
  const { vault, open, authorities, record, device, isUnlocked } = await setUp()
  const release = () => releasePairTo(vault, { authorities, record, device })
  const kept = await release()
  await vault.recoverWallet(kept)
  await expect(vault.recoverWallet(kept)).rejects.toThrowError(locked)
  const { nonce } = await vault.expectShare(undefined)
  await expect(vault.recoverWallet({ ...kept, nonce })).rejects.toThrowError(refusal('SHARE_INVALID'))
  const [beforeLock, ofThisTab] = [await release(), await release()]
  await expect(open().recoverWallet(ofThisTab)).rejects.toThrowError(locked)
  await vault.lock(undefined)
  await expect(vault.recoverWallet(beforeLock)).rejects.toThrowError(locked)
  expect(await isUnlocked()).toBe(false)
  await vault.recoverWallet(await release())
})

test('a share is good till the end of two minutes', async () => {
  const { vault, release, clock, isUnlocked } = await setUp()
  await vault.lock(undefined)
  const released = await release()
  clock.advance(awaitedLimits.forMs - 1)
  await vault.unlock(released)
  expect(await isUnlocked()).toBe(true)
})

test('a failed attempt uses the nonce up', async () => {
  const { vault, release } = await setUp()
  const released = await release()
  await expect(vault.unlock({ ...released, sealedAuthShare: 'AAAA' })).rejects.toThrowError(refusal('SHARE_INVALID'))
  await expect(vault.unlock(released)).rejects.toThrowError(locked)
})

test('of two calls with one share one is served', async () => {
  const { vault, release } = await setUp()
  const released = await release()
  const settled = await Promise.allSettled([vault.unlock(released), vault.unlock(released)])
  expect(settled).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: locked },
  ])
})

test('who hoards shares has the eight newest, and none of them after a lock', async () => {
  const { vault, release, isUnlocked } = await setUp()
  const hoard = async (): Promise<Released[]> => {
    const hoarded = []
    for (let at = 0; at < awaitedLimits.count + 3; at++) hoarded.push(await release())
    return hoarded
  }
  const opened = async (shares: Released[]): Promise<boolean[]> => {
    const settled = []
    for (const share of shares) settled.push(...(await Promise.allSettled([vault.unlock(share)])))
    return settled.map(({ status }) => status === 'fulfilled')
  }
  expect(await opened(await hoard())).toEqual([false, false, false, ...Array(awaitedLimits.count).fill(true)])
  const hoarded = await hoard()
  await vault.lock(undefined)
  expect(await opened(hoarded)).toEqual(hoarded.map(() => false))
  expect(await isUnlocked()).toBe(false)
})

test('tabs wait for shares of their own, side by side', async () => {
  const { vault, open, release, address } = await setUp()
  const other = open()
  const [ours, theirs] = [await release('unlock', vault), await release('unlock', other)]
  await other.unlock(theirs)
  await vault.unlock(ours)
  for (const tab of [vault, other]) expect(await canSign(tab, address)).toBe(true)
})

test('a tab waits for nothing any more when another one has left the wallet', async () => {
  const { vault, open, release } = await setUp()
  const other = open()
  const kept = await release('unlock', other)
  await vault.forgetDevice({ userId })
  await expect(other.unlock(kept)).rejects.toThrowError(locked)
})

describe('a lock', () => {
  test.each(names)('ends %s that is under way, before anybody is asked', async (name) => {
    const { vault, release, asked } = await setUp()
    const { use, take } = takers[name]
    const taking = take(vault, await release(use))
    const ended = expect(taking).rejects.toThrowError(locked)
    await vault.lock(undefined)
    await ended
    expect(asked).toEqual([])
  })

  test.each(['changeWallet', 'makeRecoveryFile'] as const)('ends %s after the user has answered', async (name) => {
    const { vault, release, answers, record } = await setUp()
    const { use, take } = takers[name]
    const { setPassphrase } = answers
    Object.assign(answers, {
      setPassphrase: async (question: never) => {
        const answer = await setPassphrase?.(question)
        // Once it is in progress.
        setTimeout(() => void vault.lock(undefined))
        return answer
      },
    })
    await expect(take(vault, await release(use))).rejects.toThrowError(locked)
    expect((await vault.status(undefined)).wallet).toEqual({ record, state: 'ready' })
  })
})

test('a nonce is 16 random bytes, and another each time', async () => {
  const { vault } = await setUp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => vault.expectShare(undefined)))
  for (const answer of answers) expect(vaultMethods.expectShare.output.parse(answer)).toEqual(answer)
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(20)
})
