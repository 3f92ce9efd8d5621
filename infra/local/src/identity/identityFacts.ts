import type { OidcProvider } from '@latchkey/protocol/loginProviders'
import type { Addresses } from '../addresses.ts'
import type { Ports } from '../ports.ts'

/** The settings of the local sign-in providers' process. */
export type IdentityFacts = {
  ports: Pick<Ports, OidcProvider | 'oauth'>
  urls: Pick<Addresses, OidcProvider | 'api'>
  /** Keeps the OpenID Connect providers' signing keys across restarts. */
  keysFolder: string
  /** The public key for our api's client secrets for Apple: PEM (SPKI). */
  applePublicKey: string
}
