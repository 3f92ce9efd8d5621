import * as z from 'zod/mini'
import { parseUrl } from '../parseUrl.ts'
import { resultPath } from './windowPaths.ts'

/**
 * The result of a sign-in at a provider. It passes through the requesting page, and any third party that the page shares it
 * with: `result` is worthless without the verifier and the device key of the frame that started the attempt.
 */

const attempt = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
/** 32 bytes as base64url. */
const result = z.string().check(z.regex(/^[\w-]{43}$/))
/**
 * `access_denied`: the user declined there. `unavailable`: the provider has a problem. `failed`: it did not sign the user in, or the
 * response was not the provider's. `expired`: it came too late, or a second time.
 */
const error = z.enum(['access_denied', 'unavailable', 'failed', 'expired'])
/** Two digits. */
const number = z.string().check(z.regex(/^\d\d$/))
/** Exactly as a browser writes the origin of a page of the web. */
const origin = z.string().check(
  z.refine((text) => {
    const url = parseUrl(text)
    return url !== null && url.origin === text && (url.protocol === 'https:' || url.protocol === 'http:')
  }),
)

const handedOver = z.union([z.strictObject({ attempt, result }), z.strictObject({ attempt, error })])
export type SocialResult = z.output<typeof handedOver>
/** The reasons why no one was signed in. */
export type SocialFailure = z.output<typeof error>

const arrived = z.union([
  z.strictObject({ attempt, result, origin, number, network: z.optional(z.literal('other')) }),
  z.strictObject({ attempt, error, origin }),
  z.strictObject({ error }),
])
/**
 * The data that the API's callback sends to the result page: `origin` is the page that it is for, `number` what that page may
 * show, `network` that the sign-in was started on another network.
 */
export type SocialArrival = z.output<typeof arrived>

/** Returns the parameters after the number sign, each name once; null when one occurs twice. */
const fieldsOf = (hash: string): Record<string, string> | null => {
  const fields = [...new URLSearchParams(hash.replace(/^#/, ''))]
  return new Set(fields.map(([name]) => name)).size === fields.length ? Object.fromEntries(fields) : null
}

/** Reads the fragment of the result page's URL; null for anything but one of its forms. */
export const parseArrival = (hash: string): SocialArrival | null => {
  const parsed = z.safeParse(arrived, fieldsOf(hash))
  return parsed.success ? parsed.data : null
}

/** The `resultUri` of the wire: a success contains no `error=`, which is how clients tell them apart. */
export const formatResultUri = (walletOrigin: string, handed: SocialResult): string =>
  `${walletOrigin}${resultPath}#${new URLSearchParams(handed)}`

/** Reads a page's `resultUri`; null for anything that the result page does not write. */
export const parseResultUri = (walletOrigin: string, uri: string): SocialResult | null => {
  const start = `${walletOrigin}${resultPath}#`
  if (!uri.startsWith(start)) return null
  const parsed = z.safeParse(handedOver, fieldsOf(uri.slice(start.length)))
  return parsed.success ? parsed.data : null
}
