import { createKeys } from './idToken/createKeys.ts'
import { type IdToken, type VerifyIdTokenOptions, verifyIdToken } from './idToken/verifyIdToken.ts'
import { readSettings, type VerifierOptions } from './Settings.ts'
import { type SignedMessage, type SignIn, verifySignIn } from './signIn/verifySignIn.ts'

/** Verifies what your page sends after a sign-in. It keeps no session: your server does. */
export type Verifier = {
  /** Origins of your app's pages. */
  readonly origins: readonly string[]
  readonly now: () => Date
  /**
   * Verifies what `modal.getIdToken()` gave to your page. Throws TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, NONCE_INVALID,
   * KEYS_UNREACHABLE; with a wallet proof also WALLET_PROOF_MISSING, WALLET_PROOF_INVALID, and what `verifySignIn` throws.
   */
  verifyIdToken(token: string, options: VerifyIdTokenOptions): Promise<IdToken>
  /**
   * Verifies a sign-in message (EIP-4361, Sign In With Solana, Bitcoin) and its signature. A smart account is asked at a node of
   * `rpcUrls`, or by the api's where there is none; with `isApiTrusted: false` never by the api's, for which any account would have
   * signed. Throws CAIP_ADDRESS_INVALID, SIWX_MESSAGE_INVALID, SIWX_DOMAIN_MISMATCH,
   * NONCE_INVALID, SIGNATURE_INVALID, CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE.
   */
  verifySignIn(signed: SignedMessage, options: { nonce: string; isApiTrusted?: boolean }): Promise<SignIn>
}

/** Creates the verifier of one project. Create it once: it caches the issuer's keys. Throws TypeError for invalid options. */
export function createVerifier(options: VerifierOptions): Verifier {
  const settings = readSettings(options)
  const keys = createKeys(settings)
  return {
    origins: settings.origins,
    now: settings.now,
    verifyIdToken: (token, asked) => verifyIdToken(settings, keys, token, asked),
    verifySignIn: (signed, asked) => verifySignIn(settings, signed, asked),
  }
}
