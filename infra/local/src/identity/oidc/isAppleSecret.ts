import { importSPKI, jwtVerify } from 'jose'
import { localAppleTeam, localClientId } from '../localClient.ts'

/** Half a year, the maximum at Apple. */
const longestLifeSeconds = 15_777_000

/**
 * Returns whether Apple would accept a client secret: a JWT of the team, for the client and this issuer, signed with ES256 by the team's
 * registered key (`publicKey`, PEM), and of at most six months.
 */
export const isAppleSecret = async (secret: string, issuer: string, publicKey: string): Promise<boolean> => {
  const { teamId, keyId } = localAppleTeam
  try {
    const { payload, protectedHeader } = await jwtVerify(secret, await importSPKI(publicKey, 'ES256'), {
      algorithms: ['ES256'],
      issuer: teamId,
      subject: localClientId,
      audience: issuer,
      requiredClaims: ['iat', 'exp'],
    })
    const { iat = 0, exp = 0 } = payload
    return protectedHeader.kid === keyId && exp - iat <= longestLifeSeconds
  } catch {
    return false
  }
}
