import type { EndpointResponse, LoginPurpose } from '@latchkey/api-client'
import { AppError, catalogue, isAppError } from '@latchkey/protocol'
import type { Vault } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { CallApi } from './callApi.ts'
import type { Pause } from './createPause.ts'
import type { IdentityProof } from './identityProof.ts'

/** The number of calls in a row, each with its own retries, that may fail before the user sees an error: about 8 seconds. */
const maxFailures = 2

/** One attempt to prove a Farcaster identity: a relay channel, which the API keeps, for a message that the user's app signs. */
export type FarcasterAttempt = {
  readonly deviceId: string
  /** For a QR code, or a link on a phone. */
  readonly url: string
  /**
   * Waits until the message is signed; calling it again after a failure continues. Fails with SOCIAL_EXPIRED, SOCIAL_REFUSED
   * when the signed message does not verify, PROVIDER_UNAVAILABLE, and with the signal's reason.
   */
  proof(signal: AbortSignal): Promise<IdentityProof>
}

export type FarcasterAttemptDeps = { api: CallApi; vault: Pick<Vault, 'openDevice'>; pause: Pause }

/**
 * Fails with NOT_ENABLED, SOCIAL_REFUSED when custody finds that the API leads elsewhere, PROVIDER_UNAVAILABLE, RATE_LIMITED,
 * SERVICE_UNREACHABLE.
 */
export const startFarcasterAttempt = async (
  { api, vault, pause }: FarcasterAttemptDeps,
  { projectId, origin: dappOrigin }: Page,
  purpose: LoginPurpose,
): Promise<FarcasterAttempt> => {
  const { deviceId } = await vault.openDevice(undefined)
  const { attemptId, url } = await api('farcasterStart', { projectId, dappOrigin, purpose })
  // Without custody's check, the API could have the user sign for another user's sign-in.
  await api('checkSignIn', { attemptId, url })
  let signed: IdentityProof | null = null

  const status = async (): Promise<EndpointResponse<'farcasterStatus'> | AppError> => {
    try {
      return await api('farcasterStatus', { attemptId })
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (catalogue[error.name].retry) return error
      throw error
    }
  }

  return {
    deviceId,
    url,
    async proof(signal) {
      let failures = 0
      while (signed === null) {
        signal.throwIfAborted()
        const now = await status()
        signal.throwIfAborted()
        if (now instanceof AppError) {
          // The page notices by itself that a service is offline; it can't notice that for the relay behind it.
          if (isAppError(now, 'PROVIDER_UNAVAILABLE') && ++failures === maxFailures) throw now
        } else {
          failures = 0
          if (now.status === 'over') throw new AppError('SOCIAL_EXPIRED')
          if (now.status === 'signed') {
            signed = { attemptId, message: now.message, signature: now.signature }
            break
          }
        }
        await pause(signal)
      }
      return signed
    },
  }
}
