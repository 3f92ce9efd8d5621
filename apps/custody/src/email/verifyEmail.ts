import { AppError } from '@latchkey/protocol/errors'
import { type GrantAccessDeps, grantAccess } from '../grantAccess.ts'
import { type EnteredCode, type TakeCodeDeps, takeCode } from './takeCode.ts'

export type VerifyEmailDeps = TakeCodeDeps & GrantAccessDeps

/** Takes the code of a login or a confirmation. Throws what `takeCode` throws; OTP_EXPIRED when there is nobody to confirm. */
export async function verifyEmail(deps: VerifyEmailDeps, entered: EnteredCode & { hpkePublicKey: string }) {
  const { userId, email, purpose } = await takeCode(deps, entered)
  if (userId === null || (purpose !== 'login' && purpose !== 'confirmation')) throw new AppError('OTP_EXPIRED')
  const { deviceId, hpkePublicKey } = entered
  await deps.audit(userId, deviceId, 'code accepted')
  return { userId, ...(await grantAccess(deps, { userId, email, purpose, deviceId, hpkePublicKey })) }
}
