import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@latchkey/protocol/errors'

/** The maximum age of a signed webhook, and how far it may be ahead of our clock. */
const toleranceMs = 5 * 60_000

/** Throws WEBHOOK_INVALID unless `signature` is HMAC-SHA256 of the text in hexadecimal digits. Compares in constant time. */
export function requireHmac(secret: string, signed: string, signature: string | undefined): void {
  const expected = createHmac('sha256', secret).update(signed).digest()
  const given = /^[0-9a-f]{64}$/i.test(signature ?? '') ? Buffer.from(signature as string, 'hex') : Buffer.alloc(32)
  if (!timingSafeEqual(expected, given)) throw new AppError('WEBHOOK_INVALID')
}

/** Throws WEBHOOK_INVALID for a time more than 5 minutes from now. @param seconds since 1970, in decimal text */
export function requireRecent(seconds: string | undefined, now: Date): void {
  if (!/^\d{1,12}$/.test(seconds ?? '') || Math.abs(now.getTime() - Number(seconds) * 1000) > toleranceMs)
    throw new AppError('WEBHOOK_INVALID')
}

/** Parses a header such as `t=1728394718,v1=a1b2`; of a field that comes twice, the last counts. */
export const readSignatureHeader = (header: string | null): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (header ?? '').split(',').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]]
    }),
  )

/** Parses JSON of a webhook. Throws WEBHOOK_INVALID. */
export const parseWebhook = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new AppError('WEBHOOK_INVALID', { cause })
  }
}
