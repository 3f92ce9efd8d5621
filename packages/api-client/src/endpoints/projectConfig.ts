import * as z from 'zod/mini'
import { sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** What a project can turn on and off for its pages. */
export const projectFeatures = [
  'social_login',
  'swap',
  'onramp',
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
 * `config`: a list that takes the place of the page's own, an empty one too; null leaves it to the page. Of `social_login` the
 * ways to log in, `email` among them; of `email_capture` `required`, where users can't skip it.
 */
export const projectFeature = z.object({
  id: z.enum(projectFeatures),
  isEnabled: z.boolean(),
  config: z.nullable(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64))),
})
export type ProjectFeature = z.output<typeof projectFeature>

/** What a project wants email addresses for, in the words that the user reads. */
export const capturePurpose = z.string().check(z.minLength(1), z.maxLength(300), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u))

const projectConfig = z.object({
  features: z.nullable(z.array(projectFeature)),
  /** What the project captures emails for; without it none are captured. */
  emailCapture: z.optional(z.object({ purpose: capturePurpose })),
})
export type ProjectConfig = z.output<typeof projectConfig>

const row = { authority: 'api', method: 'GET', credential: 'none', caller: 'dapp', idempotent: true } as const

/** What the project has decided: where `features` is null, nothing, and what the page says holds. What a list lacks is off. */
export const getProjectConfig = {
  ...row,
  path: '/appkit/v1/config',
  request: z.object(sdk),
  response: projectConfig,
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED'],
} as const satisfies EndpointRow

/** Whether this server takes events. */
export const getAnalyticsConfig = {
  ...row,
  path: '/getAnalyticsConfig',
  request: z.object(sdk),
  response: z.object({ isAnalyticsEnabled: z.boolean() }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED'],
} as const satisfies EndpointRow
