import type { Person } from '../../signIn/people.ts'
import type { PageOption } from '../../signIn/signInPage.ts'

/** The grant behind an access token. */
export type Grant = {
  person: Person
  /** Whether the page's option was on. */
  hasOption: boolean
  scopes: readonly string[]
}

/**
 * Why a code is rejected. `client`: credentials are missing or wrong; `request`: a parameter is missing; `code`: unknown, used, expired or
 * another application's; `redirect`: another URL than the code was sent to; `verifier`: PKCE.
 */
export type Refusal = 'client' | 'request' | 'code' | 'redirect' | 'verifier'

/** One provider's differences from the others: the real one's paths, rules and responses. */
export type OauthRow = {
  authorizePath: string
  tokenPath: string
  /** How applications authenticate: only HTTP Basic, or a parameter too. */
  clientAuthentication: 'basic' | 'any'
  /** RFC 7636. One that does not require it still checks a verifier if there was a challenge. */
  requiresPkce: boolean
  tellsVerified: boolean
  option: PageOption | null
  /** The parameters beside `error=access_denied`. */
  denial: Readonly<Record<string, string>>
  token: (accessToken: string, grant: Grant, request: Request) => Response
  refuse: (refusal: Refusal, request: Request) => Response
  /** The user profile's path, with the api's query. */
  profilePath: string
  /** The path of the user's addresses, when the profile has none. */
  emailsPath?: string
  /** What an access token opens, by path. */
  resources: Readonly<Record<string, (grant: Grant, request: Request) => Response>>
  /** The response for a missing or invalid access token. */
  unauthorized: () => Response
}
