import { randomUUID } from 'node:crypto'
import { type Clock, unixSeconds } from '@latchkey/service-kit/clock'
import { type GrantPurpose, type Identity, signToken, type TokenSigner } from '@latchkey/service-kit/keys/tokens'

export type GrantAccessDeps = { signer: TokenSigner; clock: Clock }
export type Proved = { userId: string; purpose: GrantPurpose; deviceId: string; hpkePublicKey: string } & (
  | { email: string }
  | { identity: Identity }
)

/**
 * Returns what a device gets after proving an email or an identity: a statement for the api, which names the one that was proved, and a
 * token for this user's recovery share.
 */
export async function grantAccess({ signer, clock }: GrantAccessDeps, proved: Proved) {
  const { userId: sub, purpose, deviceId, hpkePublicKey: hpke } = proved
  const cnf = { jkt: deviceId }
  const who = 'identity' in proved ? { email: null, identity: proved.identity } : { email: proved.email }
  const grant = { sub, jti: randomUUID(), ...who, purpose, auth_time: unixSeconds(clock.now()), cnf, hpke }
  return {
    apiGrant: await signToken('apiGrant', grant, signer, clock),
    custodyToken: await signToken('custodyToken', { sub, cnf }, signer, clock),
  }
}
