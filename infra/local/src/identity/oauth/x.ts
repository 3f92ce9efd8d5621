import { accountNumber, userNameOf } from '../../signIn/people.ts'
import type { OauthRow, Refusal } from './oauthRow.ts'

const errors = {
  client: [401, 'unauthorized_client', 'Missing valid authorization header'],
  request: [400, 'invalid_request', 'Missing required parameter.'],
  code: [400, 'invalid_request', 'Value passed for the authorization code was invalid.'],
  redirect: [
    400,
    'invalid_request',
    'Value passed for the redirect uri did not match the uri of the authorization code.',
  ],
  verifier: [400, 'invalid_request', 'Value passed for the code verifier did not match the code challenge.'],
} as const satisfies Record<Refusal, readonly [number, string, string]>

const problem = (status: number, title: string, detail: string): Response =>
  Response.json({ title, type: 'about:blank', status, detail }, { status })

/** X: PKCE is required, a confidential client authenticates only by HTTP Basic, and no addresses are returned. */
export const x: OauthRow = {
  authorizePath: '/i/oauth2/authorize',
  tokenPath: '/2/oauth2/token',
  clientAuthentication: 'basic',
  requiresPkce: true,
  tellsVerified: false,
  option: null,
  denial: {},
  token: (access_token, { scopes }) =>
    Response.json({ token_type: 'bearer', expires_in: 7200, access_token, scope: scopes.join(' ') }),
  refuse: (refusal) => {
    const [status, error, error_description] = errors[refusal]
    return Response.json({ error, error_description }, { status })
  },
  profilePath: '/2/users/me',
  resources: {
    '/2/users/me': ({ person, scopes }) =>
      scopes.includes('users.read') && scopes.includes('tweet.read')
        ? Response.json({
            data: { id: String(accountNumber('x', person)), name: person.name, username: userNameOf(person) },
          })
        : problem(403, 'Forbidden', 'Forbidden'),
  },
  unauthorized: () => problem(401, 'Unauthorized', 'Unauthorized'),
}
