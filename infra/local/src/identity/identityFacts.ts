import type { OidcProvider } from '@latchkey/protocol/loginProviders'
import type { Addresses } from '../addresses.ts'
import type { Ports } from '../ports.ts'

/** What the process of the local sign-in providers has to know. */
export type IdentityFacts = {
  ports: Pick<Ports, OidcProvider | 'oauth'>
  urls: Pick<Addresses, OidcProvider | 'api'>
  /** Where the signing keys of the providers of OpenID Connect survive a restart. */
  keysFolder: string
  /** Of the key that our api signs Apple's client secrets with: PEM (SPKI). */
  applePublicKey: string
}
