import { createApiClient, revokeSiwxSession, siwxIdToken, siwxNonce, startSiwxSession } from '@latchkey/api-client'
import type { SignInApi } from './SignInApi.ts'

export type SignInApiOptions = {
  apiUrl: string
  projectId: string
  sdkVersion: string
  fetch?: typeof fetch
}

/** The api's rows for session proof. Nonces and signatures are used once: those rows are not asked twice. */
export const createSignInApi = ({ apiUrl, projectId, sdkVersion, fetch }: SignInApiOptions): SignInApi => {
  const api = createApiClient({
    endpoints: { siwxNonce, startSiwxSession, siwxIdToken, revokeSiwxSession },
    apiUrl: new URL(apiUrl).origin,
    // No row of custody's is called from a page.
    custodyUrl: '',
    projectId,
    sdk: { st: 'latchkey', sv: sdkVersion },
    ...(fetch !== undefined && { fetch }),
  })
  return {
    createNonce: () => api.call('siwxNonce', {}),
    async addSession(signed) {
      const { token, expiresAt } = await api.call('startSiwxSession', signed)
      return { token, expiresAtMs: expiresAt * 1000 }
    },
    revokeSession: (session) => api.call('revokeSiwxSession', session),
    async getIdToken(request) {
      const { idToken, expiresAt } = await api.call('siwxIdToken', request)
      return { idToken, expiresAtMs: expiresAt * 1000 }
    },
  }
}
