import type { EndpointResponse, LoginPurpose, SocialProvider } from '@latchkey/api-client'
import { AppError, catalogue } from '@latchkey/protocol'
import type { Vault } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { CallApi } from './callApi.ts'
import type { Pause } from './createPause.ts'
import { createPkce } from './createPkce.ts'
import type { SocialProof } from './identityProof.ts'
import { parseResultUri } from './socialResult.ts'

/**
 * One attempt to prove an identity at a provider, in memory only: this document sends its verifier only to the API, and the
 * API binds it to the device key.
 */
export type SocialAttempt = {
  readonly attemptId: string
  readonly deviceId: string
  /** The provider's own URL, for a separate window. */
  readonly uri: string
  /** Two digits, which the result page also shows where it can't find the page that opened it. */
  readonly number: string
  /**
   * Returns the state of the attempt, given a page's `uri`: the result page's data, or the attempt's own URL, with which it
   * waits until the user has compared the number. Resolves with the proof that the provider has responded; null stands for
   * the number. Fails with SOCIAL_EXPIRED for anything else, SOCIAL_DENIED, SOCIAL_REFUSED, PROVIDER_UNAVAILABLE, and with
   * the signal's reason.
   */
  arrival(uri: string, signal: AbortSignal): Promise<string | null>
  /** Has the API exchange the provider's response, once; again after a temporary failure. Fails as `socialFinish` does. */
  prove(result: string | null): Promise<SocialProof>
  /** The verified address according to the API, once it was proved. */
  email(): string | null
}

export type SocialAttemptDeps = {
  api: CallApi
  vault: Pick<Vault, 'openDevice'>
  pause: Pause
  /** This document's origin, which has the result page. */
  walletOrigin: string
}

const failures = {
  access_denied: 'SOCIAL_DENIED',
  unavailable: 'PROVIDER_UNAVAILABLE',
  failed: 'SOCIAL_REFUSED',
  expired: 'SOCIAL_EXPIRED',
} as const

/**
 * Fails with NOT_ENABLED for a provider that is not set up, SOCIAL_REFUSED when custody finds that the API leads elsewhere,
 * PROVIDER_UNAVAILABLE, RATE_LIMITED, SERVICE_UNREACHABLE.
 */
export const startSocialAttempt = async (
  { api, vault, pause, walletOrigin }: SocialAttemptDeps,
  { projectId, origin: dappOrigin }: Page,
  provider: SocialProvider,
  purpose: LoginPurpose,
): Promise<SocialAttempt> => {
  const [{ deviceId }, { codeVerifier, codeChallenge }] = await Promise.all([vault.openDevice(undefined), createPkce()])
  const started = await api('socialStart', { projectId, dappOrigin, provider, codeChallenge, purpose })
  const { attemptId, uri, number } = started
  // Without custody's check, the API could send the user to consent to another user's login.
  await api('checkSignIn', { provider, codeChallenge, uri })
  let exchanged: { result: string | null; answer: EndpointResponse<'socialFinish'> } | null = null

  const status = async (): Promise<EndpointResponse<'socialStatus'>['status']> => {
    try {
      return (await api('socialStatus', { attemptId })).status
    } catch (error) {
      // The next poll comes soon.
      if (catalogue[AppError.from(error).name].retry) return 'waiting'
      throw error
    }
  }

  return {
    attemptId,
    deviceId,
    uri,
    number,
    async arrival(given, signal) {
      if (given !== uri) {
        const handed = parseResultUri(walletOrigin, given)
        if (handed?.attempt !== attemptId) throw new AppError('SOCIAL_EXPIRED')
        if ('error' in handed) throw new AppError(failures[handed.error])
        return handed.result
      }
      for (;;) {
        signal.throwIfAborted()
        const now = await status()
        if (now === 'released') return null
        if (now === 'denied') throw new AppError('SOCIAL_DENIED')
        if (now === 'over') throw new AppError('SOCIAL_EXPIRED')
        await pause(signal)
      }
    },
    async prove(result) {
      if (exchanged?.result !== result) {
        exchanged = { result, answer: await api('socialFinish', { attemptId, codeVerifier, result }) }
      }
      return { provider, codeChallenge, proof: exchanged.answer.proof }
    },
    email: () => exchanged?.answer.email ?? null,
  }
}
