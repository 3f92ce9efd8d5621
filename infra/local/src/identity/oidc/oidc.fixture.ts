import { freePort } from '@latchkey/service-kit/test/freePort'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { onTestFinished } from 'vitest'
import { serve } from '../../serve.ts'
import { createTestBrowser, departureOf, pageOf, type Step, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { localClientId, redirectUriOf } from '../localClient.ts'
import { createOidcApp } from './createOidcApp.ts'
import type { OidcProviderSettings } from './createOidcProvider.ts'
import { makeSigningKey } from './openSigningKey.ts'

export const apiUrl = 'http://localhost:3002'

const signingKey = makeSigningKey()

export type RunningProvider = {
  issuer: string
  redirectUri: string
  setFault: (fault: string | null) => Promise<number>
}

/** Runs a provider on a free port for one test. */
export const withProvider = async (
  settings: Pick<OidcProviderSettings, 'name' | 'row'> & {
    isSecret: (secret: string, issuer: string) => boolean | Promise<boolean>
  },
): Promise<RunningProvider> => {
  const issuer = `http://localhost:${await freePort()}`
  const isSecret = (secret: string) => settings.isSecret(secret, issuer)
  const app = createOidcApp({ ...settings, isSecret, issuer, apiUrl, signingKey: await signingKey })
  const serving = await serve(app.fetch, Number(new URL(issuer).port))
  onTestFinished(serving.close)
  const setFault = async (fault: string | null): Promise<number> => {
    const headers = { 'Content-Type': 'application/json' }
    return (await fetch(`${issuer}/_control`, { method: 'POST', headers, body: JSON.stringify({ fault }) })).status
  }
  return { issuer, redirectUri: redirectUriOf(apiUrl, settings.name), setFault }
}

export type Login = {
  /** The sign-in page. */
  page: Extract<Step, { kind: 'page' }>
  browser: TestBrowser
  verifier: string
  state: string
  nonce: string
  /** Submits these fields, and sends the returned code to the token endpoint. */
  finish: (fields: Record<string, string>) => Promise<{ answer: URL; exchange: Exchange }>
}
type Exchange = (changes?: { verifier?: string; redirectUri?: string }) => ReturnType<typeof authorizationCodeGrant>

export const discover = (issuer: string, secret: string): Promise<Configuration> =>
  discovery(
    new URL(issuer),
    localClientId,
    { token_endpoint_auth_method: 'client_secret_post' },
    ClientSecretPost(secret),
    {
      execute: [allowInsecureRequests],
    },
  )

/** Starts a client's sign-in, up to the sign-in page. */
export const beginLogin = async (
  { issuer, redirectUri }: RunningProvider,
  secret: string,
  {
    browser = createTestBrowser(issuer),
    ...parameters
  }: { browser?: TestBrowser; [parameter: string]: string | TestBrowser | undefined } = {},
): Promise<Login> => {
  const configuration = await discover(issuer, secret)
  const [verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()]
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ state, nonce },
    ...(parameters as Record<string, string>),
  })
  const page = pageOf(await browser.open(address.href))
  const finish: Login['finish'] = async (fields) => {
    const { address: answer } = departureOf(await page.submit(fields))
    const exchange: Exchange = (changes = {}) => {
      const came = new URL(answer)
      if (changes.redirectUri !== undefined) came.pathname = changes.redirectUri
      return authorizationCodeGrant(configuration, came, {
        pkceCodeVerifier: changes.verifier ?? verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
    }
    return { answer, exchange }
  }
  return { page, browser, verifier, state, nonce, finish }
}
