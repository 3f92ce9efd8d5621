import {
  type AccountCall,
  type Authorization,
  delegationOf,
  dummySignature,
  type EvmAddress,
  type EvmNetwork,
  encodeCalls,
  type Hex,
  hybridAccount,
  planFees,
  type ReadFees,
  readFeeMarket,
  smartAccountContracts,
  toChecksumAddress,
  type UserOperation,
  userOperationToJson,
} from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import type { ChainReader } from '../../chain/createChainReader.ts'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'
import type { ApprovalTools } from '../Approval.ts'
import { readNonce } from '../transaction/fillTransaction.ts'
import { askSponsor, isWithoutSponsor, paymasterFieldsOf, type Sponsorship } from './askSponsor.ts'
import type { OperationPlan } from './OperationPlan.ts'

/** The payer of the network fee. */
export type Payer =
  /** The account. `because`: why the sponsor that was asked does not pay. */
  | { readonly kind: 'self'; readonly because: AppError | null }
  /** A sponsor by the project's rules, or a service that the page has named and that names itself. */
  | { readonly kind: 'sponsor'; readonly name: string; readonly isOfPage: boolean; readonly isFinal: boolean }
  /** A paymaster that the page arranged and that came with the operation. */
  | { readonly kind: 'page'; readonly paymaster: EvmAddress }

/** The set-up steps that an account's first operation includes. */
export type SetUp =
  | { readonly kind: 'deploy' }
  /** `instead`: the contract that the account has delegated to until now. */
  | { readonly kind: 'lend'; readonly authorization: Authorization; readonly instead: EvmAddress | null }

/** An operation with every signed field, and its maximum cost. Amounts in wei. */
export type FilledOperation = {
  /** Without its signature; its paymaster fields may be good for estimating only. */
  readonly operation: UserOperation
  readonly setUp: SetUp | null
  readonly payer: Payer
  /** The maximum network fee, for any payer. */
  readonly maxFeeWei: bigint
  /** The part of the fee that the account itself would have to pay now, less its deposit in the EntryPoint. */
  readonly feeDueWei: bigint
  /** The value that its calls send. */
  readonly valueWei: bigint
  /** The part of that value that the account must hold before a call could bring anything in. */
  readonly valueFirstWei: bigint
  readonly balanceWei: bigint
  readonly nonceKey: bigint
}

export type FillDeps = Pick<ApprovalTools, 'read' | 'services'> & { account: SmartAccount; network: EvmNetwork }

/**
 * Fills what a plan leaves open: nonce, set-up steps, fees in the network's own model, the payer, and gas as the
 * bundler estimates it. Returns the account's balance in `balanceWei`; the caller decides whether it is enough.
 *
 * Fails with CHAIN_UNREACHABLE, SERVICE_UNREACHABLE, BUNDLER_UNREACHABLE, with EXECUTION_REVERTED or OPERATION_REFUSED
 * (`details.reason`) for calls that would fail, with NONCE_TOO_LOW and NONCE_TOO_HIGH where a page gives a nonce other than
 * the account's next, and as `planFees`. A missing sponsor is not a failure.
 *
 * @param payers `self`: no sponsor is asked.
 */
export const fillOperation = async (
  plan: OperationPlan,
  { account, network, read, services }: FillDeps,
  payers: 'anyone' | 'self' = 'anyone',
): Promise<FilledOperation> => {
  const { calls, given = {}, fees: asked = {} } = plan
  const sender = toChecksumAddress(account.address)
  const nonceKey = given.nonce === undefined ? 0n : given.nonce >> 64n
  const [nonce, setUp, market, balanceWei, depositWei] = await Promise.all([
    readOperationNonce(sender, nonceKey, read),
    readSetUp(account, network, read),
    // The reader knows the result type of each method.
    readFeeMarket(network.feeModel, read as ReadFees),
    read('eth_getBalance', [sender, 'latest']).then(BigInt),
    readDeposit(sender, read),
  ])
  if (given.nonce !== undefined && given.nonce !== nonce) {
    throw new AppError(given.nonce < nonce ? 'NONCE_TOO_LOW' : 'NONCE_TOO_HIGH')
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = given
  const planned = planFees(
    {
      ...asked,
      ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
      ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
    },
    market,
  )
  const base: UserOperation = {
    sender,
    nonce,
    ...(setUp?.kind === 'deploy' ? factoryOf(account) : {}),
    callData: plan.callData ?? encodeCalls(calls),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    // An operation always names two prices; where the network has one, they are the same.
    maxFeePerGas: maxFeePerGas ?? (planned.model === 'legacy' ? planned.gasPrice : planned.maxFeePerGas),
    maxPriorityFeePerGas:
      maxPriorityFeePerGas ?? (planned.model === 'legacy' ? planned.gasPrice : planned.maxPriorityFeePerGas),
    signature: dummySignature,
  }

  const sponsor =
    given.paymaster !== undefined || payers === 'self'
      ? null
      : await askSponsor('stub', base, plan.service, services).catch((error: unknown) => {
          if (isWithoutSponsor(error)) return error
          throw error
        })
  const paid = sponsor instanceof AppError ? null : sponsor
  const paidBy = given.paymaster ?? (paid && paymasterFieldsOf(paid))
  const estimated = await withGas({ ...base, ...paidBy }, plan, setUp, read)
  const operation = Object.freeze(estimated)
  const maxFeeWei = maxFeeOf(operation)
  const isShared = paidBy !== null
  return Object.freeze({
    operation,
    setUp,
    payer: payerOf(plan, sponsor),
    maxFeeWei,
    feeDueWei: isShared || depositWei > maxFeeWei ? 0n : maxFeeWei - depositWei,
    valueWei: sum(calls.map(({ value }) => value)),
    valueFirstWei: valueFirst(calls),
    balanceWei,
    nonceKey,
  })
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** Sums the value of every call up to the first that runs a contract, which may bring some in. */
const valueFirst = (calls: readonly AccountCall[]): bigint => {
  const first = calls.findIndex(({ data }) => data !== '0x')
  return sum(calls.slice(0, first === -1 ? calls.length : first + 1).map(({ value }) => value))
}

/** Returns the maximum fee of an operation, in wei (EntryPoint 0.7). */
export const maxFeeOf = (operation: UserOperation): bigint =>
  operation.maxFeePerGas *
  (operation.callGasLimit +
    operation.verificationGasLimit +
    operation.preVerificationGas +
    (operation.paymasterVerificationGasLimit ?? 0n) +
    (operation.paymasterPostOpGasLimit ?? 0n))

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')

/** Calls one of the EntryPoint's view functions that returns a number. */
const askEntryPoint = async (data: string, read: ChainReader): Promise<bigint> =>
  BigInt((await read('eth_call', [{ to: smartAccountContracts.entryPoint, data }, 'latest'])).slice(0, 66))

/** `getNonce(address,uint192)`. */
export const readOperationNonce = (sender: string, key: bigint, read: ChainReader): Promise<bigint> =>
  askEntryPoint(`0x35567e1a${addressWord(sender)}${word(key)}`, read)

/** `balanceOf(address)`: the account's deposit in the EntryPoint, which fees are taken from first. */
const readDeposit = (sender: string, read: ChainReader): Promise<bigint> =>
  askEntryPoint(`0x70a08231${addressWord(sender)}`, read)

/** Returns the set-up step that the account still needs on this network; null if there is none. */
export const readSetUp = async (
  account: SmartAccount,
  network: EvmNetwork,
  read: ChainReader,
): Promise<SetUp | null> => {
  const code = (await read('eth_getCode', [account.address, 'latest'])) as Hex
  if (account.kind === 'hybrid') return code === '0x' ? { kind: 'deploy' } : null
  const address = smartAccountContracts.statelessImplementation
  const lent = delegationOf(code)
  if (lent === address) return null
  const nonce = await readNonce(account.owner, read)
  return { kind: 'lend', authorization: { chainId: network.id, address, nonce }, instead: lent }
}

const factoryOf = ({ owner }: SmartAccount): Pick<UserOperation, 'factory' | 'factoryData'> => {
  const { factory, factoryData } = hybridAccount(owner as EvmAddress)
  return { factory, factoryData }
}

const payerOf = ({ given, service }: OperationPlan, sponsor: Sponsorship | AppError | null): Payer => {
  if (given?.paymaster !== undefined) return { kind: 'page', paymaster: given.paymaster.paymaster }
  if (sponsor === null || sponsor instanceof AppError) return { kind: 'self', because: sponsor }
  return { kind: 'sponsor', name: sponsor.name, isOfPage: service !== undefined, isFinal: sponsor.isFinal }
}

/** A contract's state may change before it runs: adds a fifth to the gas, as for a transaction. */
const roomier = (gas: bigint): bigint => gas + gas / 5n

/**
 * While an earlier operation of the account is pending, a bundler estimates the next one behind it, where everything that both touch is
 * warm. By itself it costs this much more (EIP-2929): two contracts, their slots, nonce and deposit at the EntryPoint. Unused gas is free.
 */
const coldStart = 30_000n

/** An authorization's signature is checked only when it is used; for estimating, a placeholder is enough. */
const stub = { r: 1n, s: 1n, yParity: 0 } as const

const withGas = async (
  operation: UserOperation,
  { given = {} }: OperationPlan,
  setUp: SetUp | null,
  read: ChainReader,
): Promise<UserOperation> => {
  const { callGasLimit, verificationGasLimit, preVerificationGas } = given
  if (callGasLimit !== undefined && verificationGasLimit !== undefined && preVerificationGas !== undefined) {
    return { ...operation, callGasLimit, verificationGasLimit, preVerificationGas }
  }
  const tried =
    setUp?.kind === 'lend' ? { ...operation, authorization: { ...setUp.authorization, ...stub } } : operation
  const ask = (of: UserOperation) =>
    read('eth_estimateUserOperationGas', [userOperationToJson(of), smartAccountContracts.entryPoint])
  const estimate = await ask(tried).catch(async (error: unknown) => {
    // A bundler rejects an account that can't pay before it estimates. At a price of zero, it estimates.
    const isOwnMoney = operation.paymaster === undefined && isAppError(error, 'OPERATION_REFUSED')
    if (!isOwnMoney) throw error
    return await ask({ ...tried, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }).catch(() => {
      throw error
    })
  })
  const gas = (name: string): bigint => {
    const value = estimate[name]
    if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(value)) return BigInt(value)
    throw new AppError('BUNDLER_UNREACHABLE')
  }
  return {
    ...operation,
    callGasLimit: callGasLimit ?? roomier(gas('callGasLimit')),
    verificationGasLimit: verificationGasLimit ?? gas('verificationGasLimit') + coldStart,
    preVerificationGas: preVerificationGas ?? gas('preVerificationGas'),
  }
}
