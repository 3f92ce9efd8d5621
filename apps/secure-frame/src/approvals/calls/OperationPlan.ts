import type { AccountCall, Hex, RequestedFees, UserOperation } from '@latchkey/chains'

/** A page's own paymaster service (ERC-7677), as the capability `paymasterService` of EIP-5792 names it. */
export type PaymasterService = { readonly url: string; readonly context?: Record<string, unknown> }

/** Who pays besides the account, as the operation itself says it. */
export type PaymasterFields = Required<
  Pick<UserOperation, 'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'>
>

/** Every number of an operation, as a page that has filled it itself gives them. */
export type OperationNumbers = Pick<
  UserOperation,
  'nonce' | 'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
>

/** What is wanted of a smart account. What is absent is for the wallet to fill. */
export type OperationPlan = {
  /** In this order, all of them or none. No calls: the account is set up, and nothing else happens. */
  readonly calls: readonly AccountCall[]
  /** As the page wrote it; made of the calls when absent. */
  readonly callData?: Hex
  /** What a page set itself is kept. With all of it, the page may have found somebody who pays, too. */
  readonly given?: Partial<OperationNumbers> & { readonly paymaster?: PaymasterFields }
  /** The most that the page wants paid, of a plain transaction's fields. */
  readonly fees?: RequestedFees
  readonly service?: PaymasterService
}
