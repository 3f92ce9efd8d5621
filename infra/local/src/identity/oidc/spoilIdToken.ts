import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Faults } from '../../faults/createFaults.ts'
import type { OidcFault } from '../../faults/faultTables.ts'
import { makeSigningKey } from './openSigningKey.ts'

const anHourSeconds = 3600

const changes: Partial<Record<OidcFault, (claims: JWTPayload) => JWTPayload>> = {
  'wrong issuer': () => ({ iss: 'https://issuer.invalid' }),
  'wrong audience': () => ({ aud: 'another-application' }),
  'wrong nonce': () => ({ nonce: 'another-nonce' }),
  'wrong signature': () => ({}),
  'old token': ({ iat = 0, auth_time }) => ({
    iat: iat - anHourSeconds,
    ...(typeof auth_time === 'number' ? { auth_time: auth_time - anHourSeconds } : {}),
  }),
}

/** Returns the id_token as the active fault changes it, signed again with the provider's key or an unknown one; undefined for none. */
export const spoilIdToken = async (
  idToken: string,
  key: JWK,
  faults: Faults<OidcFault>,
): Promise<string | undefined> => {
  if (faults.has('no id_token')) return undefined
  const [, change] = Object.entries(changes).find(([fault]) => faults.has(fault as OidcFault)) ?? []
  if (change === undefined) return idToken
  const claims = decodeJwt(idToken)
  const signer = await importJWK(faults.has('wrong signature') ? await makeSigningKey() : key, 'RS256')
  return new SignJWT({ ...claims, ...change(claims) })
    .setProtectedHeader({ ...decodeProtectedHeader(idToken), alg: 'RS256' })
    .sign(signer)
}
