import type { Addresses } from '../addresses.ts'
import type { Ports } from '../ports.ts'

/** What the process of the local sign-in providers has to know. */
export type IdentityFacts = {
  ports: Pick<Ports, 'google' | 'apple' | 'oauth'>
  urls: Pick<Addresses, 'google' | 'apple' | 'api'>
  /** Where Google's and Apple's signing keys survive a restart. */
  keysFolder: string
  /** Of the key that our api signs Apple's client secrets with: PEM (SPKI). */
  applePublicKey: string
}
