import type { Modal } from '@latchkey/modal'

/** Something else that the demo does with an account. Says how it went. */
type SignerAction = {
  label: string
  act: (modal: Modal) => Promise<string>
  /** Of a chain of this machine: CAIP-2. Offered on every network when absent. */
  only?: string
}

/** A kind of wallet beside Ethereum's, and how the demo has it sign. */
export type SignerKind = {
  namespace: 'solana' | 'bip122'
  name: string
  /** Signs with the account in use, checks the signature, and says how that went. */
  signMessage: (modal: Modal, message: string) => Promise<string>
  actions: readonly SignerAction[]
  /** What an account has on a network, in words; absent where the demo has nobody to ask. */
  balanceOf?: (address: string, network: string) => Promise<string>
}
