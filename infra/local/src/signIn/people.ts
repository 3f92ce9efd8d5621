import { createHash } from 'node:crypto'

/** A user with an account at every local provider. The email address identifies the account. */
export type Person = {
  name: string
  email: string
  /** Whether the provider has verified the address. */
  isVerified: boolean
}

/** The suggested users. */
// not words: names.
export const people: readonly Person[] = [
  { name: 'Ada Lovelace', email: 'ada@example.org', isVerified: true },
  { name: 'Grace Hopper', email: 'grace@example.org', isVerified: true },
  { name: 'Alan Turing', email: 'alan@example.org', isVerified: false },
]

export const firstNameOf = ({ name }: Pick<Person, 'name'>): string => name.split(' ')[0] ?? name

/** Returns the part of the address before the `@`, in letters that every provider allows in a user name. */
export const userNameOf = ({ email }: Pick<Person, 'email'>): string =>
  email
    .split('@', 1)
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')

/** Returns 32 bytes that identify an account at a provider, and reveal nothing elsewhere. */
export const accountDigest = (provider: string, { email }: Pick<Person, 'email'>): Buffer =>
  createHash('sha256').update(`latchkey local ${provider} ${email.toLowerCase()}`).digest()

/** Returns the account's number at a provider, in the form that most of them use. It has 48 bits, so a collision is unlikely. */
export const accountNumber = (provider: string, person: Pick<Person, 'email'>): number =>
  accountDigest(provider, person).readUIntBE(0, 6)
