import { randomUUID } from 'node:crypto'
import { type Clock, unixSeconds } from '../../clock.ts'
import { type GrantPurpose, signToken, type TokenSigner } from '../../keys/tokens.ts'

export type GrantAccessDeps = { signer: TokenSigner; clock: Clock }
export type Proved = { userId: string; email: string; purpose: GrantPurpose; deviceId: string; hpkePublicKey: string }

/** What a device gets that has just proved an email: a statement for the api, and a token for this person's recovery share. */
export async function grantAccess({ signer, clock }: GrantAccessDeps, proved: Proved) {
  const { userId: sub, email, purpose, deviceId, hpkePublicKey: hpke } = proved
  const cnf = { jkt: deviceId }
  const grant = { sub, jti: randomUUID(), email, purpose, auth_time: unixSeconds(clock.now()), cnf, hpke }
  return {
    apiGrant: await signToken('apiGrant', grant, signer, clock),
    custodyToken: await signToken('custodyToken', { sub, cnf }, signer, clock),
  }
}
