import { createHash } from 'node:crypto'

/** Somebody with an account at every local provider. The email address is the account: the same one is the same account. */
export type Person = {
  name: string
  email: string
  /** Whether the provider knows the address to be theirs. */
  isVerified: boolean
}

/** Those who need not be typed. */
// not words: names.
export const people: readonly Person[] = [
  { name: 'Ada Lovelace', email: 'ada@example.org', isVerified: true },
  { name: 'Grace Hopper', email: 'grace@example.org', isVerified: true },
  { name: 'Alan Turing', email: 'alan@example.org', isVerified: false },
]

export const firstNameOf = ({ name }: Pick<Person, 'name'>): string => name.split(' ')[0] ?? name

/** Part of the address before the `@`, in the letters that every provider takes for a user name. */
export const userNameOf = ({ email }: Pick<Person, 'email'>): string =>
  email
    .split('@', 1)
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')

/** 32 bytes that are the same for an account at a provider whenever it is asked, and tell nothing of it elsewhere. */
export const accountDigest = (provider: string, { email }: Pick<Person, 'email'>): Buffer =>
  createHash('sha256').update(`latchkey local ${provider} ${email.toLowerCase()}`).digest()

/** The account's number at a provider, as most of them count. Of 48 bits, so that hardly two people have the same. */
export const accountNumber = (provider: string, person: Pick<Person, 'email'>): number =>
  accountDigest(provider, person).readUIntBE(0, 6)
