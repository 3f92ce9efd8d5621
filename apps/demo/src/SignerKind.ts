import type { Modal } from '@latchkey/modal'

/** A kind of wallet beside Ethereum's, and how the demo has it sign. */
export type SignerKind = {
  namespace: 'solana' | 'bip122'
  name: string
  /** Signs with the account in use, checks the signature, and says how that went. */
  signMessage: (modal: Modal, message: string) => Promise<string>
}
