import type { JWTPayload } from 'jose'
import type { Person } from '../../signIn/people.ts'
import type { PageOption } from '../../signIn/signInPage.ts'

/** A user, and whether the page's option was on when they signed in. */
export type Account = { person: Person; hasOption: boolean }

/** One OpenID Connect provider's differences from the others. */
export type OidcRow = {
  responseMode: 'query' | 'form_post'
  /** Whether it has one (OpenID Connect Core, section 5.3). */
  hasUserinfo: boolean
  /** Whether a response names its issuer (RFC 9207). */
  tellsIss: boolean
  tellsVerified: boolean
  option: PageOption | null
  /** The error after a denial. */
  denial: string
  /** Returns `sub`, always the same for an account. */
  subjectOf: (person: Person) => string
  /** Claims by the scope that opens them. */
  scopes: Readonly<Record<string, readonly string[]>>
  claimsOf: (account: Account) => JWTPayload
  /** The fields beside the code, on an account's first sign-in to the application. */
  firstAnswer: ((account: Account) => Record<string, string>) | null
}
