import type { NetworkId } from '../../Modal.ts'
import type { SignInData } from './SessionProof.ts'

/** The message of the embedded wallet's sign-in that is under way, for its network. */
export type OneClick = {
  readonly network: NetworkId
  /** The wallet's format: the text to sign, with a placeholder for the account's address, and its fields. */
  readonly message: { serializedMessage: string; [field: string]: unknown }
  /** The same, with the mark for an address. */
  readonly data: SignInData
}
