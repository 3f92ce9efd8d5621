import type { Person } from '../../signIn/people.ts'
import type { PageOption } from '../../signIn/signInPage.ts'

/** What an access token stands for. */
export type Grant = {
  person: Person
  /** Whether the page's option was on. */
  hasOption: boolean
  scopes: readonly string[]
}

/**
 * Why a code is not exchanged. `client`: credentials are missing or wrong; `request`: a parameter is missing; `code`: unknown,
 * used, expired or another application's; `redirect`: another address than the code was sent to; `verifier`: PKCE.
 */
export type Refusal = 'client' | 'request' | 'code' | 'redirect' | 'verifier'

/** One provider, as far as it differs from the others: the real one's paths, rules and answers. */
export type OauthRow = {
  authorizePath: string
  tokenPath: string
  /** How applications authenticate: HTTP Basic alone, or a parameter too. */
  clientAuthentication: 'basic' | 'any'
  /** RFC 7636. One that does not require it still checks a verifier once there was a challenge. */
  requiresPkce: boolean
  tellsVerified: boolean
  option: PageOption | null
  /** What goes back with `error=access_denied`. */
  denial: Readonly<Record<string, string>>
  token: (accessToken: string, grant: Grant, request: Request) => Response
  refuse: (refusal: Refusal, request: Request) => Response
  /** What the api reads of the user: a path, and the query that the api asks with. */
  profilePath: string
  /** Where the user's addresses are, when the profile has none. */
  emailsPath?: string
  /** What an access token opens, by path. */
  resources: Readonly<Record<string, (grant: Grant, request: Request) => Response>>
  /** The answer to an access token that is missing or not one of its own. */
  unauthorized: () => Response
}
