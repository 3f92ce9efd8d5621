import { type Proxies, readProxies } from '@latchkey/proxies'
import * as z from 'zod/mini'
import { defaultCallsAtOnce } from '../http/createAdmission.ts'
import type { LimitSettings } from '../limits/limits.ts'
import { defaultLogSettings, logLevels } from '../log.ts'
import { defaultRetention } from '../retention/startRetention.ts'
import { UnusableSettings } from './readEnvironment.ts'

/** Schemas of single settings. */

export const url = z
  .string()
  .check(z.regex(/^https?:\/\/[^/\s]+$/, { error: 'must be scheme, host and port without a slash at the end' }))
/** A TCP port. */
export const port = z.pipe(z.coerce.number(), z.number().check(z.int(), z.minimum(1), z.maximum(65_535)))
/** A boolean variable; no other words are accepted. */
export const flag = z.enum(['true', 'false'])
/** A variable that must not be empty. */
export const text = z.string().check(z.minLength(1))
/** A URL with one of these schemes. The value may contain a password: no message repeats it. */
export const address = (schemes: RegExp, error: string) => z.string().check(z.regex(schemes, { error }))
/** The URL of a Redis server; `rediss:` uses TLS. */
export const redisUrl = address(/^rediss?:\/\//, 'must start with redis:// or rediss://')
/** The URL of a PostgreSQL database, with user and password. */
export const postgresUrl = address(/^postgres(?:ql)?:\/\//, 'must start with postgres://')
/** Database connections of one process. */
export const poolSize = z.pipe(z.coerce.number(), z.number().check(z.int(), z.minimum(1), z.maximum(500)))
/** Maximum number of concurrent calls in a process. */
export const callsAtOnce = z.pipe(z.coerce.number(), z.number().check(z.int(), z.minimum(8), z.maximum(100_000)))
const drainSeconds = z.pipe(z.coerce.number(), z.number().check(z.minimum(0), z.maximum(300)))
const days = (least: number) =>
  z.pipe(z.coerce.number(), z.number().check(z.int(), z.minimum(least), z.maximum(36_500)))
const share = z.pipe(z.coerce.number(), z.number().check(z.minimum(0), z.maximum(1)))
/** CAIP-2 of an EVM chain. */
export const evmChain = z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/))

/** The variables that every process reads. */
export const commonFields = {
  /** Comma-separated addresses to listen on. Default: the loopback ones. */
  HOSTS: z.optional(text),
  WALLET_ORIGIN: url,
  PROJECTS_FILE: text,
  /** Proxies that report the client's address: how many, or their networks. */
  TRUSTED_PROXIES: z.optional(z.string()),
  /** Whether connections of TRUSTED_PROXIES start with a header of the PROXY protocol. */
  PROXY_PROTOCOL: z._default(flag, 'false'),
  /** JSON: limits that differ from the table's (`limits/limitTable.ts`), reloaded when it changes. */
  LIMITS_FILE: z.optional(text),
  /** false turns the rate limits on calls off. */
  RATE_LIMITS: z._default(flag, 'true'),
  /** Time for which a process keeps serving after it was asked to stop, in seconds, so that proxies notice in time. */
  DRAIN_SECONDS: z.optional(drainSeconds),
  /** `production` in our images. */
  NODE_ENV: z.optional(z.string()),
  /** Maximum number of concurrent calls in one process. */
  CALLS_AT_ONCE: z._default(callsAtOnce, defaultCallsAtOnce),
  /** The lowest level of lines that are written. */
  LOG_LEVEL: z._default(z.enum(logLevels), defaultLogSettings.level),
  /** The share of successful requests that are logged: 1 all, 0 none, 0.01 one in a hundred. */
  LOG_REQUESTS: z._default(share, defaultLogSettings.requests),
  /** Where Prometheus reads metrics, separate from our other ports. Default: nowhere. */
  METRICS_PORT: z.optional(port),
  /** Comma-separated addresses that it listens on. Default: the loopback ones. */
  METRICS_HOSTS: z.optional(text),
  /** Days after which an ended session is removed. */
  RETAIN_SESSIONS_DAYS: z._default(days(1), defaultRetention.sessionsDays),
  /** Days without use after which a device is removed, unless it is the user's last. */
  RETAIN_DEVICES_DAYS: z._default(days(90), defaultRetention.devicesDays),
  /** Days after which an audit entry is removed. */
  RETAIN_AUDIT_DAYS: z._default(days(90), defaultRetention.auditDays),
  /** Days without a sign-in after which a user's network is removed. */
  RETAIN_NETWORKS_DAYS: z._default(days(1), defaultRetention.networksDays),
  /** Days after which an email address captured for a project is removed. */
  RETAIN_CAPTURED_EMAILS_DAYS: z._default(days(1), defaultRetention.capturedEmailsDays),
  /** Days after which a page's event is removed. */
  RETAIN_TELEMETRY_DAYS: z._default(days(1), defaultRetention.telemetryDays),
} as const

/** The additional variables of a process that sends mail. */
export const mailFields = {
  SMTP_URL: address(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
  MAIL_FROM: text,
  /** false turns the limits on mails off, except the pause of 30 s. */
  EMAIL_LIMITS: z._default(flag, 'true'),
} as const

/** The settings of mail, parsed from `mailFields`. */
export type MailSettings = {
  smtpUrl: string
  mailFrom: string
  limits: LimitSettings
}

/** Parses the trusted proxies. Throws UnusableSettings. */
function proxiesOf(trusted: string | undefined, protocol: boolean): Proxies {
  const proxies = readProxies(trusted, protocol)
  if ('reason' in proxies) throw new UnusableSettings([proxies.reason])
  return proxies
}

/** Splits a comma-separated list of addresses; without one, returns an empty object, so that a default applies. */
export const hostsOf = (text: string | undefined): { hosts?: string[] } =>
  text === undefined ? {} : { hosts: text.split(',') }

/** Converts the common variables to settings. */
export const readCommon = (values: z.output<z.ZodMiniObject<typeof commonFields>>) => ({
  ...hostsOf(values.HOSTS),
  walletOrigin: values.WALLET_ORIGIN,
  projectsFile: values.PROJECTS_FILE,
  proxies: proxiesOf(values.TRUSTED_PROXIES, values.PROXY_PROTOCOL === 'true'),
  callsAtOnce: values.CALLS_AT_ONCE,
  drainSeconds: values.DRAIN_SECONDS ?? (values.NODE_ENV === 'production' ? 5 : 0),
  logging: { level: values.LOG_LEVEL, requests: values.LOG_REQUESTS },
  ...(values.METRICS_PORT === undefined
    ? {}
    : { metricsListener: { port: values.METRICS_PORT, ...hostsOf(values.METRICS_HOSTS) } }),
  retention: {
    sessionsDays: values.RETAIN_SESSIONS_DAYS,
    devicesDays: values.RETAIN_DEVICES_DAYS,
    auditDays: values.RETAIN_AUDIT_DAYS,
    networksDays: values.RETAIN_NETWORKS_DAYS,
    capturedEmailsDays: values.RETAIN_CAPTURED_EMAILS_DAYS,
    telemetryDays: values.RETAIN_TELEMETRY_DAYS,
  },
})

/** Converts parsed variables to the settings of mail. */
export const readMailFields = (
  values: z.output<z.ZodMiniObject<typeof mailFields & typeof commonFields>>,
): MailSettings => ({
  smtpUrl: values.SMTP_URL,
  mailFrom: values.MAIL_FROM,
  limits: {
    ...(values.LIMITS_FILE === undefined ? {} : { file: values.LIMITS_FILE }),
    calls: values.RATE_LIMITS === 'true',
    mails: values.EMAIL_LIMITS === 'true',
  },
})
