import { AppError } from '@latchkey/protocol/errors'
import type { Limits } from '@latchkey/service-kit/limits/limits'
import { type GrantAccessDeps, grantAccess } from '../grantAccess.ts'
import { type EnteredCode, type TakeCodeDeps, takeCode } from './takeCode.ts'

export type VerifyEmailDeps = TakeCodeDeps &
  GrantAccessDeps & {
    limits: Limits
    /** Records the network in which an email's user has signed in, so that other networks' requests don't use up its mails. */
    noteNetwork: (signedIn: { userId: string; email: string; ipAddress: string }) => Promise<void>
  }

/**
 * Takes the code of a sign-in or a confirmation. Throws what `takeCode` throws; OTP_EXPIRED when there is no account to confirm; FROZEN.
 */
export async function verifyEmail(
  deps: VerifyEmailDeps,
  entered: EnteredCode & { hpkePublicKey: string; ipAddress: string },
) {
  const { userId, email, purpose } = await takeCode(deps, entered)
  if (userId === null || (purpose !== 'login' && purpose !== 'confirmation')) throw new AppError('OTP_EXPIRED')
  deps.limits.requireActive('signIns', { userId })
  const { deviceId, hpkePublicKey, ipAddress } = entered
  await deps.audit(userId, deviceId, 'code accepted')
  await deps.noteNetwork({ userId, email, ipAddress })
  return { userId, ...(await grantAccess(deps, { userId, email, purpose, deviceId, hpkePublicKey })) }
}
