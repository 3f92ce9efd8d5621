import { createHash } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { addresses, createHarness, demo, type Harness, logIn } from '../harness.ts'
import type { TestDevice } from '../testDevice.ts'

export const issuer = `${addresses.apiUrl}/oidc`
export const email = 'ada@example.com'
export const secret = 'a-secret-of-forty-random-characters-or-so'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export const shop = { clientId: 'shop', redirectUri: 'https://shop.example/callback' }
const listed = [
  {
    ...demo,
    oidc: {
      clients: [
        { clientId: 'shop', secretSha256: sha256(secret), redirectUris: [shop.redirectUri, 'http://localhost:9/back'] },
        { clientId: 'page', public: true, redirectUris: ['https://page.example/'] },
      ],
    },
  },
  {
    id: 'other',
    name: 'Other',
    origins: [],
    oidc: {
      clients: [{ clientId: 'others', secretSha256: sha256('theirs'), redirectUris: ['https://other.example/'] }],
    },
  },
]

/** Opens both authorities, with apps of two projects in their list. */
export async function openApps(options: Parameters<typeof createHarness>[0] = {}): Promise<Harness> {
  const harness = await createHarness(options)
  harness.writeProjects(listed)
  await harness.restart()
  return harness
}

/** Signs a user with a wallet in on the wallet's page. */
export async function signIn(harness: Harness, address = email) {
  const device = await harness.device()
  const { accessToken, userId, wallet } = await logIn(harness, device, address)
  return { device, accessToken, userId, wallet }
}
export type SignedIn = Awaited<ReturnType<typeof signIn>>

/** A browser's part of the protocol: its cookies, by URL, without following redirects. */
export const createBrowser = (harness: Harness) => {
  const cookies: { name: string; value: string; path: string; line: string }[] = []
  return {
    cookies,
    async open(address: string | URL): Promise<Response> {
      const { pathname } = new URL(address)
      const sent = cookies.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
      const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
      const response = await harness.fetch(address, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/'
        const kept = cookies.findIndex((known) => known.name === name && known.path === path)
        if (kept !== -1) cookies.splice(kept, 1)
        if (!/expires=Thu, 01 Jan 1970/i.test(line)) cookies.push({ name, value, path, line })
      }
      return response
    },
  }
}
export type Browser = ReturnType<typeof createBrowser>

/** Returns a response's redirect URL. */
export const goesTo = (response: Response): URL => new URL(response.headers.get('location') ?? '')

/** The client library of an app, used as its developer does. */
export const discoverAs = (harness: Harness, clientId = 'shop', auth = ClientSecretBasic(secret)) =>
  discovery(new URL(issuer), clientId, undefined, auth, {
    execute: [allowInsecureRequests],
    [customFetch]: harness.fetch as never,
  })
export const publicClient = None()

export type Begun = {
  configuration: Configuration
  verifier: string
  state: string
  nonce: string
  response: Response
  /** The id of the sign-in on the wallet's page. */
  authorization: string
}

/** Sends a browser from an app to sign in. `parameters`: overrides of a valid app's; null leaves one out. */
export async function begin(
  harness: Harness,
  browser: Browser,
  parameters: Record<string, string | null> = {},
  configuration?: Configuration,
): Promise<Begun> {
  const known = configuration ?? (await discoverAs(harness))
  const [verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()]
  const address = buildAuthorizationUrl(known, {
    redirect_uri: shop.redirectUri,
    scope: 'openid wallets email',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  const response = await browser.open(address)
  const authorization = response.headers.has('location') ? goesTo(response).hash.slice(1) : ''
  return { configuration: known, verifier, state, nonce, response, authorization }
}

/** The user agrees on the wallet's page. Resolves with the URL that the page opens next. */
export const allow = async (device: TestDevice, accessToken: string, authorization: string): Promise<string> =>
  (await device.client.call('allowAuthorization', { authorization }, { accessToken })).continueAt

/** The app's server handles the browser's return. */
export const exchange = ({ configuration, verifier, state, nonce }: Begun, back: URL) =>
  authorizationCodeGrant(configuration, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  })
