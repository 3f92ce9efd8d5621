import { decodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { unwrapDeviceShare, unwrapRecoveryShare, type VaultContents, withSecrets } from '../../../vault/test/index.ts'
import type { Loot } from './loot.fixture.ts'
import { secretOf } from './secretOf.fixture.ts'

/** Returns the recovery shares that a passphrase unwraps from the loot. */
export async function unwrapWith(
  record: WalletRecord,
  { clear, raw }: Loot,
  passphrase: string,
): Promise<Uint8Array[]> {
  if (record.recovery.kind !== 'passphrase') throw new Error('The recovery of this wallet has no passphrase')
  const { salt } = record.recovery
  const secret = await secretOf(passphrase, decodeBase64url(salt))
  const found: Uint8Array[] = []
  for (const wrapped of [...clear, ...raw])
    await withSecrets(async (hold) => {
      const input = { wrapped: hold(wrapped.slice()), secret: hold(secret.slice()), salt, owner: record }
      found.push((await unwrapRecoveryShare(input, hold)).slice())
    }).catch(() => undefined)
  return found
}

/** Returns the device share of a profile with its keys. */
export function unwrapDevice({ device, ready }: VaultContents, record: WalletRecord): Promise<Uint8Array> {
  if (device === null || ready === null) throw new Error('The profile holds no wallet')
  return withSecrets(async (hold) =>
    (await unwrapDeviceShare(device.wrapping, ready.wrappedDeviceShare, record, hold)).slice(),
  )
}
