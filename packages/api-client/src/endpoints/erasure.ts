import { empty } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * The end of an account: `eraseAccount` at the api, then `eraseAtCustody` on the word of the same fresh code. From the first one on no
 * session, share or record is left, so that nothing opens the wallet but what the user has saved. What breaks between the two is
 * finished by the next sign-in: it fails with ACCOUNT_ERASED, and the wallet then calls the second one.
 *
 * ERASURE_WAITS: the email was changed in the last seven days, and its former address may still take the account back.
 */
export const eraseAccount = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/account/erase',
  credential: 'token',
  caller: 'wallet',
  request: empty,
  response: empty,
  errors: ['SESSION_EXPIRED', 'STEP_UP_REQUIRED', 'ERASURE_WAITS'],
  idempotent: false,
} as const satisfies EndpointRow

/** Custody forgets the person's email, logins and recovery shares. Repeated, it answers the same. */
export const eraseAtCustody = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/account/erase',
  credential: 'token',
  caller: 'wallet',
  request: empty,
  response: empty,
  errors: ['SESSION_EXPIRED', 'ERASURE_WAITS'],
  idempotent: true,
} as const satisfies EndpointRow
