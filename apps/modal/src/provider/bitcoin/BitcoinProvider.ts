import type { RequestArguments } from '../../connectors/Eip1193Provider.ts'
import type { AccountEmitter } from '../AccountEmitter.ts'

export type BitcoinAccountAddress = {
  readonly address: string
  /** What the wallet keeps at it: coins to pay with, or inscriptions. */
  readonly purpose: 'payment' | 'ordinal'
  /** Hexadecimal: compressed, or of a Taproot address its x coordinate alone. Null when the wallet does not tell. */
  readonly publicKey: string | null
  /** BIP-32. Null when the wallet does not tell. */
  readonly path: string | null
}

export type BitcoinInputToSign = { address: string; index: number; sighashTypes?: readonly number[] }

/** The Bitcoin wallet in use. What it rejects with is a ProviderRpcError. */
export type BitcoinProvider = AccountEmitter<string> & {
  readonly namespace: 'bip122'
  /** The one in use, which pays. Null unless connected. */
  readonly address: string | null
  readonly connected: boolean
  /** The methods of `bip122` themselves. */
  request(args: RequestArguments): Promise<unknown>
  connect(): Promise<{ address: string }>
  disconnect(): Promise<void>
  /** All of them, those that pay first. */
  getAccountAddresses(): Promise<BitcoinAccountAddress[]>
  /**
   * The signature in base64. By default the address in use signs, as the wallet sees fit: mostly by ECDSA (BIP-137), and
   * for a Taproot address by BIP-322.
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
