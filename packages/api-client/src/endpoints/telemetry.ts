import * as z from 'zod/mini'
import { empty, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** Telemetry of a page. Pages send nothing unless their developer enables it. */

const word = z.string().check(z.maxLength(128))
const milliseconds = z.number().check(z.nonnegative())
const errors = ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'NOT_ENABLED'] as const
const row = {
  authority: 'api',
  method: 'POST',
  credential: 'none',
  caller: 'dapp',
  query: z.object(sdk),
  response: empty,
  errors,
  idempotent: false,
} as const

/** Sends events by beacon, about 45 KB at a time. `timestamp`: milliseconds since 1970. */
export const sendEvents = {
  ...row,
  path: '/batch',
  request: z
    .array(
      z.object({
        eventId: word,
        url: z.string().check(z.maxLength(2048)),
        domain: z.string().check(z.maxLength(255)),
        timestamp: milliseconds,
        props: z.object({
          type: word,
          event: word,
          address: z.optional(word),
          properties: z.optional(z.record(word, z.unknown())),
        }),
      }),
    )
    .check(z.minLength(1), z.maxLength(1000)),
} as const satisfies EndpointRow

/** Sends one error of a page; a page sends at most five per minute. */
export const sendErrorReport = {
  ...row,
  path: '/e',
  request: z.object({
    type: z.literal('error'),
    event: word,
    properties: z.object({
      errorType: z.string().check(z.maxLength(256)),
      errorMessage: z.string().check(z.maxLength(2048)),
      stackTrace: z.optional(z.string().check(z.maxLength(8192))),
      timestamp: z.optional(z.union([milliseconds, z.string().check(z.maxLength(64))])),
    }),
  }),
} as const satisfies EndpointRow
