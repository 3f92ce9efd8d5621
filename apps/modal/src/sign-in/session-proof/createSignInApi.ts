import { revokeSiwxSession, siwxIdToken, siwxNonce, startSiwxSession } from '@latchkey/api-client'
import { type Backend, createBackendClient } from '../../createBackendClient.ts'
import type { SignInApi } from './SignInApi.ts'

/** The api's rows for session proof. Nonces and signatures are single-use: those rows are not retried. */
export const createSignInApi = (backend: Backend): SignInApi => {
  const api = createBackendClient(backend, { siwxNonce, startSiwxSession, siwxIdToken, revokeSiwxSession })
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
