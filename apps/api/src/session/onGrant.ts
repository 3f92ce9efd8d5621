import { AppError, isAppError } from '@latchkey/protocol/errors'
import type { NoteRefusal } from '@latchkey/service-kit/audit/auditLog'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'
import {
  type Claims,
  type GrantPurpose,
  tokens,
  type VerifyingKeys,
  verifyToken,
} from '@latchkey/service-kit/keys/tokens'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import { spendGrant } from './sessionStore.ts'

export type GrantDeps = {
  clock: Clock
  /** Verifies custody's statements about sign-ins. */
  custodyKey: () => Promise<VerifyingKeys>
  /** Notifies a user that a grant of theirs was rejected. */
  noteRefusal: NoteRefusal
}

/**
 * Acts on a grant: custody states that this device has just proved an email or an identity for this purpose. A genuine grant that is
 * rejected is recorded for its owner. Throws SESSION_EXPIRED.
 */
export async function onGrant<result>(
  { custodyKey, clock, noteRefusal }: GrantDeps,
  apiGrant: string,
  { deviceId, hpkePublicKey }: ProvenDevice,
  purpose: GrantPurpose,
  work: (grant: Claims<'apiGrant'>) => Promise<result>,
): Promise<result> {
  const grant = await verifyToken('apiGrant', apiGrant, await custodyKey(), clock)
  try {
    if (grant.cnf.jkt !== deviceId || grant.hpke !== hpkePublicKey || grant.purpose !== purpose)
      throw new AppError('SESSION_EXPIRED')
    return await work(grant)
  } catch (error) {
    if (isAppError(error, 'SESSION_EXPIRED')) await noteRefusal({ userId: grant.sub, deviceId: grant.cnf.jkt })
    throw error
  }
}

/** Throws SESSION_EXPIRED for a grant that has been used. */
export async function requireUnspent(sql: Sql, { jti }: Claims<'apiGrant'>, now: Date): Promise<void> {
  if (!(await spendGrant(sql, jti, secondsLater(now, tokens.apiGrant.lifeSeconds))))
    throw new AppError('SESSION_EXPIRED')
}
