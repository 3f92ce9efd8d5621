import type { WalletRecord } from '@latchkey/api-client'
import { expect, test } from 'vitest'
import { withSecrets } from '../secrets.ts'
import { missingHistory } from './missingHistory.ts'

test('missingHistory signs nothing where the api sends what the device keeps', async () => {
  const address = `0x${'1'.repeat(40)}`
  const recordOf = (revision: number): WalletRecord => ({
    walletId: '00000000-0000-4000-8000-000000000001',
    userId: '00000000-0000-4000-8000-000000000002',
    version: 1,
    generation: 1,
    revision,
    recoveryShareId: '00000000-0000-4000-8000-000000000003',
    recovery: { kind: 'automatic' },
    addresses: { eip155: [address], solana: ['1'.repeat(32)] },
    ciphertext: `sealed${revision}`,
  })
  const [before, newest] = [recordOf(1), recordOf(2)]
  const signature = 'A'.repeat(87)
  const sent = [
    { record: before, upload: { kind: 'created' as const } },
    { record: newest, upload: { kind: 'changed' as const, signature } },
  ]
  await withSecrets(async (hold) => {
    // Not a key of secp256k1: it can't sign.
    const accounts = [{ namespace: 'eip155' as const, address, privateKey: hold(new Uint8Array(32)) }]
    const opened = { newest, accounts, ready: { record: newest, sent } }
    expect(await missingHistory([{ record: newest, signature }], opened)).toEqual([])
    await expect(missingHistory([{ record: newest, signature: 'B'.repeat(87) }], opened)).rejects.toThrow()
  })
})
