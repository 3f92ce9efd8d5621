import type { Proxies } from '@latchkey/proxies'
import * as z from 'zod/mini'
import { type KmsSettings, kmsFields, readKmsFields } from '../kms/kmsFields.ts'
import type { ObserveSettings } from '../metrics/observe.ts'
import type { Retention } from '../retention/startRetention.ts'
import { commonFields, poolSize, port, postgresUrl, readCommon, redisUrl, url } from '../settings/fields.ts'

/** The settings of a process that runs only one authority. */
export type AuthoritySettings = ObserveSettings & {
  /** Addresses to listen on. Default: the loopback addresses of this machine. */
  hosts?: readonly string[]
  port: number
  /** This authority's address, as clients see it. */
  publicUrl: string
  walletOrigin: string
  /** This authority's own login. A login that can act for the other authority is refused at startup. */
  databaseUrl: string
  /** Maximum number of connections to it. */
  databasePool?: number
  /** This authority's keys only. */
  kms: KmsSettings
  projectsFile: string
  /** The proxies that are trusted to report the client's address. */
  proxies: Proxies
  /** Maximum number of concurrent calls in this process. */
  callsAtOnce?: number
  /** Time for which the process keeps serving after it was asked to stop. Default 0. */
  drainSeconds?: number
  /** Retention of expired data. */
  retention?: Retention
  /** Where all processes of this authority count calls for rate limits. Default: each process counts separately. */
  redisUrl?: string
}

/** The environment variables that the api and custody share. */
export const authorityFields = {
  ...commonFields,
  PORT: port,
  /** This service's address, as clients see it; device proofs contain it. */
  PUBLIC_URL: url,
  DATABASE_URL: postgresUrl,
  /** Maximum number of connections from this process to the database. Default 10. */
  DATABASE_POOL: z.optional(poolSize),
  /** redis://… : where all processes of this authority count calls for rate limits. Without it, each process counts separately. */
  REDIS_URL: z.optional(redisUrl),
  ...kmsFields,
} as const

/** Converts parsed variables to settings. Absent optional variables leave their setting out. */
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
