import type { EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { grantAccess } from '../grantAccess.ts'
import { type EnteredCode, readCode, requireTaken } from './takeCode.ts'
import type { VerifyEmailDeps } from './verifyEmail.ts'

/**
 * Returns the account that has the email of a sign-in's code at a login provider, if it is no account's own email. Changes nothing, and the
 * code stays valid. Throws what `takeCode` throws.
 */
export async function findAccountByCode(
  deps: VerifyEmailDeps,
  entered: EnteredCode,
): Promise<EndpointResponse<'findAccount'>> {
  const looked = await requireTaken(deps, await deps.attempts.look(await readCode(deps, entered)), entered)
  const { email, providers } = looked
  return { account: providers == null ? null : { email, providers } }
}

/**
 * Makes the email of a sign-in's code the account's own, once its user has signed in to it. `mayKeep: false` gives the grant and changes
 * nothing. Throws what `takeCode` throws, IDENTITY_IN_USE for another account's email, LINK_MISMATCH if the account has another one or has
 * not proved this address at a login provider, and FROZEN.
 */
export async function linkEmail(
  deps: VerifyEmailDeps,
  entered: EnteredCode & { hpkePublicKey: string; userId: string; mayKeep: boolean },
): Promise<EndpointResponse<'linkIdentity'>> {
  const { userId, mayKeep, deviceId, hpkePublicKey } = entered
  deps.limits.requireActive('signIns', { userId })
  const read = await readCode(deps, entered)
  const outcome = await requireTaken(deps, await deps.attempts.linkEmail({ ...read, userId, mayKeep }), entered)
  if (outcome.is === 'taken') throw new AppError('IDENTITY_IN_USE')
  if (outcome.is === 'unlike') throw new AppError('LINK_MISMATCH')
  const { email } = outcome
  const { apiGrant } = await grantAccess(deps, { userId, email, purpose: 'link', deviceId, hpkePublicKey })
  return { apiGrant }
}
