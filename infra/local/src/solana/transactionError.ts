/** Why a transaction failed, in the cluster's JSON-RPC form (`TransactionError` of the Solana SDK, by serde). */
import type { FailedTransactionMetadata } from 'litesvm'

export type TransactionErrorJson = string | Readonly<Record<string, unknown>>

/** In the order of litesvm's numbers, whose enumerations exist only as types. */
const transactionErrors = [
  ...['AccountInUse', 'AccountLoadedTwice', 'AccountNotFound', 'ProgramAccountNotFound', 'InsufficientFundsForFee'],
  ...['InvalidAccountForFee', 'AlreadyProcessed', 'BlockhashNotFound', 'CallChainTooDeep', 'MissingSignatureForFee'],
  ...['InvalidAccountIndex', 'SignatureFailure', 'InvalidProgramForExecution', 'SanitizeFailure', 'ClusterMaintenance'],
  ...['AccountBorrowOutstanding', 'WouldExceedMaxBlockCostLimit', 'UnsupportedVersion', 'InvalidWritableAccount'],
  ...['WouldExceedMaxAccountCostLimit', 'WouldExceedAccountDataBlockLimit', 'TooManyAccountLocks'],
  ...['AddressLookupTableNotFound', 'InvalidAddressLookupTableOwner', 'InvalidAddressLookupTableData'],
  ...['InvalidAddressLookupTableIndex', 'InvalidRentPayingAccount', 'WouldExceedMaxVoteCostLimit'],
  ...['WouldExceedAccountDataTotalLimit', 'MaxLoadedAccountsDataSizeExceeded', 'ResanitizationNeeded'],
  ...['InvalidLoadedAccountsDataSizeLimit', 'UnbalancedTransaction', 'ProgramCacheHitMaxLimit', 'CommitCancelled'],
] as const

const instructionErrors = [
  ...['GenericError', 'InvalidArgument', 'InvalidInstructionData', 'InvalidAccountData', 'AccountDataTooSmall'],
  ...['InsufficientFunds', 'IncorrectProgramId', 'MissingRequiredSignature', 'AccountAlreadyInitialized'],
  ...['UninitializedAccount', 'UnbalancedInstruction', 'ModifiedProgramId', 'ExternalAccountLamportSpend'],
  ...['ExternalAccountDataModified', 'ReadonlyLamportChange', 'ReadonlyDataModified', 'DuplicateAccountIndex'],
  ...['ExecutableModified', 'RentEpochModified', 'NotEnoughAccountKeys', 'AccountDataSizeChanged'],
  ...['AccountNotExecutable', 'AccountBorrowFailed', 'AccountBorrowOutstanding', 'DuplicateAccountOutOfSync'],
  ...['InvalidError', 'ExecutableDataModified', 'ExecutableLamportChange', 'ExecutableAccountNotRentExempt'],
  ...['UnsupportedProgramId', 'CallDepth', 'MissingAccount', 'ReentrancyNotAllowed', 'MaxSeedLengthExceeded'],
  ...['InvalidSeeds', 'InvalidRealloc', 'ComputationalBudgetExceeded', 'PrivilegeEscalation'],
  ...['ProgramEnvironmentSetupFailure', 'ProgramFailedToComplete', 'ProgramFailedToCompile', 'Immutable'],
  ...['IncorrectAuthority', 'AccountNotRentExempt', 'InvalidAccountOwner', 'ArithmeticOverflow', 'UnsupportedSysvar'],
  ...['IllegalOwner', 'MaxAccountsDataAllocationsExceeded', 'MaxAccountsExceeded'],
  ...['MaxInstructionTraceLengthExceeded', 'BuiltinProgramsMustConsumeComputeUnits', 'BorshIoError'],
] as const

const instructionErrorOf = (error: number | object): unknown => {
  if (typeof error === 'number') return instructionErrors[error] ?? 'GenericError'
  return 'code' in error ? { Custom: error.code } : 'BorshIoError'
}

/** Returns the error of a transaction that litesvm has not executed. */
export const errorOf = (failed: FailedTransactionMetadata): TransactionErrorJson => {
  const error = failed.err()
  if (typeof error === 'number') return transactionErrors[error] ?? 'SanitizeFailure'
  if ('err' in error) return { InstructionError: [error.index, instructionErrorOf(error.err())] }
  const name = error.constructor.name.replace(/^TransactionError/, '')
  return name === 'DuplicateInstruction'
    ? { [name]: (error as { index: number }).index }
    : { [name]: { account_index: (error as { accountIndex: number }).accountIndex } }
}

/** The nodes' messages for common errors. */
const words: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AddressLookupTableNotFound: "Transaction loads an address table account that doesn't exist",
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InsufficientFundsForRent: 'Transaction results in an account with insufficient funds for rent',
}

export const wordsOf = (error: TransactionErrorJson): string => {
  if (typeof error === 'string') return words[error] ?? error
  const [name = '', value] = Object.entries(error)[0] ?? []
  if (name !== 'InstructionError') return words[name] ?? name
  const [index, reason] = value as [number, string | { Custom: number }]
  const said = typeof reason === 'string' ? reason : `custom program error: 0x${reason.Custom.toString(16)}`
  return `Error processing Instruction ${index}: ${said}`
}
