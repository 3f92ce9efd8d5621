/** The options of `createVerifier`. */
export type VerifierOptions = {
  /** URL of the Latchkey api, such as `https://api.example.com`. Its ID tokens have `<apiUrl>/oidc` as their issuer. */
  apiUrl: string
  /** Your project: tokens for any other are rejected. */
  projectId: string
  /** Origins of your app's pages, such as `['https://app.example.com']`. Sign-in messages for any other site are rejected. */
  origins: readonly string[]
  /** Node URLs by CAIP-2, such as `{ 'eip155:1': 'https://…' }`, used to verify smart accounts' signatures. */
  rpcUrls?: Readonly<Record<string, string>>
  /** Allowed difference between your clock and the api's, in seconds. Default: 60. */
  clockToleranceSeconds?: number
  fetch?: typeof globalThis.fetch
  now?: () => Date
}
/** Checked options with their defaults. `issuer` is the `iss` claim of ID tokens. */
export type Settings = Required<VerifierOptions> & { issuer: string }

/** Validates options. Throws TypeError for options that would verify nothing. */
export function readSettings({
  apiUrl,
  projectId,
  origins,
  rpcUrls = {},
  clockToleranceSeconds = 60,
  fetch = (input, init) => globalThis.fetch(input, init),
  now = () => new Date(),
}: VerifierOptions): Settings {
  const api = new URL(apiUrl)
  if (api.protocol !== 'https:' && !isLocal(api)) throw new TypeError('apiUrl: must be https')
  if (projectId === '') throw new TypeError('projectId: is missing')
  if (origins.length === 0) throw new TypeError('origins: name at least one origin of your app')
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new TypeError(`origins: ${origin} is no origin`)
  const issuer = `${api.origin}/oidc`
  return { apiUrl: api.origin, issuer, projectId, origins, rpcUrls, clockToleranceSeconds, fetch, now }
}

/** Returns whether a host is on this machine, or reserved for tests (RFC 2606). */
const isLocal = ({ hostname }: URL): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\]|.*\.(?:localhost|test))$/.test(hostname)
