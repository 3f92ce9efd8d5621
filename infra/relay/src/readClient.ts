import * as z from 'zod'

/** The tolerated clock difference, in seconds. */
const leewaySeconds = 60
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const payload = z.object({
  iss: z.string().regex(/^did:key:z[1-9A-HJ-NP-Za-km-z]{40,60}$/),
  sub: z.string().max(200),
  aud: z.string().max(500),
  iat: z.number(),
  exp: z.number(),
})
const header = z.object({ alg: z.literal('EdDSA') })

const fromBase58 = (text: string): Uint8Array => {
  let value = 0n
  for (const character of text) value = value * 58n + BigInt(alphabet.indexOf(character))
  const hex = value.toString(16)
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}

/** Decodes the Ed25519 public key of a `did:key`: multicodec 0xed01 before 32 bytes, in base58. */
const publicKeyOf = (did: string): Uint8Array<ArrayBuffer> => {
  const bytes = fromBase58(did.slice('did:key:z'.length))
  if (bytes.length !== 34 || bytes[0] !== 0xed || bytes[1] !== 0x01) throw new Error('Not an Ed25519 key')
  return new Uint8Array(bytes.slice(2))
}

/**
 * Returns the client's `did:key`, which has signed the token in the connection's URL. It only keeps mail from its own sender and grants
 * nothing: anyone who knows a topic may read it, and everything on it is sealed.
 *
 * @param nowMs Milliseconds since 1970.
 * @returns null for a token that is malformed, not signed by its issuer, not yet valid or expired.
 */
export const readClient = async (token: string | null, nowMs: number): Promise<string | null> => {
  try {
    const [head = '', body = '', signature = '', ...rest] = (token ?? '').split('.')
    if (rest.length > 0) return null
    header.parse(JSON.parse(Buffer.from(head, 'base64url').toString()))
    const { iss, iat, exp } = payload.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    const now = nowMs / 1000
    if (now + leewaySeconds < iat || now - leewaySeconds > exp) return null
    const key = await crypto.subtle.importKey('raw', publicKeyOf(iss), 'Ed25519', false, ['verify'])
    const signed = new TextEncoder().encode(`${head}.${body}`)
    return (await crypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64url'), signed)) ? iss : null
  } catch {
    return null
  }
}
