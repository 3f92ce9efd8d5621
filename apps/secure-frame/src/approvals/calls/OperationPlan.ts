import type { AccountCall, Hex, RequestedFees, UserOperation } from '@latchkey/chains'

/** A page's own paymaster service (ERC-7677), from the capability `paymasterService` of EIP-5792. */
export type PaymasterService = { readonly url: string; readonly context?: Record<string, unknown> }

/** The paymaster fields of an operation. */
export type PaymasterFields = Required<
  Pick<UserOperation, 'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'>
>

/** Every number of an operation, given by a page that has filled it itself. */
export type OperationNumbers = Pick<
  UserOperation,
  'nonce' | 'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
>

/** The operation that is requested of a smart account. The wallet fills absent fields. */
export type OperationPlan = {
  /** In order, all or none. Without calls, the account is set up and nothing else happens. */
  readonly calls: readonly AccountCall[]
  /** As the page wrote it; built from the calls when absent. */
  readonly callData?: Hex
  /** Fields that the page set are kept. A page that sets all of them may also name a paymaster. */
  readonly given?: Partial<OperationNumbers> & { readonly paymaster?: PaymasterFields }
  /** The page's fee caps, from a plain transaction's fields. */
  readonly fees?: RequestedFees
  readonly service?: PaymasterService
}
