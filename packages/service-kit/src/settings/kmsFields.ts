import * as z from 'zod/mini'
import type { AwsKmsSettings } from '../kms/awsKms.ts'
import { text, url } from './fields.ts'
import { UnusableSettings } from './readEnvironment.ts'

/** A key ring in a file, or keys in AWS KMS. */
export type KmsSettings = { file: string } | { aws: AwsKmsSettings }

/** Where an authority's keys are: KEY_RING_FILE, or all of AWS_KMS_KEY_ID, AWS_KMS_MAC_KEY_ID, AWS_REGION and the credentials. */
export const kmsFields = {
  KEY_RING_FILE: z.optional(text),
  /** A symmetric encryption key and an HMAC_256 key, of this authority alone. */
  AWS_KMS_KEY_ID: z.optional(text),
  AWS_KMS_MAC_KEY_ID: z.optional(text),
  AWS_KMS_ENDPOINT: z.optional(url),
  AWS_REGION: z.optional(text),
  AWS_ACCESS_KEY_ID: z.optional(text),
  AWS_SECRET_ACCESS_KEY: z.optional(text),
  AWS_SESSION_TOKEN: z.optional(text),
} as const

const needed = [
  'AWS_KMS_KEY_ID',
  'AWS_KMS_MAC_KEY_ID',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
] as const

/** Throws UnusableSettings. */
export function readKmsFields(values: z.output<z.ZodMiniObject<typeof kmsFields>>): KmsSettings {
  const { KEY_RING_FILE: file, AWS_KMS_KEY_ID: keyId } = values
  if (file !== undefined && keyId !== undefined)
    throw new UnusableSettings(['KEY_RING_FILE: there is AWS_KMS_KEY_ID too, and keys are in one place'])
  if (file !== undefined) return { file }
  if (keyId === undefined) throw new UnusableSettings(['KEY_RING_FILE: needed, or AWS_KMS_KEY_ID in its place'])
  const missing = needed.filter((name) => values[name] === undefined)
  if (missing.length > 0) throw new UnusableSettings(missing.map((name) => `${name}: needed for keys in AWS KMS`))
  return {
    aws: {
      region: values.AWS_REGION ?? '',
      keyId,
      macKeyId: values.AWS_KMS_MAC_KEY_ID ?? '',
      endpoint: values.AWS_KMS_ENDPOINT,
      credentials: {
        accessKeyId: values.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: values.AWS_SECRET_ACCESS_KEY ?? '',
        sessionToken: values.AWS_SESSION_TOKEN,
      },
    },
  }
}
