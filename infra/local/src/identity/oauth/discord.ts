import { accountNumber, userNameOf } from '../../signIn/people.ts'
import type { OauthRow, Refusal } from './oauthRow.ts'

const errors = {
  client: [401, 'invalid_client', undefined],
  request: [400, 'invalid_request', 'Missing "code" in request.'],
  code: [400, 'invalid_grant', 'Invalid "code" in request.'],
  redirect: [400, 'invalid_grant', 'Invalid "redirect_uri" in request.'],
  verifier: [400, 'invalid_grant', 'Invalid "code_verifier" in request.'],
} as const satisfies Record<Refusal, readonly [number, string, string | undefined]>

const unauthorized = (): Response => Response.json({ message: '401: Unauthorized', code: 0 }, { status: 401 })

/** Seconds: a week. */
const tokenLifeSeconds = 604_800

/** Discord: reports whether an address is verified, and only with the scope for it. */
export const discord: OauthRow = {
  authorizePath: '/oauth2/authorize',
  tokenPath: '/api/oauth2/token',
  clientAuthentication: 'any',
  requiresPkce: false,
  tellsVerified: true,
  option: null,
  denial: { error_description: 'The resource owner or authorization server denied the request' },
  token: (access_token, { scopes }) =>
    Response.json({ token_type: 'Bearer', access_token, expires_in: tokenLifeSeconds, scope: scopes.join(' ') }),
  refuse: (refusal) => {
    const [status, error, error_description] = errors[refusal]
    return Response.json({ error, error_description }, { status })
  },
  profilePath: '/api/users/@me',
  resources: {
    '/api/users/@me': ({ person, scopes }) => {
      if (!scopes.includes('identify')) return unauthorized()
      return Response.json({
        id: String(accountNumber('discord', person)),
        username: userNameOf(person),
        discriminator: '0',
        global_name: person.name,
        avatar: null,
        ...(scopes.includes('email') ? { email: person.email, verified: person.isVerified } : {}),
      })
    },
  },
  unauthorized,
}
