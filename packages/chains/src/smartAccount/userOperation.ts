import type { EvmAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import type { SignedAuthorization } from './authorization.ts'

/**
 * How an account is smart: a contract of its own at another address (`hybrid`), or the EOA itself, which lends its address
 * to the framework's code (`eip7702`).
 */
export type SmartAccountKind = 'hybrid' | 'eip7702'

/** A user operation of EntryPoint 0.7, unpacked (ERC-4337, ERC-7769). Gas in units, fees in wei per gas. */
export type UserOperation = {
  sender: EvmAddress
  nonce: bigint
  /** While the account is not deployed: who deploys it, and by which call. */
  factory?: EvmAddress
  factoryData?: Hex
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** The contract that pays, when it is not the account itself. */
  paymaster?: EvmAddress
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
  paymasterData?: Hex
  signature: Hex
  /** Goes with the operation's transaction and is no part of what its signature covers. */
  authorization?: SignedAuthorization
}

/**
 * Stands in for the owner's signature while gas is estimated: of the same length, without a zero byte (which would cost
 * less), and of somebody, because the accounts' code reverts where a signature is nobody's.
 */
export const dummySignature: Hex =
  '0xceacaaf6704e414ee4a69bca14773dd1e31ac4a715924a0b6f2c16b0f3694ae769808394e67a40aef799d5e94f526f85aa6b560757dcf7de123d04024250ea261c'
