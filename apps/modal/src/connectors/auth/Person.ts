import type { SocialProvider } from '../../Modal.ts'

/** The embedded wallet's user, as the wallet reports them. */
export type Person = {
  readonly email: string | null
  /** From their login provider: a claim. */
  readonly userName: string | null
  /** The login provider; null when signed in by email. */
  readonly provider: SocialProvider | null
}
