import { accountDigest, type Person } from '../../signIn/people.ts'
import type { Account, OidcRow } from './oidcRow.ts'

const digest = (person: Person): string => accountDigest('apple', person).toString('hex')

/** Returns the address that the application sees; for users who hide theirs, always the same relay address. */
const emailOf = ({ person, hasOption }: Account): string =>
  hasOption ? `${digest(person).slice(0, 10)}@privaterelay.appleid.com` : person.email

/** Apple: a form that the browser posts, the name only beside the first code, and relay addresses. */
export const apple: OidcRow = {
  responseMode: 'form_post',
  hasUserinfo: false,
  tellsIss: false,
  tellsVerified: false,
  option: { name: 'hideEmail', isOn: false },
  denial: 'user_cancelled_authorize',
  subjectOf: (person) => `000123.${digest(person).slice(0, 32)}.0456`,
  scopes: { email: ['email', 'email_verified', 'is_private_email'], name: [] },
  // Apple's documentation allows booleans and strings; strings are the harder case.
  claimsOf: (account) => ({
    email: emailOf(account),
    email_verified: 'true',
    ...(account.hasOption ? { is_private_email: 'true' } : {}),
  }),
  firstAnswer: (account) => {
    const [firstName = '', ...others] = account.person.name.split(' ')
    return { user: JSON.stringify({ name: { firstName, lastName: others.join(' ') }, email: emailOf(account) }) }
  },
}
