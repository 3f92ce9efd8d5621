import { accountNumber } from '../../signIn/people.ts'
import type { OauthRow, Refusal } from './oauthRow.ts'

/** Messages and codes of the Graph API. */
const errors = {
  client: ['Error validating client secret.', 1],
  request: ['Missing redirect_uri parameter.', 191],
  code: ['This authorization code has been used.', 100],
  redirect: [
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    100,
  ],
  verifier: ['Invalid code_verifier parameter', 100],
} as const satisfies Record<Refusal, readonly [string, number]>

const failure = (message: string, code: number, status: number): Response =>
  Response.json({ error: { message, type: 'OAuthException', code, fbtrace_id: 'local' } }, { status })

/** Seconds: 60 days. */
const tokenLifeSeconds = 5_184_000

/** Facebook: its profile returns the requested fields, and an address only if the user has and shares one. */
export const facebook: OauthRow = {
  authorizePath: '/dialog/oauth',
  tokenPath: '/oauth/access_token',
  clientAuthentication: 'any',
  requiresPkce: false,
  tellsVerified: false,
  option: { name: 'shareEmail', isOn: true },
  denial: { error_code: '200', error_description: 'Permissions error', error_reason: 'user_denied' },
  token: (access_token) => Response.json({ access_token, token_type: 'bearer', expires_in: tokenLifeSeconds }),
  refuse: (refusal) => {
    const [message, code] = errors[refusal]
    return failure(message, code, 400)
  },
  profilePath: '/me?fields=id,name',
  resources: {
    '/me': ({ person, hasOption, scopes }, request) => {
      const fields = new URL(request.url).searchParams.get('fields')?.split(',') ?? ['name']
      const sharesEmail = hasOption && scopes.includes('email')
      return Response.json({
        ...(fields.includes('name') ? { name: person.name } : {}),
        ...(fields.includes('email') && sharesEmail ? { email: person.email } : {}),
        id: String(accountNumber('facebook', person)),
      })
    },
  },
  unauthorized: () => failure('Invalid OAuth access token - Cannot parse access token', 190, 400),
}
