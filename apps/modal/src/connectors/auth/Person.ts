import type { SocialProvider } from '../../Modal.ts'

/** Whom the embedded wallet belongs to, as the wallet says. */
export type Person = {
  readonly email: string | null
  /** As their provider has it: a claim. */
  readonly userName: string | null
  /** With whose account they have logged in; null when by email. */
  readonly provider: SocialProvider | null
}
