import type { Policy } from './readPolicies.ts'

/** The fallbacks of a directive that a policy doesn't have, in the order of CSP level 3. */
const fallbacks = {
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
} as const
/** A directive of CSP Level 3 whose fallback chain we follow. */
export type FetchDirective = keyof typeof fallbacks

const portOf = ({ port, protocol }: URL): string => port || (/^(?:https|wss):$/.test(protocol) ? '443' : '80')

/** Returns whether a source expression matches a URL for a page of `self`. Paths are ignored: ours are whole origins. */
const matches = (expression: string, url: URL, self: string): boolean => {
  const source = expression.toLowerCase()
  if (source === "'self'") return url.origin === self
  if (source === '*') return /^(?:https?|wss?):$/.test(url.protocol) || url.protocol === new URL(self).protocol
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return url.protocol === source || url.protocol === source.replace(':', 's:')
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+|\[[^\]]*\])(?::(\d+|\*))?(?:\/.*)?$/.exec(source)
  if (parts === null) return false
  const [, scheme = new URL(self).protocol.slice(0, -1), host = '', port] = parts
  const isScheme = [scheme, scheme === 'http' ? 'https' : scheme].includes(url.protocol.slice(0, -1))
  const isHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === '*' || host === url.hostname
  const usual = scheme === url.protocol.slice(0, -1) ? portOf(new URL(`${scheme}://a`)) : portOf(url)
  return isScheme && isHost && (port === '*' || portOf(url) === (port ?? usual))
}

/** Returns whether a page of the origin `self` may load this URL under all its policies. A data URL is matched by its scheme. */
export const allowsSource = (
  policies: readonly Policy[],
  directive: FetchDirective,
  url: string,
  self: string,
): boolean =>
  policies.every((policy) => {
    const name = fallbacks[directive].find((each) => policy[each] !== undefined)
    const sources = name === undefined ? undefined : policy[name]
    return sources === undefined || sources.some((source) => matches(source, new URL(url), self))
  })
