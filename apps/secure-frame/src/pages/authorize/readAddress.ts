/** The reasons why the API has sent the user here without a sign-in to decide about. */
export type Refusal = 'expired' | 'app' | 'unavailable' | 'missing'

/** The contents of the page's URL: the sign-in it is about, or why there is none. */
export type Address = { authorization: string } | { refusal: Refusal }

const uidShape = /^[\w-]{43}$/
const outages = ['temporarily_unavailable', 'server_error']

/** Reads the fragment, which no server has seen. It stays there: the page may be reloaded. */
export const readAddress = (hash: string): Address => {
  const text = hash.slice(1)
  if (uidShape.test(text)) return { authorization: text }
  const error = new URLSearchParams(text).get('error')
  if (error === null) return { refusal: 'missing' }
  if (outages.includes(error)) return { refusal: 'unavailable' }
  // The browser has no cookie of a sign-in, or an expired one.
  return { refusal: error === 'invalid_request' ? 'expired' : 'app' }
}
