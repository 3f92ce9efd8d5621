import * as z from 'zod/mini'
import { projectBrand } from '../projectBrand.ts'
import type { EndpointRow } from './row.ts'

/** The scopes for an app that signs its users in by OpenID Connect. */
export const authorizationScope = z.enum(['openid', 'wallets', 'email'])
/** An OpenID Connect scope that we support. */
export type AuthorizationScope = z.output<typeof authorizationScope>

/** Identifies a sign-in that an app has started. It authorizes nothing: only the browser that started it can complete it. */
const authorization = z.string().check(z.regex(/^[\w-]{43}$/))
const address = z.string().check(z.maxLength(2_048))

/** Returns what the page shows of an app's sign-in, and where the user goes to cancel it. */
export const readAuthorization = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/authorization/read',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ authorization }),
  response: z.object({
    clientId: z.string(),
    /** The project's name from the operator. */
    projectName: z.string(),
    brand: z.optional(projectBrand),
    /** The origin that the user returns to. */
    origin: z.string(),
    scopes: z.array(authorizationScope),
    /** The app requires the user's consent again, even if given before. */
    mustAsk: z.boolean(),
    cancelAt: address,
  }),
  errors: ['AUTHORIZATION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Signs this session's user in to the app, with their consent. `continueAt`: the URL where the browser continues, valid once, and only in
 * the browser that the app redirected here. Fails with STEP_UP_REQUIRED when the app requires a more recent authentication.
 */
export const allowAuthorization = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/authorization/allow',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ authorization }),
  response: z.object({ continueAt: address }),
  errors: ['AUTHORIZATION_EXPIRED', 'STEP_UP_REQUIRED', 'SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow
