import type { LoginPurpose } from '@latchkey/api-client'
import type { Person } from '@latchkey/service-kit/loginProviders/identity'

/** The api's client of one provider. */
export type ProviderClient = {
  issuer: string
  /** How it sends the user back. */
  responseMode: 'query' | 'form_post'
  /** Whether `iss` of a callback is the issuer's name (RFC 9207); only of OpenID Connect do we know that name. */
  namesIssuer: boolean
  /** Returns the URL of its sign-in page for one attempt. Throws PROVIDER_UNAVAILABLE. */
  authorizationUri(asked: Asked): Promise<string>
  /** Throws SOCIAL_REFUSED, PROVIDER_UNAVAILABLE. */
  exchange(arrived: Arrived): Promise<Exchanged>
}

type Asked = { state: string; nonce: string; codeChallenge: string; purpose: LoginPurpose }

type Arrived = Callback & {
  codeVerifier: string
  nonce: string
  purpose: LoginPurpose
  /** When the attempt began. */
  startedAt: Date
}

/** The provider's callback parameters. */
export type Callback = {
  code: string
  /** RFC 9207. */
  iss: string | null
  /** Apple's, at the first sign-in. */
  user: string | null
}

/** `idToken`: the provider's own signed statement; null where it gives none. */
export type Exchanged = { person: Person; idToken: string | null }
