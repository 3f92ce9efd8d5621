/** 32 bytes as base64url. */
const tokenShape = /^[\w-]{43}$/

/**
 * What a mailed link carries after the number sign, which no server has seen; null when there is nothing of its form. It is
 * taken out of the address bar and the history at once: whoever looks at the screen or comes later must not find it.
 */
export const takeLinkToken = ({ location, history }: Pick<Window, 'location' | 'history'>): string | null => {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  return tokenShape.test(token) ? token : null
}
