import { LatchkeyError } from './LatchkeyError.ts'

/** Returns the middleware's response: the error's name and message, and its status. Rethrows errors of other packages. */
export function failureOf(error: unknown): { status: number; body: { error: { name: string; message: string } } } {
  if (!(error instanceof LatchkeyError)) throw error
  const { name, message, status } = error
  return { status, body: { error: { name, message } } }
}

/** Returns the token of `Authorization: Bearer …`; empty when there is none. */
export const bearerToken = (header: string | null | undefined): string =>
  /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? ''
