/** 32 bytes as base64url. */
const tokenShape = /^[\w-]{43}$/

/**
 * Returns the token in a mailed link's fragment, which no server has seen; null when it has another form. Removes it from
 * the address bar and the history at once, so that later users of the browser can't find it.
 */
export const takeLinkToken = ({ location, history }: Pick<Window, 'location' | 'history'>): string | null => {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  return tokenShape.test(token) ? token : null
}
