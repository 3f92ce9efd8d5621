import { AppError, type ErrorName } from '@latchkey/protocol/errors'
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
  /** Counts a wrong guess. */
  noteWrongCode(): Promise<void>
}
export type EnteredCode = { attemptId: string; code: string; deviceId: string }

/** An email change takes 20 minutes at most, and its last statement is valid for ten more. After that the api can't complete it. */
const settlingSeconds = 1800

/** Belongs to no account, so no user can read its entries. Retention deletes them with the other old ones. */
const noUserId = '00000000-0000-0000-0000-000000000000'

/**
 * Takes the code of this device's attempt, once. Any wrong input costs a try, whatever its form; the space that mails show in a code's
 * middle is ignored.
 *
 * Throws OTP_INVALID `{ triesLeft }`, OTP_EXHAUSTED, OTP_USED, and OTP_EXPIRED also for an attempt that a newer code replaced, that is
 * another device's, or that never existed. EMAIL_IN_USE while another account may restore the email, unless its change broke off: then that
 * is undone (`takeBackUnsettled`).
 */
export async function takeCode(deps: TakeCodeDeps, entered: EnteredCode): Promise<Extract<Outcome, { is: 'right' }>> {
  const { attempts, kms, clock } = deps
  const outcome = await attempts.consume({
    ...(await readCode(deps, entered)),
    newUserId: (email) => makeUserId(kms, 'email', email),
    unsettledBefore: secondsLater(clock.now(), -settlingSeconds),
  })
  return requireTaken(deps, outcome, entered)
}

/** Returns a code as the store compares it; the space that mails show in its middle is removed. */
export async function readCode({ kms, clock }: TakeCodeDeps, { attemptId, code, deviceId }: EnteredCode) {
  const [codeMac, otherMac] = await macsOfCode(kms, attemptId, code.replaceAll(/\s/g, ''))
  return { attemptId, deviceId, codeMac, otherMac, now: clock.now() }
}

type Failed = Exclude<Outcome, { is: 'right' }>

/** Returns outcomes that aren't failures of the code; counts a failure, and throws as `takeCode` does. */
export async function requireTaken<outcome extends { is: string }>(
  { audit, noteWrongCode }: TakeCodeDeps,
  outcome: outcome | Failed,
  { deviceId }: EnteredCode,
): Promise<Exclude<outcome, Failed>> {
  if (!isFailed(outcome)) return outcome as Exclude<outcome, Failed>
  if (outcome.is === 'wrong' || outcome.is === 'exhausted') await noteWrongCode()
  // Also without an account: timing must not reveal whether the email has one.
  if (outcome.is === 'exhausted') await audit(outcome.userId ?? noUserId, deviceId, 'too many wrong codes')
  throw new AppError(
    failures[outcome.is],
    outcome.is === 'wrong' ? { details: { triesLeft: outcome.triesLeft } } : undefined,
  )
}

const failures = {
  wrong: 'OTP_INVALID',
  exhausted: 'OTP_EXHAUSTED',
  noTriesLeft: 'OTP_EXHAUSTED',
  used: 'OTP_USED',
  expired: 'OTP_EXPIRED',
  reserved: 'EMAIL_IN_USE',
} as const satisfies Readonly<Record<Failed['is'], ErrorName>>
const isFailed = (outcome: { is: string }): outcome is Failed => Object.hasOwn(failures, outcome.is)
