import type { Proxies } from '@latchkey/proxies'
import * as z from 'zod/mini'
import { type KmsSettings, kmsFields, readKmsFields } from '../kms/kmsFields.ts'
import type { ObserveSettings } from '../metrics/observe.ts'
import type { Retention } from '../retention/startRetention.ts'
import { commonFields, poolSize, port, postgresUrl, readCommon, redisUrl, url } from '../settings/fields.ts'

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

/** The environment variables that the api and custody share. */
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
