import * as z from 'zod/mini'
import { text, url } from '../settings/fields.ts'
import { UnusableSettings } from '../settings/readEnvironment.ts'
import type { AwsKmsSettings } from './awsKms.ts'
import type { VaultKmsSettings } from './vault/vaultKms.ts'
import type { VaultLogin } from './vault/vaultToken.ts'

/** A key ring in a file, or keys in AWS KMS or Vault. */
export type KmsSettings = { file: string } | { aws: AwsKmsSettings } | { vault: VaultKmsSettings }

/** A mount or key name: a part of a path. */
const pathPart = z.string().check(z.regex(/^[\w-]+(?:[/.][\w-]+)*$/, 'must be a name, such as transit'))

/** Where an authority's keys are: KEY_RING_FILE, or the AWS_ variables, or the VAULT_ variables. */
export const kmsFields = {
  KEY_RING_FILE: z.optional(text),
  /** A symmetric encryption key and an HMAC_256 key, for this authority only. */
  AWS_KMS_KEY_ID: z.optional(text),
  AWS_KMS_MAC_KEY_ID: z.optional(text),
  /** During a rotation of it: the next or the previous one. */
  AWS_KMS_OTHER_MAC_KEY_ID: z.optional(text),
  AWS_KMS_ENDPOINT: z.optional(url),
  AWS_REGION: z.optional(text),
  /** Default: the credentials of the process's role. */
  AWS_ACCESS_KEY_ID: z.optional(text),
  AWS_SECRET_ACCESS_KEY: z.optional(text),
  AWS_SESSION_TOKEN: z.optional(text),
  VAULT_ADDR: z.optional(url),
  VAULT_NAMESPACE: z.optional(text),
  VAULT_TRANSIT_MOUNT: z._default(pathPart, 'transit'),
  /** A derived key and one for MACs, for this authority only. */
  VAULT_TRANSIT_KEY: z.optional(pathPart),
  VAULT_TRANSIT_MAC_KEY: z.optional(pathPart),
  /** During a rotation of it: the next or the previous one. */
  VAULT_TRANSIT_OTHER_MAC_KEY: z.optional(pathPart),
  /** One of: a token; a file in which an agent keeps one, read for each call; an AppRole; a Kubernetes role. */
  VAULT_TOKEN: z.optional(text),
  VAULT_AGENT_TOKEN_FILE: z.optional(text),
  VAULT_ROLE_ID: z.optional(text),
  VAULT_SECRET_ID: z.optional(text),
  VAULT_APPROLE_MOUNT: z._default(pathPart, 'approle'),
  VAULT_KUBERNETES_ROLE: z.optional(text),
  VAULT_KUBERNETES_MOUNT: z._default(pathPart, 'kubernetes'),
  VAULT_KUBERNETES_TOKEN_FILE: z._default(text, '/var/run/secrets/kubernetes.io/serviceaccount/token'),
} as const
type Values = z.output<z.ZodMiniObject<typeof kmsFields>>
type Name = keyof Values

/** The variable that selects each kind of store. */
const kinds = ['KEY_RING_FILE', 'AWS_KMS_KEY_ID', 'VAULT_ADDR'] as const satisfies readonly Name[]

/** Parses the variables. Throws UnusableSettings. */
export function readKmsFields(values: Values): KmsSettings {
  const [kind, other] = kinds.filter((name) => values[name] !== undefined)
  if (kind === undefined)
    throw new UnusableSettings(['KEY_RING_FILE: needed, or AWS_KMS_KEY_ID or VAULT_ADDR in its place'])
  if (other !== undefined) throw new UnusableSettings([`${kind}: there is ${other} too, and keys are in one place`])
  switch (kind) {
    case 'KEY_RING_FILE':
      return { file: values.KEY_RING_FILE ?? '' }
    case 'AWS_KMS_KEY_ID':
      return { aws: readAws(values) }
    case 'VAULT_ADDR':
      return { vault: readVault(values) }
  }
}

function require(values: Values, names: readonly Name[], purpose: string): void {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length > 0) throw new UnusableSettings(missing.map((name) => `${name}: needed for ${purpose}`))
}

function readAws(values: Values): AwsKmsSettings {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values
  require(values, ['AWS_KMS_MAC_KEY_ID', 'AWS_REGION'], 'keys in AWS KMS')
  const isFixed = accessKeyId !== undefined || secretAccessKey !== undefined || values.AWS_SESSION_TOKEN !== undefined
  if (isFixed) require(values, ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'], 'credentials that are no role’s')
  return {
    region: values.AWS_REGION ?? '',
    keyId: values.AWS_KMS_KEY_ID ?? '',
    macKeyId: values.AWS_KMS_MAC_KEY_ID ?? '',
    otherMacKeyId: values.AWS_KMS_OTHER_MAC_KEY_ID,
    endpoint: values.AWS_KMS_ENDPOINT,
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey, sessionToken: values.AWS_SESSION_TOKEN } }),
  }
}

function readVault(values: Values): VaultKmsSettings {
  const { VAULT_ADDR: address = '', VAULT_TRANSIT_KEY: keyName = '', VAULT_TRANSIT_MAC_KEY: macKeyName = '' } = values
  require(values, ['VAULT_TRANSIT_KEY', 'VAULT_TRANSIT_MAC_KEY'], 'keys in Vault')
  if (keyName === macKeyName)
    throw new UnusableSettings(['VAULT_TRANSIT_MAC_KEY: must be another key than VAULT_TRANSIT_KEY, which is rotated'])
  // Data keys are returned in plaintext. An agent on this machine may listen without TLS.
  if (!address.startsWith('https://') && !/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(address))
    throw new UnusableSettings(['VAULT_ADDR: must be https:// outside this machine'])
  return {
    address,
    namespace: values.VAULT_NAMESPACE,
    mount: values.VAULT_TRANSIT_MOUNT,
    keyName,
    macKeyName,
    otherMacKeyName: values.VAULT_TRANSIT_OTHER_MAC_KEY,
    login: readLogin(values),
  }
}

function readLogin(values: Values): VaultLogin {
  const { VAULT_TOKEN: token, VAULT_AGENT_TOKEN_FILE: file, VAULT_ROLE_ID: roleId, VAULT_SECRET_ID: secretId } = values
  const { VAULT_KUBERNETES_ROLE: role, VAULT_KUBERNETES_TOKEN_FILE: tokenFile } = values
  const logins: readonly (VaultLogin | null)[] = [
    token === undefined ? null : { by: 'token', token },
    file === undefined ? null : { by: 'tokenFile', file },
    roleId === undefined || secretId === undefined
      ? null
      : { by: 'appRole', mount: values.VAULT_APPROLE_MOUNT, roleId, secretId },
    role === undefined ? null : { by: 'kubernetes', mount: values.VAULT_KUBERNETES_MOUNT, role, tokenFile },
  ]
  const [login, other] = logins.filter((each) => each !== null)
  if (login === undefined || other !== undefined)
    throw new UnusableSettings([
      'VAULT_TOKEN: one way to log in is needed: this, VAULT_AGENT_TOKEN_FILE, VAULT_ROLE_ID with VAULT_SECRET_ID, or VAULT_KUBERNETES_ROLE',
    ])
  return login
}
