import type { RequestArguments } from '../../connectors/Eip1193Provider.ts'
import type { SignInInput } from '../../connectors/solana/parseSignInInput.ts'
import type { AccountEmitter } from '../AccountEmitter.ts'

/**
 * A public key, without @solana/web3.js. Its `PublicKey` only works with its own class: a transaction gets
 * `new PublicKey(key.toBase58())`.
 */
export type SolanaPublicKey = {
  toBase58(): string
  toBytes(): Uint8Array
  toString(): string
  toJSON(): string
  equals(other: { toBase58(): string }): boolean
}

/** Anything that can be serialised: `Transaction` and `VersionedTransaction` of @solana/web3.js, or the bytes themselves. */
export type SolanaTransactionLike =
  | { serialize(config?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array }
  | Uint8Array

export type SolanaSendOptions = {
  skipPreflight?: boolean
  preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
  maxRetries?: number
  minContextSlot?: number
}

/** The part of `Connection` of @solana/web3.js that is used here. */
export type SolanaConnection = {
  sendRawTransaction(transaction: Uint8Array, options?: SolanaSendOptions): Promise<string>
  getLatestBlockhash(): Promise<{ blockhash: string }>
}

export type SolanaSignIn = {
  readonly account: { readonly address: string; readonly publicKey: Uint8Array }
  /** The signed message, in UTF-8. */
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

/**
 * The active Solana wallet, in the shape that dapps know from wallet adapters. It rejects with a ProviderRpcError, or with the error that a
 * transaction of the dapp's throws when it is serialized.
 */
export type SolanaProvider = AccountEmitter<SolanaPublicKey> & {
  readonly namespace: 'solana'
  /** Null unless connected. */
  readonly publicKey: SolanaPublicKey | null
  readonly connected: boolean
  /** The methods of the wire protocol, in base58. */
  request(args: RequestArguments): Promise<unknown>
  connect(): Promise<{ publicKey: SolanaPublicKey }>
  disconnect(): Promise<void>
  /** 64 bytes, Ed25519 over the message as it is: of at most 2,048 bytes, and no transaction. */
  signMessage(message: Uint8Array): Promise<Uint8Array>
  /** A transaction of the same class, signed. It may be another one: wallets add fees and guards. */
  signTransaction<transaction extends SolanaTransactionLike>(transaction: transaction): Promise<transaction>
  signAllTransactions<transaction extends SolanaTransactionLike>(
    transactions: readonly transaction[],
  ): Promise<transaction[]>
  /** Sent by the wallet, to a node of its choice. Resolves with the signature, in base58. */
  signAndSendTransaction(transaction: SolanaTransactionLike, options?: SolanaSendOptions): Promise<string>
  /**
   * Signed by the wallet and sent over the dapp's own connection; sent by the wallet if it signs only what it sends. Adds the fee payer and
   * a blockhash to a legacy transaction without them. Resolves with the signature, in base58.
   */
  sendTransaction(
    transaction: SolanaTransactionLike,
    connection: SolanaConnection,
    options?: SolanaSendOptions & { signers?: readonly object[] },
  ): Promise<string>
  /**
   * Sign In With Solana, in the embedded wallet and in others that support it. The embedded one omits absent fields, and signs only for the
   * page's own domain and URI: INVALID_PARAMS for others. Verify the text and the signature on a server.
   */
  signIn(input?: SignInInput): Promise<SolanaSignIn>
}
