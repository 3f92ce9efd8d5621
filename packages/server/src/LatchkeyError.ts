/** The errors, with the HTTP status that the middleware returns. */
const failures = {
  TOKEN_MISSING: { status: 401, message: 'There is no ID token' },
  TOKEN_INVALID: { status: 401, message: 'The ID token is not valid' },
  TOKEN_EXPIRED: { status: 401, message: 'The ID token has expired' },
  NONCE_INVALID: { status: 401, message: 'The nonce is not the one that was given, or has expired' },
  WALLET_PROOF_MISSING: { status: 401, message: 'A wallet proof is required' },
  WALLET_PROOF_INVALID: { status: 401, message: 'The wallet proof does not belong to the ID token' },
  SIWX_MESSAGE_INVALID: { status: 400, message: 'The sign-in message is not valid' },
  SIWX_DOMAIN_MISMATCH: { status: 401, message: 'The sign-in message is for another site' },
  SIGNATURE_INVALID: { status: 401, message: 'The signature is not of this account' },
  CAIP_ADDRESS_INVALID: { status: 400, message: 'The account is not a CAIP-10 account of a supported namespace' },
  CHAIN_NOT_SUPPORTED: { status: 400, message: 'Contracts of this chain cannot be asked: add it to rpcUrls' },
  CHAIN_UNREACHABLE: { status: 503, message: 'The node of the chain does not answer' },
  KEYS_UNREACHABLE: { status: 503, message: 'The keys of the issuer cannot be read' },
  ORIGIN_NOT_ALLOWED: { status: 403, message: 'The request comes from another site' },
  INVALID_PARAMS: { status: 400, message: 'The request does not have the expected fields' },
} as const satisfies Record<string, { status: number; message: string }>

/** The names of the errors that this package throws; compare these, not messages. */
export type LatchkeyErrorName = keyof typeof failures

/** The error class of this package, distinguished by `name`. `field`: the invalid part of a message or proof. */
export class LatchkeyError extends Error {
  override readonly name: LatchkeyErrorName
  /** The matching HTTP status. */
  readonly status: number
  readonly field: string | null

  constructor(name: LatchkeyErrorName, { field = null, cause }: { field?: string | null; cause?: unknown } = {}) {
    const { status, message } = failures[name]
    super(field === null ? message : `${message}: ${field}`, cause === undefined ? undefined : { cause })
    this.name = name
    this.status = status
    this.field = field
  }
}
