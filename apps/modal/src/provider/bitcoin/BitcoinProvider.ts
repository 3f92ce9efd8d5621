import type { RequestArguments } from '../../connectors/Eip1193Provider.ts'
import type { AccountEmitter } from '../AccountEmitter.ts'

export type BitcoinAccountAddress = {
  readonly address: string
  /** The address's purpose: coins to pay with, or inscriptions. */
  readonly purpose: 'payment' | 'ordinal'
  /** Hexadecimal: compressed, or for a Taproot address only its x coordinate. Null when the wallet doesn't give it. */
  readonly publicKey: string | null
  /** BIP-32. Null when the wallet doesn't give it. */
  readonly path: string | null
}

export type BitcoinInputToSign = { address: string; index: number; sighashTypes?: readonly number[] }

/** The active Bitcoin wallet. Rejects with a ProviderRpcError. */
export type BitcoinProvider = AccountEmitter<string> & {
  readonly namespace: 'bip122'
  /** The active payment address. Null unless connected. */
  readonly address: string | null
  readonly connected: boolean
  /** The methods of `bip122` themselves. */
  request(args: RequestArguments): Promise<unknown>
  connect(): Promise<{ address: string }>
  disconnect(): Promise<void>
  /** All addresses, payment addresses first. */
  getAccountAddresses(): Promise<BitcoinAccountAddress[]>
  /**
   * Returns the signature in base64. By default the active address signs, by the wallet's usual method: usually ECDSA (BIP-137), and
   * BIP-322 for a Taproot address.
   */
  signMessage(params: { message: string; address?: string; protocol?: 'ecdsa' | 'bip322' }): Promise<string>
  /** PSBTs are in base64. A wallet that sends need not give the PSBT back. */
  signPSBT(params: {
    psbt: string
    signInputs?: readonly BitcoinInputToSign[]
    broadcast?: boolean
  }): Promise<{ psbt: string | null; txid: string | null }>
  /** `amount` in satoshis; `memo` in hexadecimal, for wallets that have it. Resolves with the id of the transaction. */
  sendTransfer(params: {
    recipient: string
    amount: bigint | string
    changeAddress?: string
    memo?: string
  }): Promise<string>
}
