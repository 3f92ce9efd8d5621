import * as z from 'zod/mini'
import { projectBrand } from '../projectBrand.ts'
import type { EndpointRow } from './row.ts'

/** What an app that signs its users in by OpenID Connect can ask for. */
export const authorizationScope = z.enum(['openid', 'wallets', 'email'])
/** An OpenID Connect scope that we support. */
export type AuthorizationScope = z.output<typeof authorizationScope>

/** Names a sign-in that an app has begun. It decides nothing: only the browser that began it can bring it to an end. */
const authorization = z.string().check(z.regex(/^[\w-]{43}$/))
const address = z.string().check(z.maxLength(2_048))

/** What the page shows of a sign-in that an app has begun, and where its user goes to cancel it. */
export const readAuthorization = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/authorization/read',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ authorization }),
  response: z.object({
    clientId: z.string(),
    /** As the operator has named the project. */
    projectName: z.string(),
    brand: z.optional(projectBrand),
    /** Where the user returns to. */
    origin: z.string(),
    scopes: z.array(authorizationScope),
    /** The app wants its user asked, also one who has agreed before. */
    mustAsk: z.boolean(),
    cancelAt: address,
  }),
  errors: ['AUTHORIZATION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Signs the user of this session in to the app, after they have agreed. `continueAt` is where the browser goes on: it is good
 * once, and in the browser that the app has sent here. Fails with STEP_UP_REQUIRED when the app wants a newer proof of the user.
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
