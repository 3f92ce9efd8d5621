import { t } from '@latchkey/copy/localSignIn'
import { localClientId } from '../localClient.ts'
import type { OauthRow } from './oauthRow.ts'

/** An authorization request of the local client. */
type AuthorizationRequest = {
  state: string | null
  /** RFC 7636, S256; null without PKCE. */
  challenge: string | null
  scopes: readonly string[]
}

/** Returns the request, or its fault, for the developer who sees the page: an invalid request is never redirected. */
export const readAuthorizationRequest = (
  query: Readonly<Record<string, string>>,
  redirectUri: string,
  { requiresPkce }: Pick<OauthRow, 'requiresPkce'>,
): AuthorizationRequest | string => {
  if (query.client_id !== localClientId) return t('mistake.clientId')
  if (query.redirect_uri !== redirectUri) return t('mistake.redirectUri', { uri: redirectUri })
  if (query.response_type !== undefined && query.response_type !== 'code') return t('mistake.responseType')
  const { code_challenge: challenge = null, state = null, scope = '' } = query
  if (challenge === null && requiresPkce) return t('mistake.noChallenge')
  if (challenge !== null && query.code_challenge_method !== 'S256') return t('mistake.challengeMethod')
  return { state, challenge, scopes: scope.split(/[ ,]+/).filter((part) => part !== '') }
}

type Credentials = { clientId: string | undefined; secret: string | undefined }

/** RFC 6749, section 2.3.1: both are form-encoded before they are joined. */
const fromHeader = (header: string): Credentials => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header)?.[1] ?? ''
  const parts = Buffer.from(encoded, 'base64').toString().split(':')
  const [clientId, secret] = parts.map((part) => new URLSearchParams(`=${part}`).get('') ?? '')
  return { clientId, secret }
}

/** Returns an application's credentials, in one of the forms that the provider accepts. */
export const readCredentials = (
  header: string | undefined,
  { client_id: clientId, client_secret: secret }: Readonly<Record<string, string>>,
  { clientAuthentication }: Pick<OauthRow, 'clientAuthentication'>,
): Credentials => {
  if (header !== undefined) return fromHeader(header)
  return clientAuthentication === 'any' ? { clientId, secret } : { clientId: undefined, secret: undefined }
}
