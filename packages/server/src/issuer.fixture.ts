import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { createVerifier, type Verifier } from './createVerifier.ts'
import type { VerifierOptions } from './Settings.ts'

export const apiUrl = 'https://api.example.test'
export const issuer = `${apiUrl}/oidc`
export const origin = 'https://app.example'
export const projectId = 'demo'

/** Creates an api that can do what the real one does, and what it must not do. */
export async function createIssuer() {
  let nowMs = Date.parse('2026-01-01T00:00:00.000Z')
  const now = () => new Date(nowMs)
  const makeKey = async (kid: string) => ({ kid, ...(await generateKeyPair('ES256', { extractable: true })) })
  type Key = Awaited<ReturnType<typeof makeKey>>
  const key = await makeKey('one')
  let served: unknown = { keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'ES256', use: 'sig' }] }
  const asked: string[] = []
  /** Responds to URLs other than that of the keys. */
  let answer: (url: string, body: unknown) => Response | Promise<Response> = () => new Response(null, { status: 404 })

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    asked.push(request.url)
    if (request.url === `${issuer}/jwks`) return served instanceof Response ? served.clone() : Response.json(served)
    return answer(request.url, await request.json())
  }
  const claims = (more: Record<string, unknown> = {}): JWTPayload => {
    const at = Math.floor(nowMs / 1000)
    return { iss: issuer, aud: projectId, sub: 'subject', iat: at, exp: at + 600, auth_time: at, amr: ['otp'], ...more }
  }
  return {
    key,
    makeKey,
    asked,
    claims,
    fetch,
    now,
    advance: (seconds: number) => {
      nowMs += seconds * 1000
    },
    serve: (keys: unknown) => {
      served = keys
    },
    answerWith: (next: typeof answer) => {
      answer = next
    },
    sign: (more: Record<string, unknown> = {}, header: object = {}, by: Key['privateKey'] = key.privateKey) =>
      new SignJWT(claims(more)).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: 'one', ...header }).sign(by),
    verifier: (options: Partial<VerifierOptions> = {}): Verifier =>
      createVerifier({ apiUrl, projectId, origins: [origin], fetch, now, ...options }),
  }
}
