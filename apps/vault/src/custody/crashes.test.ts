import type { Vault } from '@latchkey/vault-protocol'
import { expect, test } from 'vitest'
import type { VaultStorage } from '../storage/vaultStorage.ts'
import { canSign } from '../testing/canSign.ts'
import { killableAuthorities, killableStorage, killed, killer } from '../testing/killer.ts'
import { login } from '../testing/login.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { type TestAuthorities, testAuthorities } from '../testing/testAuthorities.ts'
import { testPartition, testVault } from '../testing/testVault.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const otherUserId = '00000000-0000-4000-8000-000000000002'
type Before = { authorities: TestAuthorities; storage: VaultStorage; onThisDevice: () => Vault; elsewhere: () => Vault }

const scenarios: Record<string, (before: Before) => Promise<unknown>> = {
  'a new user': async () => {},
  'a new device': ({ authorities, elsewhere }) => login({ vault: elsewhere(), authorities, userId }),
  'a device that was revoked': async ({ authorities, onThisDevice }) => {
    const vault = onThisDevice()
    await login({ vault, authorities, userId })
    const { deviceId } = await vault.status(undefined)
    authorities.revoke({ deviceId: deviceId ?? '', hpkePublicKey: '' })
  },
  'a device whose wallet lost the race': async ({ authorities, onThisDevice, elsewhere }) => {
    const vault = onThisDevice()
    await vault.openDevice(undefined)
    await vault.createWallet({ userId })
    await login({ vault: elsewhere(), authorities, userId })
  },
  "a device with another user's wallet": ({ authorities, onThisDevice }) =>
    login({ vault: onThisDevice(), authorities, userId: otherUserId }),
  'a device that knows the wallet already': ({ authorities, onThisDevice }) =>
    login({ vault: onThisDevice(), authorities, userId }),
}

test.each(Object.entries(scenarios))(
  '%s, killed at any step of its login: logging in again ends with the one wallet',
  { timeout: 60_000 },
  async (_, prepare) => {
    let kills = 0
    for (let at = 0, finished = false; !finished; at++) {
      const authorities = await testAuthorities()
      const storage = memoryStorage()
      const onThisDevice = () => testVault(authorities, testPartition(storage))
      const elsewhere = () => testVault(authorities)
      await prepare({ authorities, storage, onThisDevice, elsewhere })
      const before = authorities.walletOf(userId)

      const strike = killer(at)
      const doomed = testVault(authorities, testPartition(killableStorage(storage, strike)))
      const first = login({ vault: doomed, authorities: killableAuthorities(authorities, strike), userId })
      finished = await first.then(
        () => true,
        (error) => {
          expect(error).toBe(killed)
          return false
        },
      )
      expect(finished).toBe(!strike.hasStruck())
      if (!finished) kills++
      const shown = (await onThisDevice().status(undefined)).wallet

      const vault = onThisDevice()
      const record = await login({ vault, authorities, userId })
      expect(record).toEqual(authorities.walletOf(userId))
      if (before !== null) expect(record).toEqual(before)
      if (shown?.state === 'ready' && shown.record.userId === userId) expect(record).toEqual(shown.record)
      expect(await vault.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: true })
      const [address = ''] = record.addresses.eip155
      expect(await canSign(vault, address)).toBe(true)

      const anywhere = elsewhere()
      expect(await login({ vault: anywhere, authorities, userId })).toEqual(record)
      expect(await canSign(anywhere, address)).toBe(true)
    }
    expect(kills).toBeGreaterThan(6)
  },
)
