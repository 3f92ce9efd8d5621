import { accountDigest, firstNameOf } from '../../signIn/people.ts'
import type { OidcRow } from './oidcRow.ts'

/** Google: 21 digits, and an id_token with all claims. */
export const google: OidcRow = {
  responseMode: 'query',
  hasUserinfo: true,
  tellsIss: true,
  tellsVerified: true,
  option: null,
  denial: 'access_denied',
  subjectOf: (person) => `1${accountDigest('google', person).readBigUInt64BE().toString().padStart(20, '0')}`,
  scopes: { email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
  claimsOf: ({ person }) => ({
    email: person.email,
    email_verified: person.isVerified,
    name: person.name,
    given_name: firstNameOf(person),
  }),
  firstAnswer: null,
}
