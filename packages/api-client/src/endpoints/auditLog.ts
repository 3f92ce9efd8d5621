import * as z from 'zod/mini'
import { count, timestamp } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** The events in a user's activity log. Each authority has a separate log, which its code can only append to. */
export type AuditEvent =
  // api
  | 'wallet created'
  | 'device approved by link'
  | 'device enrolled'
  | 'key rotated'
  | 'recovery changed'
  | 'account imported'
  | 'keys exported'
  | 'recovery used'
  | 'signed in'
  | 'signed in to an app'
  | 'signed out'
  | 'signed out everywhere'
  | 'session revoked after token reuse'
  | 'sessions ended by the operator'
  | 'confirmed by code'
  | 'confirmed by login'
  | 'device renamed'
  | 'device revoked'
  | 'device removed after disuse'
  | 'later wallet reported'
  | 'permission granted'
  | 'email shared with a site'
  // custody
  | 'code accepted'
  | 'social login accepted'
  | 'too many wrong codes'
  | 'recovery share kept'
  | 'recovery share released'
  | 'old recovery shares dropped'
  // both
  | 'login linked'
  | 'login removed'
  // a provider sign-in from a device of this user, or with an identity of theirs, that failed verification
  | 'social login refused'
  | 'email changed'
  | 'email change undone'
  // a call with a genuine token was refused; `deviceId` is the token's device
  | 'call refused'

/** A page of either authority's log: newest first, `limit` entries before the given one (default 50, maximum 100). */
const page = {
  method: 'GET',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ before: z.optional(count(Number.MAX_SAFE_INTEGER)), limit: z.optional(count(100)) }),
  response: z.object({
    entries: z.array(
      z.object({
        id: z.number(),
        at: timestamp,
        /** An `AuditEvent`, or a newer one that this client doesn't know. */
        event: z.string().check(z.maxLength(100)),
        /** The device that it came from. */
        deviceId: z.string(),
        /** The page that it was done for; null at custody, which doesn't know it. */
        dappOrigin: z.nullable(z.string()),
      }),
    ),
    /** `before` of the next page; null at the end of the log. */
    next: z.nullable(z.number()),
  }),
  idempotent: true,
} as const

/** Returns the api's events by page; reading all pages exports the log. */
export const apiAuditLog = {
  ...page,
  authority: 'api',
  path: '/account/v1/audit-log',
  errors: ['SESSION_EXPIRED'],
} as const satisfies EndpointRow

/** Returns custody's events. The token comes from an email code and is valid for ten minutes. */
export const custodyAuditLog = {
  ...page,
  authority: 'custody',
  path: '/custody/v1/audit-log',
  errors: ['SESSION_EXPIRED'],
} as const satisfies EndpointRow
