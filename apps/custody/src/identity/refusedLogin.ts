import { AppError } from '@latchkey/protocol/errors'
import type { Identity } from '@latchkey/service-kit/keys/tokens'

type Refusal = 'SOCIAL_REFUSED' | 'SOCIAL_EXPIRED' | 'IDENTITY_IN_USE' | 'LINK_MISMATCH'

/** A rejected login, and its owner if the provider's statement was genuine. */
export class RefusedLogin extends AppError<Refusal> {
  readonly identity: Identity | null

  constructor(name: Refusal, why: unknown, identity: Identity | null = null) {
    super(name, { cause: why instanceof Error ? why : new Error(`social login: ${why}`) })
    this.identity = identity
  }
}
