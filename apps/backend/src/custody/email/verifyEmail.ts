import { randomUUID } from 'node:crypto'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, unixSeconds } from '../../clock.ts'
import { signToken, type TokenSigner } from '../../keys/tokens.ts'
import type { Kms } from '../../kms/kms.ts'
import type { CustodyAudit } from '../custodyAudit.ts'
import type { AttemptStore } from './attemptStore.ts'
import { macOfCode } from './emailCode.ts'

export type VerifyEmailDeps = {
  attempts: AttemptStore
  kms: Kms
  signer: TokenSigner
  clock: Clock
  audit: CustodyAudit
}
export type VerifyEmailInput = { attemptId: string; code: string; deviceId: string; hpkePublicKey: string }

/**
 * Takes the code of an attempt of this device, once. Anything that is not the code costs a try, whatever its shape; the
 * gap that mails show in its middle is not part of it.
 *
 * Throws OTP_INVALID `{ triesLeft }`, OTP_EXHAUSTED, OTP_USED, and OTP_EXPIRED also for an attempt that a newer code
 * replaced, that is another device's, or that never was.
 */
export async function verifyEmail({ attempts, kms, signer, clock, audit }: VerifyEmailDeps, input: VerifyEmailInput) {
  const { attemptId, deviceId, hpkePublicKey } = input
  const now = clock.now()
  const codeMac = await macOfCode(kms, attemptId, input.code.replaceAll(/\s/g, ''))
  const outcome = await attempts.consume({ attemptId, deviceId, codeMac, newUserId: randomUUID(), now })
  switch (outcome.is) {
    case 'wrong':
      throw new AppError('OTP_INVALID', { details: { triesLeft: outcome.triesLeft } })
    case 'exhausted':
      if (outcome.userId !== undefined) await audit(outcome.userId, deviceId, 'too many wrong codes')
      throw new AppError('OTP_EXHAUSTED')
    case 'used':
      throw new AppError('OTP_USED')
    case 'expired':
      throw new AppError('OTP_EXPIRED')
    case 'right': {
      const { userId, email, purpose } = outcome
      await audit(userId, deviceId, 'code accepted')
      const cnf = { jkt: deviceId }
      const authTime = unixSeconds(now)
      const grant = { sub: userId, jti: randomUUID(), email, purpose, auth_time: authTime, cnf, hpke: hpkePublicKey }
      return {
        userId,
        apiGrant: await signToken('apiGrant', grant, signer, clock),
        custodyToken: await signToken('custodyToken', { sub: userId, cnf }, signer, clock),
      }
    }
  }
}
