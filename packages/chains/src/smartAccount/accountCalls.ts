import type { EvmAddress } from '../address/evmAddress.ts'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { parseAbiSignature } from '../calldata/abiSignature.ts'
import { decodeArguments } from '../calldata/decodeArguments.ts'
import { decodeFunctionOf, encodeArguments, encodeFunction, type FunctionEntry } from '../calldata/encodeArguments.ts'
import type { Hex } from '../hex/hex.ts'
import type { TypedDataStruct } from '../message/typedData.ts'

/** One call that a smart account makes. `value` is in wei. */
export type AccountCall = { to: EvmAddress; value: bigint; data: Hex }

// Both account types have these two (DeleGatorCore); the second is ERC-7579's, whose first argument is the mode.
const execution = '(address target, uint256 value, bytes callData)'
const executeOne: FunctionEntry = ['0x5c1c6dcd', `execute(${execution} execution)`]
const executeMode: FunctionEntry = ['0xe9ae5c53', 'execute(bytes32 mode, bytes executionCalldata)']
const executionList = `list(${execution}[] executions)`
/** A failure reverts the whole batch. The other modes may leave half of a batch done, and none of them is ever signed. */
const singleMode: Hex = `0x${'00'.repeat(32)}`
const batchMode: Hex = `0x01${'00'.repeat(31)}`

/**
 * Encodes the `callData` of a user operation that makes these calls in this order, all or none. No calls give no data: such an operation
 * only deploys the account. Throws INVALID_PARAMS when a value exceeds 256 bits.
 */
export function encodeCalls(calls: readonly AccountCall[]): Hex {
  const executions = calls.map(({ to, value, data }) => ({ target: to, value, callData: data }))
  const [first, second] = executions
  if (first === undefined) return '0x'
  if (second === undefined) return encodeFunction(executeOne, { execution: first })
  const executionCalldata = encodeArguments(parseAbiSignature(executionList).inputs, { executions })
  return encodeFunction(executeMode, { mode: batchMode, executionCalldata })
}

/**
 * Decodes the calls in `callData`, as `encodeCalls` and other wallets write them; null for any other function of an account, for a batch
 * that may be left half done, and for a non-canonical encoding.
 */
export function decodeCalls(callData: Hex): readonly AccountCall[] | null {
  if (callData === '0x') return []
  const one = decodeFunctionOf(executeOne, callData)
  if (one !== null) return [callOf(one.execution as TypedDataStruct)]
  const { mode, executionCalldata } = decodeFunctionOf(executeMode, callData) ?? {}
  if (mode === singleMode) return packedCall(executionCalldata as Hex)
  if (mode !== batchMode) return null
  const list = decodeArguments(parseAbiSignature(executionList).inputs, executionCalldata as Hex)
  return list === null ? null : (list.executions as readonly TypedDataStruct[]).map(callOf)
}

const callOf = ({ target, value, callData }: TypedDataStruct): AccountCall => ({
  to: target as EvmAddress,
  value: value as bigint,
  data: callData as Hex,
})

/** Decodes ERC-7579's single execution: target (20 bytes), value (32), data, without padding. */
function packedCall(packed: Hex): readonly AccountCall[] | null {
  if (packed.length < 106) return null
  const to = toChecksumAddress(packed.slice(0, 42))
  return [{ to, value: BigInt(`0x${packed.slice(42, 106)}`), data: `0x${packed.slice(106)}` }]
}
