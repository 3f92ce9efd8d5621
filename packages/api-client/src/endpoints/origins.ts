import * as z from 'zod/mini'
import type { EndpointRow } from './row.ts'

/** Which pages may embed the wallet of a project. An unlisted origin gets ORIGIN_NOT_ALLOWED, readable by it. */
export const origins = {
  authority: 'api',
  method: 'GET',
  path: '/projects/v1/origins',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    projectId: z.string().check(z.minLength(1), z.maxLength(128)),
    st: z.optional(z.string()),
    sv: z.optional(z.string()),
  }),
  response: z.object({ allowedOrigins: z.array(z.string()) }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'LIMIT_EXCEEDED'],
  idempotent: true,
} as const satisfies EndpointRow
