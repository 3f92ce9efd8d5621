/** An origin, or a pattern of origins in which whole labels of the host may be `*`. */
export type OriginPattern = {
  scheme: 'http' | 'https'
  /** Labels from left to right, lower case, punycode; an IP address is one label. */
  labels: readonly string[]
  /** `:<port>`, or empty for the scheme's own port. */
  port: string
}

const label = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?|\*)$/
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/

/**
 * Parses `scheme://host[:port]` and nothing more: http or https, no user, path, query or fragment, no slash at the end.
 * Names are brought to lower case and punycode as the URL standard does. `*` stands for one whole label, never the last.
 * Null for anything else, `null` among it.
 */
export const parseOriginPattern = (text: string): OriginPattern | null => {
  const authority = /^(https?):\/\/([^/?#\\@\s]+)$/i.exec(text)
  if (authority === null || !URL.canParse(text)) return null
  const url = new URL(text)
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const port = url.port === '' ? '' : `:${url.port}`
  if (address.test(url.hostname)) return { scheme, labels: [url.hostname], port }
  const labels = url.hostname.split('.')
  return labels.every((each) => label.test(each)) && labels.at(-1) !== '*' ? { scheme, labels, port } : null
}

export const formatOriginPattern = ({ scheme, labels, port }: OriginPattern): string =>
  `${scheme}://${labels.join('.')}${port}`
