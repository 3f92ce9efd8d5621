import { accountNumber, userNameOf } from '../../signIn/people.ts'
import type { OauthRow, Refusal } from './oauthRow.ts'

const docs = 'https://docs.github.com'

const errors = {
  client: ['incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.'],
  request: ['bad_verification_code', 'The code passed is incorrect or expired.'],
  code: ['bad_verification_code', 'The code passed is incorrect or expired.'],
  redirect: ['redirect_uri_mismatch', 'The redirect_uri MUST match the registered callback URL for this application.'],
  verifier: ['bad_verification_code', 'The code passed is incorrect or expired.'],
} as const satisfies Record<Refusal, readonly [string, string]>

/** Form-encoded unless JSON is requested, and always with status 200. */
const answer = (fields: Record<string, string>, request: Request): Response =>
  request.headers.get('Accept')?.includes('json')
    ? Response.json(fields)
    : new Response(new URLSearchParams(fields).toString(), {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      })

/** Requests without a User-Agent are rejected. */
const named = (request: Request, respond: () => Response): Response =>
  request.headers.get('User-Agent')
    ? respond()
    : new Response(
        'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
        {
          status: 403,
        },
      )

/** GitHub: OAuth without OpenID Connect, errors with status 200, addresses apart from the profile. */
export const github: OauthRow = {
  authorizePath: '/login/oauth/authorize',
  tokenPath: '/login/oauth/access_token',
  clientAuthentication: 'any',
  requiresPkce: false,
  tellsVerified: true,
  option: null,
  denial: {
    error_description: 'The user has denied your application access.',
    error_uri: `${docs}/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#access-denied`,
  },
  token: (access_token, { scopes }, request) =>
    answer({ access_token, scope: scopes.join(','), token_type: 'bearer' }, request),
  refuse: (refusal, request) => {
    const [error, error_description] = errors[refusal]
    return answer({ error, error_description, error_uri: `${docs}/apps/troubleshooting` }, request)
  },
  profilePath: '/user',
  emailsPath: '/user/emails',
  resources: {
    '/user': ({ person }, request) =>
      named(request, () =>
        Response.json({
          login: userNameOf(person),
          id: accountNumber('github', person),
          type: 'User',
          name: person.name,
          // The address on the public profile, which is none here.
          email: null,
        }),
      ),
    '/user/emails': ({ person, scopes }, request) =>
      named(request, () => {
        if (!scopes.includes('user:email'))
          return Response.json({ message: 'Not Found', documentation_url: docs, status: '404' }, { status: 404 })
        const noReply = `${accountNumber('github', person)}+${userNameOf(person)}@users.noreply.github.com`
        return Response.json([
          { email: noReply, primary: false, verified: true, visibility: null },
          { email: person.email, primary: true, verified: person.isVerified, visibility: 'private' },
        ])
      }),
  },
  unauthorized: () =>
    Response.json({ message: 'Bad credentials', documentation_url: docs, status: '401' }, { status: 401 }),
}
