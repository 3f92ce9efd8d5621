import type { OauthProvider, OidcProvider } from '@latchkey/protocol/loginProviders'
import * as z from 'zod/mini'
import type { Person } from './identity.ts'
import { readUserName } from './readUserName.ts'

/**
 * The differences between providers, one row each. All get PKCE (S256): those that don't support it ignore it (RFC 6749, section 3.1), and
 * the api compares verifier and challenge itself.
 */
type SharedRow = {
  issuer: string
  scope: string
  /** How the client authenticates at the token endpoint (RFC 6749, section 2.3.1). */
  clientAuthentication: 'body' | 'header'
  /** Parameters that make the provider authenticate the user again, if it has any. */
  fresh: Readonly<Record<string, string>>
}
/** OpenID Connect: its endpoints are discovered, and it signs who the user is. */
export type OidcRow = SharedRow & {
  protocol: 'oidc'
  responseMode: 'query' | 'form_post'
  /** Reads the user from the claims. `user`: sent with the code in the callback. Throws for claims of another shape. */
  readPerson(claims: unknown, user: string | null): Person
}
/** OAuth 2.0: the api requests the user's profile with the token. */
export type OauthRow = SharedRow & {
  protocol: 'oauth'
  endpoints: ProviderEndpoints
  /**
   * Returns the error of RFC 6749 (section 5.2) that a nonstandard body of the token endpoint stands for; null for a standard error, or
   * none.
   */
  readTokenError(body: unknown): string | null
  /** Reads the user from the responses. `emails` is null if they aren't requested. Throws for responses of another shape. */
  readPerson(profile: unknown, emails: unknown): Person
}
/** The differences between login providers, for OpenID Connect and for plain OAuth 2.0. */
export type ProviderRow = OidcRow | OauthRow

/** Absolute URLs of a provider that has no discovery document. */
export type ProviderEndpoints = { authorizeUrl: string; tokenUrl: string; profileUrl: string; emailsUrl?: string }

const subject = z.string().check(z.minLength(1), z.maxLength(255))
/** Some providers send numbers. */
const id = z.union([z.pipe(z.int(), z.transform(String)), subject])
const email = z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/))
/** Anything but an address counts as none: it never fails a sign-in. */
const optionalEmail = z.catch(z.nullable(email), null)
const optionalText = z.catch(z.nullable(z.string()), null)
/** Apple has sent both. */
const isTrue = z.catch(z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]), false)

const idTokenClaims = z.object({ sub: subject, email: optionalEmail, email_verified: isTrue, name: optionalText })
const appleUser = z.object({ name: z.object({ firstName: optionalText, lastName: optionalText }) })
const githubProfile = z.object({ id, login: optionalText })
const githubEmails = z.array(z.object({ email: optionalEmail, primary: z.boolean(), verified: z.boolean() }))
const githubTokenError = z.object({ error: z.string() })
const githubErrors: Readonly<Record<string, string | undefined>> = {
  bad_verification_code: 'invalid_grant',
  redirect_uri_mismatch: 'invalid_grant',
  incorrect_client_credentials: 'invalid_client',
}
const facebookTokenError = z.object({ error: z.object({ code: z.number() }) })
const facebookProfile = z.object({ id, name: optionalText })
const xProfile = z.object({ data: z.object({ id, username: optionalText }) })
const discordProfile = z.object({
  id,
  username: optionalText,
  email: optionalEmail,
  verified: z.catch(z.boolean(), false),
})

/** Every login provider that opens in a window, by its id. */
export const providers = {
  google: {
    protocol: 'oidc',
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    clientAuthentication: 'body',
    responseMode: 'query',
    fresh: { prompt: 'select_account', max_age: '0' },
    readPerson(claims) {
      const { sub, email, email_verified, name } = z.parse(idTokenClaims, claims)
      return { subject: sub, email: email_verified ? email : null, userName: readUserName(name) }
    },
  },
  apple: {
    protocol: 'oidc',
    issuer: 'https://appleid.apple.com',
    scope: 'openid email name',
    clientAuthentication: 'body',
    // The only way in which Apple sends name and address.
    responseMode: 'form_post',
    // Apple asks for the password, or Face ID, each time.
    fresh: {},
    readPerson(claims, user) {
      const { sub, email, email_verified } = z.parse(idTokenClaims, claims)
      // The address may be one of Apple's relay addresses, which forward mail.
      return { subject: sub, email: email_verified ? email : null, userName: readUserName(appleName(user)) }
    },
  },
  github: {
    protocol: 'oauth',
    issuer: 'https://github.com',
    // The public profile needs no scope.
    scope: 'user:email',
    clientAuthentication: 'body',
    fresh: { prompt: 'select_account' },
    endpoints: {
      authorizeUrl: 'https://github.com/login/oauth/authorize',
      tokenUrl: 'https://github.com/login/oauth/access_token',
      profileUrl: 'https://api.github.com/user',
      emailsUrl: 'https://api.github.com/user/emails',
    },
    // GitHub returns errors with status 200 and nonstandard names.
    readTokenError(body) {
      const refused = z.safeParse(githubTokenError, body)
      if (!refused.success) return null
      const { error } = refused.data
      return githubErrors[error] ?? error
    },
    readPerson(profile, emails) {
      // Names can be released and reused: only the id identifies the user. The profile's address is unverified.
      const { id, login } = z.parse(githubProfile, profile)
      const primary = z.parse(githubEmails, emails).find((each) => each.primary && each.verified)
      return { subject: id, email: primary?.email ?? null, userName: readUserName(login) }
    },
  },
  facebook: {
    protocol: 'oauth',
    issuer: 'https://www.facebook.com',
    // Facebook doesn't report whether an address is verified, so none is requested.
    scope: 'public_profile',
    clientAuthentication: 'body',
    fresh: { auth_type: 'reauthenticate' },
    endpoints: {
      authorizeUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
      tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
      profileUrl: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    },
    readTokenError(body) {
      const refused = z.safeParse(facebookTokenError, body)
      if (!refused.success) return null
      // "Invalid parameter": the code, its verifier or its redirect URI.
      return refused.data.error.code === 100 ? 'invalid_grant' : 'server_error'
    },
    readPerson(profile) {
      const { id, name } = z.parse(facebookProfile, profile)
      return { subject: id, email: null, userName: readUserName(name) }
    },
  },
  x: {
    protocol: 'oauth',
    issuer: 'https://x.com',
    // The first scope doesn't work without the second.
    scope: 'users.read tweet.read',
    clientAuthentication: 'header',
    fresh: {},
    endpoints: {
      authorizeUrl: 'https://x.com/i/oauth2/authorize',
      tokenUrl: 'https://api.x.com/2/oauth2/token',
      profileUrl: 'https://api.x.com/2/users/me',
    },
    readTokenError: () => null,
    readPerson(profile) {
      const { id, username } = z.parse(xProfile, profile).data
      return { subject: id, email: null, userName: readUserName(username) }
    },
  },
  discord: {
    protocol: 'oauth',
    issuer: 'https://discord.com',
    scope: 'identify email',
    clientAuthentication: 'body',
    fresh: { prompt: 'consent' },
    endpoints: {
      authorizeUrl: 'https://discord.com/oauth2/authorize',
      tokenUrl: 'https://discord.com/api/oauth2/token',
      profileUrl: 'https://discord.com/api/users/@me',
    },
    readTokenError: () => null,
    readPerson(profile) {
      const { id, username, email, verified } = z.parse(discordProfile, profile)
      return { subject: id, email: verified ? email : null, userName: readUserName(username) }
    },
  },
} as const satisfies Record<OidcProvider, OidcRow> & Record<OauthProvider, OauthRow>

/** Reads the name that Apple sends only at the first sign-in, as JSON in the callback. It isn't signed, so it is used only for display. */
function appleName(user: string | null): string | null {
  if (user === null) return null
  try {
    const { firstName, lastName } = z.parse(appleUser, JSON.parse(user)).name
    return [firstName, lastName].filter((part) => part !== null).join(' ')
  } catch {
    return null
  }
}
