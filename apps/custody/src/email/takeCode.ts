import { AppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import type { CustodyAudit } from '../custodyAudit.ts'
import { makeUserId } from '../identity/makeUserId.ts'
import type { AttemptStore, Outcome } from './attemptStore.ts'
import { macsOfCode } from './emailCode.ts'

export type TakeCodeDeps = {
  attempts: AttemptStore
  kms: Kms
  clock: Clock
  audit: CustodyAudit
  /** A code that counts was guessed at. */
  noteWrongCode(): Promise<void>
}
export type EnteredCode = { attemptId: string; code: string; deviceId: string }

/** A change of email takes 20 minutes at most, and its last statement is good for ten more. After that the api makes it no more. */
const settlingSeconds = 1800

/** Whose entries no one can read. They go with the other old ones. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Takes the code of an attempt of this device, once. Anything that is not the code costs a try, whatever its shape; the
 * gap that mails show in its middle is not part of it.
 *
 * Throws OTP_INVALID `{ triesLeft }`, OTP_EXHAUSTED, OTP_USED, and OTP_EXPIRED also for an attempt that a newer code
 * replaced, that is another device's, or that never was. EMAIL_IN_USE while somebody may take the email back, unless a change of it broke off:
 * then that is undone (`takeBackUnsettled`).
 */
export async function takeCode(
  { attempts, kms, clock, audit, noteWrongCode }: TakeCodeDeps,
  { attemptId, code, deviceId }: EnteredCode,
): Promise<Extract<Outcome, { is: 'right' }>> {
  const [codeMac, otherMac] = await macsOfCode(kms, attemptId, code.replaceAll(/\s/g, ''))
  const outcome = await attempts.consume({
    attemptId,
    deviceId,
    codeMac,
    otherMac,
    newUserId: (email) => makeUserId(kms, 'email', email),
    now: clock.now(),
    unsettledBefore: secondsLater(clock.now(), -settlingSeconds),
  })
  switch (outcome.is) {
    case 'wrong':
      await noteWrongCode()
      throw new AppError('OTP_INVALID', { details: { triesLeft: outcome.triesLeft } })
    case 'exhausted':
      await noteWrongCode()
      // Also for nobody: how long this takes must not say whether the email has an account.
      await audit(outcome.userId ?? nobody, deviceId, 'too many wrong codes')
      throw new AppError('OTP_EXHAUSTED')
    case 'noTriesLeft':
      throw new AppError('OTP_EXHAUSTED')
    case 'used':
      throw new AppError('OTP_USED')
    case 'expired':
      throw new AppError('OTP_EXPIRED')
    case 'reserved':
      throw new AppError('EMAIL_IN_USE')
    case 'right':
      return outcome
  }
}
