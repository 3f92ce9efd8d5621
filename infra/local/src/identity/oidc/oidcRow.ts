import type { JWTPayload } from 'jose'
import type { Person } from '../../signIn/people.ts'
import type { PageOption } from '../../signIn/signInPage.ts'

/** Somebody, and whether the option of the page was on when they signed in. */
export type Account = { person: Person; hasOption: boolean }

/** One provider of OpenID Connect, as far as it differs from the others. */
export type OidcRow = {
  responseMode: 'query' | 'form_post'
  /** Whether it has one (OpenID Connect Core, section 5.3). */
  hasUserinfo: boolean
  /** Whether an answer names its sender (RFC 9207). */
  tellsIss: boolean
  tellsVerified: boolean
  option: PageOption | null
  /** The error that comes back when somebody denies. */
  denial: string
  /** `sub`, the same for an account whenever it is asked. */
  subjectOf: (person: Person) => string
  /** Claims by the scope that opens them. */
  scopes: Readonly<Record<string, readonly string[]>>
  claimsOf: (account: Account) => JWTPayload
  /** What the answer holds beside the code, the first time that an account and the application meet. */
  firstAnswer: ((account: Account) => Record<string, string>) | null
}
