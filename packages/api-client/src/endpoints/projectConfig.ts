import * as z from 'zod/mini'
import { ensName, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** The features that a project can turn on and off for its pages. */
export const projectFeatures = [
  'social_login',
  'swap',
  'onramp',
  'offramp',
  'activity',
  'multi_wallet',
  'email_capture',
  'fund_from_exchange',
  'payments',
  'reown_authentication',
  'reown_branding',
  'headless',
] as const

/**
 * `config`: a list that replaces the page's own, even if empty; null leaves it to the page. For `social_login` the sign-in methods,
 * including `email`; for `email_capture` `required`, if users can't skip it.
 */
export const projectFeature = z.object({
  id: z.enum(projectFeatures),
  isEnabled: z.boolean(),
  config: z.nullable(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64))),
})
/** A parsed feature setting of a project. */
export type ProjectFeature = z.output<typeof projectFeature>

/** A project's message to the users of its pages: one line, `warning` for possible problems. */
export const projectNotice = z.strictObject({
  variant: z.enum(['info', 'warning']),
  text: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)),
})

/** Why a project requests email addresses, as shown to the user. */
export const capturePurpose = z.string().check(z.minLength(1), z.maxLength(300), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u))

const walletIds = z.array(z.string().check(z.regex(/^[A-Za-z0-9][\w.$+-]{0,127}$/))).check(z.maxLength(100))

/**
 * Wallets of the directory, by id. `featured` come first, in this order, and replace the page's own; `excluded` are hidden in addition to
 * the page's own.
 */
export const projectWallets = z.strictObject({ featured: z.optional(walletIds), excluded: z.optional(walletIds) })

const projectConfig = z.object({
  /** A newer server may list features that this client doesn't know. */
  features: z.nullable(z.array(z.extend(projectFeature, { id: z.string().check(z.maxLength(64)) }))),
  wallets: z.optional(projectWallets),
  notice: z.optional(projectNotice),
  /** The purpose of the project's email capture; without it none are captured. */
  emailCapture: z.optional(z.object({ purpose: capturePurpose })),
  /** The parent name below which accounts can register names: `example.eth` for names such as `ada.example.eth`. Without it, nowhere. */
  names: z.optional(z.object({ parent: ensName })),
})
/** The parsed remote configuration of a project. */
export type ProjectConfig = z.output<typeof projectConfig>

const row = { authority: 'api', method: 'GET', credential: 'none', caller: 'dapp', idempotent: true } as const

/** Returns the project's configuration: if `features` is null, the page's settings apply. Features that aren't listed are off. */
export const getProjectConfig = {
  ...row,
  path: '/appkit/v1/config',
  request: z.object(sdk),
  response: projectConfig,
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED'],
} as const satisfies EndpointRow

/** Returns whether this server accepts events. */
export const getAnalyticsConfig = {
  ...row,
  path: '/getAnalyticsConfig',
  request: z.object(sdk),
  response: z.object({ isAnalyticsEnabled: z.boolean() }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED'],
} as const satisfies EndpointRow
