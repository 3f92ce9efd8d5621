/**
 * Passkeys of the vault's host as a source of 32 bytes: WebAuthn Level 3 with its PRF extension.
 *
 * The relying party is the host of the vault's document, so that no other origin can request the passkey's output. User verification is
 * required: the presence of a key is not enough. No server checks the authenticator's signature; the challenge is random because one is
 * required, and the proof is that the secret opens the wallet.
 */

export type PasskeyFailure = 'unsupported' | 'noPrf' | 'cancelled' | 'failed'
export type PasskeyOutcome<value> = { ok: true; value: value } | { ok: false; failure: PasskeyFailure }

/** `secret` is null if the authenticator gives it only when the passkey is used. */
export type MadePasskey = { credentialId: ArrayBuffer; secret: ArrayBuffer | null }

const timeoutMs = 120_000
const random = () => crypto.getRandomValues(new Uint8Array(32))

/** Returns the bytes of a buffer source, in a separate buffer. */
const bufferOf = (source: BufferSource): ArrayBuffer =>
  (ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
  ).slice().buffer as ArrayBuffer

const attempt = async <value>(work: () => Promise<PasskeyOutcome<value>>): Promise<PasskeyOutcome<value>> => {
  if (!('PublicKeyCredential' in globalThis)) return { ok: false, failure: 'unsupported' }
  try {
    return await work()
  } catch (thrown) {
    // Authenticators report no more than this (canceled, timed out, or absent), so that no page learns which.
    const name = thrown instanceof DOMException ? thrown.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return { ok: false, failure: 'cancelled' }
    if (name === 'NotSupportedError' || name === 'SecurityError') return { ok: false, failure: 'unsupported' }
    return { ok: false, failure: 'failed' }
  }
}

/**
 * Makes a passkey that gives a secret for `salt`. Each has a separate user handle, so that a new one never replaces one that still opens
 * the wallet.
 */
export const makePasskey = (
  { salt, userName }: { salt: ArrayBuffer; userName: string },
  signal: AbortSignal,
): Promise<PasskeyOutcome<MadePasskey>> =>
  attempt(async () => {
    const credential = (await navigator.credentials.create({
      signal,
      publicKey: {
        rp: { id: location.hostname, name: 'Latchkey' },
        user: { id: random(), name: userName, displayName: userName },
        challenge: random(),
        // ES256, EdDSA, RS256.
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
        attestation: 'none',
        timeout: timeoutMs,
        extensions: { prf: { eval: { first: salt } } },
      },
    })) as PublicKeyCredential
    const { prf } = credential.getClientExtensionResults()
    if (prf?.enabled !== true) return { ok: false, failure: 'noPrf' }
    const secret = prf.results === undefined ? null : bufferOf(prf.results.first)
    return { ok: true, value: { credentialId: bufferOf(credential.rawId), secret } }
  })

/** Returns the passkey's output for `salt`. */
export const usePasskeySecret = (
  { salt, credentialId }: { salt: ArrayBuffer; credentialId: ArrayBuffer },
  signal: AbortSignal,
): Promise<PasskeyOutcome<ArrayBuffer>> =>
  attempt(async () => {
    const credential = (await navigator.credentials.get({
      signal,
      publicKey: {
        rpId: location.hostname,
        challenge: random(),
        allowCredentials: [{ type: 'public-key', id: credentialId }],
        userVerification: 'required',
        timeout: timeoutMs,
        extensions: { prf: { eval: { first: salt } } },
      },
    })) as PublicKeyCredential
    const first = credential.getClientExtensionResults().prf?.results?.first
    if (first === undefined) return { ok: false, failure: 'noPrf' }
    return { ok: true, value: bufferOf(first) }
  })
