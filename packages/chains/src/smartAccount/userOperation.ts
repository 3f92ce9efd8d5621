import type { EvmAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import type { SignedAuthorization } from './authorization.ts'

/**
 * The type of a smart account: a separate contract at another address (`hybrid`), or the EOA itself, which runs the framework's code
 * (`eip7702`).
 */
export type SmartAccountKind = 'hybrid' | 'eip7702'

/** A user operation of EntryPoint 0.7, unpacked (ERC-4337, ERC-7769). Gas in units, fees in wei per gas. */
export type UserOperation = {
  sender: EvmAddress
  nonce: bigint
  /** Until the account is deployed: the contract that deploys it, and its calldata. */
  factory?: EvmAddress
  factoryData?: Hex
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** The contract that pays, if not the account itself. */
  paymaster?: EvmAddress
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
  paymasterData?: Hex
  signature: Hex
  /** Sent with the operation's transaction, and not covered by its signature. */
  authorization?: SignedAuthorization
}

/**
 * Replaces the owner's signature during gas estimation: of the same length, without zero bytes (which would cost less), and recoverable to
 * an address, because the accounts' code reverts otherwise.
 */
export const dummySignature: Hex =
  '0xceacaaf6704e414ee4a69bca14773dd1e31ac4a715924a0b6f2c16b0f3694ae769808394e67a40aef799d5e94f526f85aa6b560757dcf7de123d04024250ea261c'
