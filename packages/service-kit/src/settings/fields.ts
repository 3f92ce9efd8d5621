import * as z from 'zod/mini'
import type { EmailLimits } from '../mail/mailAllowance.ts'
import { defaultRates } from '../rateLimits/rates.ts'

/** Shapes of single settings. */

export const url = z
  .string()
  .check(z.regex(/^https?:\/\/[^/\s]+$/, { error: 'must be scheme, host and port without a slash at the end' }))
export const port = z.pipe(z.coerce.number(), z.number().check(z.int(), z.minimum(1), z.maximum(65_535)))
export const flag = z.enum(['true', 'false'])
export const text = z.string().check(z.minLength(1))
/** An address with one of these schemes. The value may hold a password: no message repeats it. */
export const address = (schemes: RegExp, error: string) => z.string().check(z.regex(schemes, { error }))
export const redisUrl = address(/^rediss?:\/\//, 'must start with redis:// or rediss://')
export const postgresUrl = address(/^postgres(?:ql)?:\/\//, 'must start with postgres://')
/** CAIP-2 of an EVM chain. */
export const evmChain = z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/))

/** What every process reads, by the names of the environment. */
export const commonFields = {
  /** Addresses to listen on, with commas; without it the loopback ones. */
  HOSTS: z.optional(text),
  WALLET_ORIGIN: url,
  PROJECTS_FILE: text,
  TRUST_PROXY: z._default(flag, 'false'),
  /** false turns the limits on the pace of calls off. */
  RATE_LIMITS: z._default(flag, 'true'),
} as const

/** What a process that mails reads beside them. */
export const mailFields = {
  SMTP_URL: address(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
  MAIL_FROM: text,
  /** false turns the caps on mails off; the pause of 30 s stays. */
  EMAIL_LIMITS: z._default(flag, 'true'),
} as const

export type MailSettings = {
  smtpUrl: string
  mailFrom: string
  /** Caps on mails; null turns them off, for one machine. */
  emailLimits: EmailLimits | null
}

/** The settings that every process has, as the code knows them. */
export const readCommon = (values: z.output<z.ZodMiniObject<typeof commonFields>>) => ({
  ...(values.HOSTS === undefined ? {} : { hosts: values.HOSTS.split(',') }),
  walletOrigin: values.WALLET_ORIGIN,
  projectsFile: values.PROJECTS_FILE,
  trustProxy: values.TRUST_PROXY === 'true',
  rates: values.RATE_LIMITS === 'true' ? defaultRates : null,
})

const emailLimits: EmailLimits = { perEmailHour: 5, perEmailDay: 10, perAddressHour: 30 }

export const readMailFields = (values: z.output<z.ZodMiniObject<typeof mailFields>>): MailSettings => ({
  smtpUrl: values.SMTP_URL,
  mailFrom: values.MAIL_FROM,
  emailLimits: values.EMAIL_LIMITS === 'true' ? emailLimits : null,
})
