import type { Verifier } from './createVerifier.ts'
import { bearerToken, failureOf } from './failureResponse.ts'
import type { IdToken } from './idToken/verifyIdToken.ts'

/** Variables of a Hono app behind `requireIdToken`: `new Hono<{ Variables: LatchkeyVariables }>()`. */
export type LatchkeyVariables = { idToken: IdToken }
type Context = {
  req: { header(name: string): string | undefined }
  set(name: 'idToken', value: IdToken): void
}

/**
 * Hono middleware: accepts requests with an ID token (`Authorization: Bearer …`), sets `context.get('idToken')`, and responds to others
 * with 401. A token is valid for ten minutes: for longer, exchange it for your own session (`@latchkey/server/next`).
 */
export const requireIdToken =
  (verifier: Verifier) =>
  async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    try {
      const token = bearerToken(context.req.header('authorization'))
      context.set('idToken', await verifier.verifyIdToken(token, { nonce: null }))
    } catch (error) {
      const { status, body } = failureOf(error)
      return Response.json(body, { status })
    }
    await next()
    return undefined
  }
