import * as z from 'zod/mini'
import { count, timestamp } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** What a person can read about their account. Each authority keeps a log of its own, which its code can only append to. */
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
  // a sign-in at a provider, by a device of this person or as an identity of theirs, that did not verify
  | 'social login refused'
  | 'email changed'
  | 'email change undone'
  // a genuine token came with a call that was refused; `deviceId` is the device whose token it is
  | 'call refused'

/** Of both authorities, newest first, `limit` entries before the one named (50 by default, 100 at most). */
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
        /** An `AuditEvent`, or one that this client is too old to know. */
        event: z.string().check(z.maxLength(100)),
        /** The device that it came from. */
        deviceId: z.string(),
        /** The page for which it was done; custody does not know it. */
        dappOrigin: z.nullable(z.string()),
      }),
    ),
    /** `before` of the next page; null at the end of the log. */
    next: z.nullable(z.number()),
  }),
  idempotent: true,
} as const

/** What happened at the api, a page at a time; reading all pages exports the log. */
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
