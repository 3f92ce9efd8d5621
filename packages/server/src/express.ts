import type { Verifier } from './createVerifier.ts'
import { bearerToken, failureOf } from './failureResponse.ts'

type Request = { headers: { authorization?: string | undefined } }
type Response = {
  locals: Record<string, unknown>
  status(code: number): { json(body: unknown): unknown }
}

/**
 * Express middleware: accepts requests with an ID token (`Authorization: Bearer …`), sets `response.locals.idToken`, and responds to others
 * with 401. A token is valid for ten minutes.
 */
export const requireIdToken =
  (verifier: Verifier) =>
  async (request: Request, response: Response, next: (error?: unknown) => void): Promise<void> => {
    try {
      const token = bearerToken(request.headers.authorization)
      response.locals.idToken = await verifier.verifyIdToken(token, { nonce: null })
    } catch (error) {
      try {
        const { status, body } = failureOf(error)
        response.status(status).json(body)
      } catch (unknown) {
        next(unknown)
      }
      return
    }
    next()
  }
