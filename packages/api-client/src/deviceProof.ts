/**
 * The claims of a device proof: a DPoP proof JWT (RFC 9449, `typ: dpop+jwt`, ES256, the device's public key in the header) with two
 * additional claims. Authorities check all of them and reject a repeated `jti`.
 */
export type DeviceProofClaims = {
  jti: string
  /** HTTP method. */
  htm: string
  /** URL without query and fragment. */
  htu: string
  /** Seconds since 1970. */
  iat: number
  /** The server's nonce, from its last `DPoP-Nonce` header. */
  nonce?: string
  /** base64url SHA-256 of the access token, when the call carries one. */
  ath?: string
  /** base64url of the device's HPKE public key (uncompressed P-256): shares are sealed only to this key. */
  hpke: string
  /** base64url SHA-256 of the exact body bytes (of nothing, for GET). */
  bdh: string
}
