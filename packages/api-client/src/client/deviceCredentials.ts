import { encodeBase64url } from '../base64url.ts'
import type { Authority, EndpointRow } from '../endpoints/row.ts'
import type { Credentials } from './credentials.ts'

/** The content of a device proof (`DeviceProofClaims`); hashes are base64url SHA-256. */
export type ProveInput = {
  authority: Authority
  method: EndpointRow['method']
  path: string
  /** Of the exact bytes of the body; empty for GET. */
  bodySha256: string
  accessTokenSha256?: string
  nonce?: string
}
/** Signs a device proof with the device key and resolves with the JWT. */
export type Prove = (input: ProveInput) => Promise<string>

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** Creates device proofs (DPoP, RFC 9449) for a client: a new proof for each try, with each authority's latest nonce. */
export const deviceCredentials = ({ prove }: { prove: Prove }): Credentials => {
  const nonces: Partial<Record<Authority, string>> = {}
  return {
    async headers({ authority, method, path }, body, accessToken) {
      const nonce = nonces[authority]
      const proof = await prove({
        authority,
        method,
        path,
        bodySha256: await sha256(body),
        ...(accessToken === undefined
          ? {}
          : { accessTokenSha256: await sha256(new TextEncoder().encode(accessToken)) }),
        ...(nonce === undefined ? {} : { nonce }),
      })
      return { dpop: proof, ...(accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` }) }
    },
    onResponse({ authority }, response) {
      const nonce = response.headers.get('dpop-nonce')
      if (nonce !== null) nonces[authority] = nonce
    },
  }
}
