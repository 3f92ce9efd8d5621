import type { Modal } from '@latchkey/modal'

/** Another demo action with an account. Returns its result as text. */
type SignerAction = {
  label: string
  act: (modal: Modal) => Promise<string>
  /** A local chain: CAIP-2. Offered on every network when absent. */
  only?: string
}

/** A non-EVM wallet type, and the demo's signing with it. */
export type SignerKind = {
  namespace: 'solana' | 'bip122'
  name: string
  /** Signs with the active account, verifies the signature, and returns the result as text. */
  signMessage: (modal: Modal, message: string) => Promise<string>
  actions: readonly SignerAction[]
  /** Returns an account's balance on a network, as text; absent where the demo has no node for it. */
  balanceOf?: (address: string, network: string) => Promise<string>
}
