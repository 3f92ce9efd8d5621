import { AppError } from '@latchkey/protocol/errors'
import type { WalletChange } from '@latchkey/vault-protocol'
import fc from 'fast-check'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { casesOf } from '../../../../../scripts/casesOf.ts'
import { canSign } from '../../testing/canSign.ts'
import { killableAuthorities, killableStorage, killed, killer } from '../../testing/killer.ts'
import { change, login } from '../../testing/login.ts'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { testAuthorities } from '../../testing/testAuthorities.ts'
import { testOwner } from '../../testing/testOwner.ts'
import { testPartition, testVault } from '../../testing/testVault.ts'

/** Of up to ten steps each. */
const walks = casesOf({ daily: 15, extended: 200 })
const userId = '00000000-0000-4000-8000-000000000001'
const appearance = { mode: 'dark' } as const

type Step = {
  device: 0 | 1
  what: WalletChange | 'login'
  /** The device is killed after so many of its reads, writes and calls; the longest change has fewer than the largest. */
  killedAt: number
}
const what: fc.Arbitrary<Step['what']> = fc.oneof(
  fc.constant<Step['what']>('login'),
  fc.constant<WalletChange>({ kind: 'rotate' }),
  fc.constantFrom('automatic', 'passphrase', 'passkey').map((to) => ({ kind: 'recovery', to }) as WalletChange),
  fc.constantFrom('evmKey', 'mnemonic').map((from) => ({ kind: 'import', from }) as WalletChange),
)
const walk = fc.array(
  fc.record<Step>({ device: fc.constantFrom(0, 1), what, killedAt: fc.oneof(fc.nat(30), fc.constant(1_000)) }),
  { minLength: 1, maxLength: 10 },
)

/** Killed, overtaken, signed out by a new key, or with nothing left to import. */
const isToBeExpected = (error: unknown): boolean =>
  error === killed ||
  (error instanceof AppError &&
    ['WALLET_CHANGED', 'WALLET_NOT_FOUND', 'SHARE_INVALID', 'PROOF_INVALID', 'USER_REJECTED'].includes(error.name))

/** Vectors of BIP-39. */
const phrase = (at: number): string =>
  [
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
    'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
  ][at % 3] ?? ''

test('whatever two devices do to a wallet, killed anywhere, every address that was ever committed opens afterwards', {
  timeout: 300_000,
}, async () => {
  const counts = { killed: 0, changed: 0 }
  await fc.assert(
    fc.asyncProperty(walk, async (steps) => {
      const authorities = await testAuthorities()
      const storages = [memoryStorage(), memoryStorage()]
      const known = testOwner({ passphrases: [], imports: [] })
      const first = testVault(authorities, testPartition(storages[0]))
      await login({ vault: first, authorities, userId })
      const shown = new Set<string>()
      const look = (): void => {
        for (const address of authorities.walletOf(userId)?.addresses.eip155 ?? []) shown.add(address)
      }

      for (const [at, { device, what, killedAt }] of steps.entries()) {
        look()
        known.owner.passphrases.push(`passphrase ${at}`)
        const isWords = what !== 'login' && what.kind === 'import' && what.from === 'mnemonic'
        known.owner.imports = [isWords ? phrase(at) : generatePrivateKey()]
        const strike = killer(killedAt)
        const storage = killableStorage(storages[device] ?? memoryStorage(), strike)
        const parties = {
          vault: testVault(authorities, testPartition(storage), { person: known.person }),
          authorities: killableAuthorities(authorities, strike),
          userId,
          appearance,
        }
        const run = what === 'login' ? login(parties) : change(parties, what)
        await run.catch((error) => {
          if (!isToBeExpected(error)) throw error
          if (error === killed) counts.killed++
        })
      }
      look()
      counts.changed += (authorities.walletOf(userId)?.revision ?? 1) - 1

      for (const storage of [...storages, memoryStorage()]) {
        const vault = testVault(authorities, testPartition(storage), { person: known.person })
        const record = await login({ vault, authorities, userId, appearance })
        expect(record).toEqual(authorities.walletOf(userId))
        expect(record.addresses.eip155).toEqual(expect.arrayContaining([...shown]))
        for (const address of record.addresses.eip155) expect(await canSign(vault, address)).toBe(true)
        expect(await vault.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: true })
      }
    }),
    { numRuns: walks },
  )
  // The walks had effects.
  expect(counts.killed).toBeGreaterThan(walks / 4)
  expect(counts.changed).toBeGreaterThan(walks / 4)
})
