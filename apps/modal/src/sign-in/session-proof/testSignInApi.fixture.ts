import { AppError, type ErrorName } from '@latchkey/protocol'
import type { Clock } from '../../services.ts'
import type { SignInApi } from './SignInApi.ts'

export type TestSignInApi = SignInApi & {
  /** Its requests, in order. */
  readonly asked: [name: keyof SignInApi, request: unknown][]
  /** From now on the row fails so; null: it works again. */
  fail(name: keyof SignInApi, error: ErrorName | null): void
}

/** An api that accepts every signature, and knows the nonces and tokens that it issued. */
export const createTestSignInApi = (clock: Pick<Clock, 'now'>): TestSignInApi => {
  const asked: TestSignInApi['asked'] = []
  const failures = new Map<keyof SignInApi, ErrorName>()
  const nonces = new Set<string>()
  const tokens = new Map<string, string>()
  const take = (name: keyof SignInApi, request: unknown): void => {
    asked.push([name, request])
    const failure = failures.get(name)
    if (failure !== undefined) throw new AppError(failure)
  }
  const encode = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '')
  return {
    asked,
    fail(name, error) {
      if (error === null) failures.delete(name)
      else failures.set(name, error)
    },
    async createNonce() {
      take('createNonce', undefined)
      const nonce = `nonce${'0'.repeat(12)}${nonces.size}`
      nonces.add(nonce)
      return { nonce }
    },
    async addSession(signed) {
      take('addSession', signed)
      const [, nonce = ''] = /^Nonce: (.*)$/m.exec(signed.message) ?? []
      if (!nonces.delete(nonce)) throw new AppError('NONCE_INVALID')
      const token = `token${tokens.size}`
      tokens.set(token, signed.account)
      return { token, expiresAtMs: clock.now() + 24 * 3600_000 }
    },
    async revokeSession({ token }) {
      take('revokeSession', { token })
      tokens.delete(token)
    },
    async getIdToken(request) {
      take('getIdToken', request)
      const account = tokens.get(request.token)
      if (account === undefined) throw new AppError('SIWX_SESSION_INVALID')
      const idToken = [
        { alg: 'ES256' },
        { sub: `subject-of-${account.split(':').at(-1)}`, nonce: request.nonce },
        {},
      ].map(encode)
      return { idToken: idToken.join('.'), expiresAtMs: clock.now() + 600_000 }
    },
  }
}
