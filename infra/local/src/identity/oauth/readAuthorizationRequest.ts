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
  if (query.client_id !== localClientId) return 'No application has this client_id.'
  if (query.redirect_uri !== redirectUri) return `The redirect_uri is not the registered one, ${redirectUri}`
  if (query.response_type !== undefined && query.response_type !== 'code') return 'The response_type must be code.'
  const { code_challenge: challenge = null, state = null, scope = '' } = query
  if (challenge === null && requiresPkce) return 'A code_challenge is required.'
  if (challenge !== null && query.code_challenge_method !== 'S256') return 'The code_challenge_method must be S256.'
  return { state, challenge, scopes: scope.split(/[ ,]+/).filter((part) => part !== '') }
}
