import { systemClock } from '../clock.ts'
import type { KmsSettings } from '../settings/kmsFields.ts'
import { openAwsKms } from './awsKms.ts'
import type { Kms } from './kms.ts'
import { openLocalKeyRing } from './localKeyRing.ts'

/** An authority's keys, wherever they are. Throws when a key ring is readable by others or damaged. */
export const openKms = (settings: KmsSettings): Kms =>
  'file' in settings
    ? openLocalKeyRing(settings.file)
    : openAwsKms(settings.aws, { fetch: globalThis.fetch, clock: systemClock })
