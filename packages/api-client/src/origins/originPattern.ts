/** An origin, or a pattern of origins in which whole labels of the host may be `*`. */
export type OriginPattern = {
  scheme: 'http' | 'https'
  /** Labels from left to right, lower case, punycode; an IP address is one label. */
  labels: readonly string[]
  /** `:<port>`, or empty for the scheme's own port. */
  port: string
}

/** No characters that a URL parser would drop, decode or assign to another part; no empty port. */
const plain = /^https?:\/\/[^/?#\\@%\s\p{Cc}]*[^/?#\\@%\s\p{Cc}:]$/iu
const label = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/

/** Replaces `*` while a URL parser checks a pattern: browsers differ on `*` in a host. */
const anyLabel = 'latchkey-any-label'

/**
 * Parses `scheme://host[:port]` and nothing more: http or https, no user, path, query or fragment, no trailing slash. Names are converted
 * to lower case and punycode as in the URL standard. `*` stands for one whole label, never the last. Null for anything else, including
 * `null`.
 */
export const parseOriginPattern = (text: string): OriginPattern | null => {
  if (!plain.test(text) || text.toLowerCase().includes(anyLabel)) return null
  const parsable = text.replace(/(?<=\/\/|\.)\*(?=\.)/g, anyLabel)
  if (!URL.canParse(parsable)) return null
  const url = new URL(parsable)
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const port = url.port === '' ? '' : `:${url.port}`
  if (address.test(url.hostname)) return { scheme, labels: [url.hostname], port }
  const labels = url.hostname.split('.')
  return labels.every((each) => label.test(each)) ? { scheme, labels: labels.map(starred), port } : null
}

const starred = (each: string): string => (each === anyLabel ? '*' : each)

/** Returns the text that `parseOriginPattern` reads back to the same pattern. */
export const formatOriginPattern = ({ scheme, labels, port }: OriginPattern): string =>
  `${scheme}://${labels.join('.')}${port}`
