import { systemClock } from '../clock.ts'
import { openAwsKms } from './awsKms.ts'
import type { Kms } from './kms.ts'
import type { KmsSettings } from './kmsFields.ts'
import { openLocalKeyRing } from './localKeyRing.ts'
import { openVaultKms } from './vault/vaultKms.ts'

/** Opens an authority's key store. Throws when a key ring is readable by others or damaged. */
export const openKms = (settings: KmsSettings): Kms => {
  const { fetch } = globalThis
  if ('file' in settings) return openLocalKeyRing(settings.file)
  return 'aws' in settings
    ? openAwsKms(settings.aws, { fetch, clock: systemClock })
    : openVaultKms(settings.vault, fetch)
}
