import type { Proxies } from '@latchkey/proxies'
import * as z from 'zod/mini'
import type { ObserveSettings } from '../metrics/observe.ts'
import type { Retention } from '../retention/startRetention.ts'
import { commonFields, poolSize, port, postgresUrl, readCommon, redisUrl, url } from './fields.ts'
import { type KmsSettings, kmsFields, readKmsFields } from './kmsFields.ts'
import { UnusableSettings } from './readEnvironment.ts'

/** What a process that is one authority alone needs to know. */
export type AuthoritySettings = ObserveSettings & {
  /** Addresses to listen on. Default: the loopback addresses of this machine. */
  hosts?: readonly string[]
  port: number
  /** This authority's own address, as clients see it. */
  publicUrl: string
  walletOrigin: string
  /** Its own login: one that can act for the other authority is refused at the start. */
  databaseUrl: string
  /** Connections to it, at most. */
  databasePool?: number
  /** This authority's keys, and no other's. */
  kms: KmsSettings
  projectsFile: string
  /** Those that are trusted to name the client's address. */
  proxies: Proxies
  /** Calls in progress in this process, at most. */
  callsAtOnce?: number
  /** How long it answers on once it was told to stop. Default 0. */
  drainSeconds?: number
  /** How long what has ended is kept. */
  retention?: Retention
  /** Where all processes of this authority count the pace of calls. Default: each counts for itself. */
  redisUrl?: string
}

export const authorityFields = {
  ...commonFields,
  PORT: port,
  /** This service's own address, as clients see it; device proofs name it. */
  PUBLIC_URL: url,
  DATABASE_URL: postgresUrl,
  /** Connections of this process to the database, at most; 10 without it. */
  DATABASE_POOL: z.optional(poolSize),
  /** redis://… : all processes of this authority count the pace of calls there; without it each counts for itself. */
  REDIS_URL: z.optional(redisUrl),
  ...kmsFields,
} as const

export function readAuthority(values: z.output<z.ZodMiniObject<typeof authorityFields>>): AuthoritySettings {
  return {
    ...readCommon(values),
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    ...(values.DATABASE_POOL === undefined ? {} : { databasePool: values.DATABASE_POOL }),
    ...(values.REDIS_URL === undefined ? {} : { redisUrl: values.REDIS_URL }),
    kms: readKmsFields(values),
  }
}

/** Whether a page or service is on this machine: browsers treat such addresses as secure (Secure Contexts, section 3.1). */
export const isLocal = (address: string): boolean => {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Without caps, strangers could flood mailboxes. Throws UnusableSettings outside one's own machine. */
export function requireCaps({ EMAIL_LIMITS, WALLET_ORIGIN }: { EMAIL_LIMITS: string; WALLET_ORIGIN: string }): void {
  if (EMAIL_LIMITS === 'false' && !isLocal(WALLET_ORIGIN))
    throw new UnusableSettings([
      "EMAIL_LIMITS: may be false on one's own machine alone: strangers could flood mailboxes",
    ])
}

/** Addresses of other machines by name; each must be https. Throws UnusableSettings. */
export function requireSecure(addresses: Readonly<Record<string, string>>): void {
  const open = Object.entries(addresses).filter(([, address]) => !address.startsWith('https://') && !isLocal(address))
  if (open.length > 0)
    throw new UnusableSettings(open.map(([name]) => `${name}: must be https:// outside this machine`))
}

/**
 * What an authority serves must not be of an origin whose documents hold keys or sessions: a script that it sent there would be theirs.
 * Throws UnusableSettings.
 */
export function requireOwnOrigin(publicUrl: string, documents: Readonly<Record<string, string>>): void {
  const shared = Object.entries(documents).filter(
    ([, address]) => new URL(address).origin === new URL(publicUrl).origin,
  )
  if (shared.length > 0)
    throw new UnusableSettings(
      shared.map(
        ([name]) => `PUBLIC_URL: must be another origin than ${name}; give this service a host name of its own`,
      ),
    )
}
