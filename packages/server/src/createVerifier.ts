import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { type IdToken, type VerifyIdTokenOptions, verifyIdToken } from './idToken/verifyIdToken.ts'
import { LatchkeyError } from './LatchkeyError.ts'
import { readSettings, type Settings, type VerifierOptions } from './Settings.ts'
import { type SignedMessage, type SignIn, verifySignIn } from './signIn/verifySignIn.ts'

/** Verifies your page's tokens and messages after a sign-in. It keeps no session: your server does. */
export type Verifier = {
  /** Origins of your app's pages. */
  readonly origins: readonly string[]
  readonly now: () => Date
  /**
   * Verifies the result of `modal.getIdToken()` from your page. Throws TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, NONCE_INVALID,
   * KEYS_UNREACHABLE; with a wallet proof also WALLET_PROOF_MISSING, WALLET_PROOF_INVALID, and what `verifySignIn` throws.
   */
  verifyIdToken(token: string, options: VerifyIdTokenOptions): Promise<IdToken>
  /**
   * Verifies a sign-in message (EIP-4361, Sign In With Solana, Bitcoin) and its signature. A smart account's signature is checked with a
   * node of `rpcUrls`, or with the api's if there is none; with `isApiTrusted: false` never with the api's, which could claim that any
   * account had signed. Throws CAIP_ADDRESS_INVALID, SIWX_MESSAGE_INVALID, SIWX_DOMAIN_MISMATCH, NONCE_INVALID, SIGNATURE_INVALID,
   * CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE.
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

/**
 * Returns the issuer's keys, fetched when a token arrives and cached for ten minutes. A token with an unknown key causes another fetch, at
 * most twice a minute. Their URL depends only on `apiUrl`: no token content, redirect or discovery can change it. Throws KEYS_UNREACHABLE.
 */
function createKeys({ issuer, fetch }: Settings): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), {
    cacheMaxAge: 600_000,
    cooldownDuration: 30_000,
    timeoutDuration: 5_000,
    [customFetch]: (url, options) => fetch(url, options as RequestInit),
  })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      const isKnown = cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys
      throw isKnown || cause instanceof errors.JOSENotSupported
        ? cause
        : new LatchkeyError('KEYS_UNREACHABLE', { cause })
    }
  }
}
