import * as z from 'zod/mini'
import { resultPath } from './windowPaths.ts'

/**
 * What is handed on after a sign-in at a provider. It passes through the page that asked for it, and through whoever the page
 * shares it with: `result` is worth nothing without the verifier and the device key of the frame that began the attempt.
 */

const attempt = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
/** 32 bytes as base64url. */
const result = z.string().check(z.regex(/^[\w-]{43}$/))
/**
 * `access_denied`: the person said no there. `unavailable`: the provider has a problem of its own. `failed`: it did not sign them in,
 * or that was not its answer. `expired`: it came too late, or a second time.
 */
const error = z.enum(['access_denied', 'unavailable', 'failed', 'expired'])
/** Two digits. */
const number = z.string().check(z.regex(/^\d\d$/))
/** Exactly as a browser writes the origin of a page of the web. */
const origin = z.string().check(
  z.refine((text) => {
    const url = URL.parse(text)
    return url !== null && url.origin === text && (url.protocol === 'https:' || url.protocol === 'http:')
  }),
)

const handedOver = z.union([z.strictObject({ attempt, result }), z.strictObject({ attempt, error })])
export type SocialResult = z.output<typeof handedOver>
/** Why nobody was signed in. */
export type SocialFailure = z.output<typeof error>

const arrived = z.union([
  z.strictObject({ attempt, result, origin, number, network: z.optional(z.literal('other')) }),
  z.strictObject({ attempt, error, origin }),
  z.strictObject({ error }),
])
/**
 * What the api's callback tells the result page: `origin` is the page that it is for, `number` what that page may show,
 * `network` that the sign-in was begun in another one.
 */
export type SocialArrival = z.output<typeof arrived>

/** What follows the number sign, each name once; null when one is there twice. */
const fieldsOf = (hash: string): Record<string, string> | null => {
  const fields = [...new URLSearchParams(hash.replace(/^#/, ''))]
  return new Set(fields.map(([name]) => name)).size === fields.length ? Object.fromEntries(fields) : null
}

/** The fragment of the result page's address; null for anything but one of its forms. */
export const parseArrival = (hash: string): SocialArrival | null => {
  const parsed = z.safeParse(arrived, fieldsOf(hash))
  return parsed.success ? parsed.data : null
}

/** The `resultUri` of the wire: a success holds no `error=`, which is how clients tell them apart. */
export const formatResultUri = (walletOrigin: string, handed: SocialResult): string =>
  `${walletOrigin}${resultPath}#${new URLSearchParams(handed)}`

/** What a page brings as `resultUri`; null for anything that our result page does not write. */
export const parseResultUri = (walletOrigin: string, uri: string): SocialResult | null => {
  const start = `${walletOrigin}${resultPath}#`
  if (!uri.startsWith(start)) return null
  const parsed = z.safeParse(handedOver, fieldsOf(uri.slice(start.length)))
  return parsed.success ? parsed.data : null
}
