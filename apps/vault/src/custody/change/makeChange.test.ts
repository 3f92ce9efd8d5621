import { expect, test } from 'vitest'
import { type Bytes, withSecrets } from '../../secrets.ts'
import { manualClock } from '../../testing/manualClock.ts'
import { testAuthorities } from '../../testing/testAuthorities.ts'
import { makeDeviceKeys } from '../device.ts'
import { makeWallet } from '../makeWallet.ts'
import type { OpenedWallet } from '../openWallet.ts'
import { maxSources, type Source } from '../walletPayload.ts'
import { makeChange } from './makeChange.ts'

test('a wallet takes 64 sources and no more', async () => {
  const { config } = await testAuthorities()
  const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))
  const dependencies = { config, random, clock: manualClock() }
  const keys = await makeDeviceKeys()
  await withSecrets(async (hold) => {
    const { enrolment, accounts } = await makeWallet(dependencies, { keys, userId: 'ada' }, hold)
    const sourceOf = (): Source => ({ kind: 'evmKey', secret: hold(random(32).fill(1, 0, 1)) })
    const importInto = (count: number) => {
      const payload = { createdAtMs: 0, sources: Array.from({ length: count }, sourceOf) }
      const vaultKey = hold(random(32))
      const opened: OpenedWallet = { by: 'ready', enrolment, vaultKey, payload, accounts, history: [] }
      const change = { kind: 'import', from: 'evmKey' } as const
      return makeChange(dependencies, { keys, opened, change, agreed: { kind: 'import', source: sourceOf() } }, hold)
    }
    expect((await importInto(maxSources - 1)).record.addresses.eip155).toHaveLength(maxSources)
    await expect(importInto(maxSources)).rejects.toMatchObject({ name: 'WALLET_FULL' })
  })
})
