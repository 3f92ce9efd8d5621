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
 * One attempt to prove an identity at a provider, in memory only: its verifier never leaves this document but to the api, and
 * the api binds it to the device key.
 */
export type SocialAttempt = {
  readonly attemptId: string
  readonly deviceId: string
  /** The provider's own address, for a window of its own. */
  readonly uri: string
  /** Two digits, which the result page shows too where it cannot find who opened it. */
  readonly number: string
  /**
   * Where the attempt stands by the word of a page. `uri`: what the result page handed over, or the attempt's own address, with
   * which it is waited until the person has compared the number. Resolves with what proves that the provider has answered; null
   * stands for the number. Fails with SOCIAL_EXPIRED for anything else, SOCIAL_DENIED, SOCIAL_REFUSED, PROVIDER_UNAVAILABLE, and
   * with the signal's reason.
   */
  arrival(uri: string, signal: AbortSignal): Promise<string | null>
  /** Have the api exchange the provider's answer, once; again after a failure that may pass. Fails as `socialFinish` does. */
  prove(result: string | null): Promise<SocialProof>
  /** What the api says is the verified address, once it was proved. */
  email(): string | null
}

export type SocialAttemptDeps = {
  api: CallApi
  vault: Pick<Vault, 'openDevice'>
  pause: Pause
  /** Of this document: where the result page is. */
  walletOrigin: string
}

const failures = {
  access_denied: 'SOCIAL_DENIED',
  unavailable: 'PROVIDER_UNAVAILABLE',
  failed: 'SOCIAL_REFUSED',
  expired: 'SOCIAL_EXPIRED',
} as const

/**
 * Fails with NOT_ENABLED for a provider that is not set up, SOCIAL_REFUSED when custody finds that the api leads elsewhere,
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
  // The api alone could send the person to consent to somebody else's login.
  await api('checkSignIn', { provider, codeChallenge, uri })
  let exchanged: { result: string | null; answer: EndpointResponse<'socialFinish'> } | null = null

  const status = async (): Promise<EndpointResponse<'socialStatus'>['status']> => {
    try {
      return (await api('socialStatus', { attemptId })).status
    } catch (error) {
      // Asked again in a moment anyway.
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
