import { t } from '@latchkey/copy/localSignIn'
import { localClientId } from '../localClient.ts'
import type { OauthRow } from './oauthRow.ts'

/** An authorization request of the local client. */
export type AuthorizationRequest = {
  state: string | null
  /** RFC 7636, S256; null without PKCE. */
  challenge: string | null
  scopes: readonly string[]
}

/** The request, or what is wrong with it, in words for the developer who sees the page: nobody is sent on with it. */
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
