import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import type { TypedData, TypedDataStruct, TypedDataValue } from '../message/typedData.ts'
import { type AbiFunction, type AbiInput, parseAbiSignature } from './abiSignature.ts'
import { decodeArguments } from './decodeArguments.ts'
import { type FunctionPurpose, knownFunctions } from './knownFunctions.ts'

/** A call within a transaction, or nested in another call. */
export type Call = {
  /** The caller that `to` sees. */
  from: EvmAddress
  to: EvmAddress
  /** Wei. */
  value: bigint
  data: Hex
}

/** A call's function and arguments, which encode back to exactly the bytes of the call. */
export type DecodedFunction = {
  name: string
  /** `transfer(address,uint256)`. */
  canonical: string
  /** The purpose of functions with this name. */
  does: FunctionPurpose
  /** Arguments by name. */
  values: TypedDataStruct
  /** The arguments as a struct of typed data, named `root`, so that one tree shows both. */
  types: TypedData['types']
}

/** A call and the calls nested in it, such as those of a batch or multicall. */
export type DecodedCall = Call & {
  /** Null without data, for an unknown function, or for arguments that don't match it exactly. */
  fn: DecodedFunction | null
  /** The nested calls, as far as the arguments contain them. */
  calls: readonly DecodedCall[]
  /** True if there are more nested calls than were decoded. */
  isCut: boolean
}

/** The struct that holds the arguments in `DecodedFunction.types`. */
export const callRoot = '()'

/** Maximum nesting depth, and maximum number of calls. */
const maxDepth = 4
const maxCalls = 128

/** Decodes a call and the calls nested in it. Anything unknown stays bytes, never guessed. */
export function decodeCall(call: Call): DecodedCall {
  let left = maxCalls
  const decode = (each: Call, depth: number): DecodedCall => {
    const fn = decodeFunction(each.data)
    const inner = fn === null ? [] : innerCalls(fn, each)
    const read = depth >= maxDepth ? [] : inner.slice(0, left)
    left -= read.length
    return { ...each, fn, calls: read.map((next) => decode(next, depth + 1)), isCut: read.length < inner.length }
  }
  return decode(call, 0)
}

function decodeFunction(data: Hex): DecodedFunction | null {
  const selector = data.slice(0, 10).toLowerCase()
  if (!Object.hasOwn(knownFunctions, selector)) return null
  const [signature, does] = knownFunctions[selector as keyof typeof knownFunctions]
  const abi = parseAbiSignature(signature)
  const values = decodeArguments(abi.inputs, `0x${data.slice(10)}`)
  return values === null ? null : { name: abi.name, canonical: abi.canonical, does, values, types: typesOf(abi) }
}

/** Returns structs for tuples, named by their position: no such name is that of an elementary type. */
function typesOf({ inputs }: AbiFunction): TypedData['types'] {
  const types: Record<string, TypedData['types'][string]> = {}
  const add = (struct: string, fields: readonly AbiInput[]): void => {
    types[struct] = fields.map(({ name, type, components }) => {
      if (components.length === 0) return { name, type }
      add(`${struct}.${name}`, components)
      return { name, type: type.replace('tuple', `${struct}.${name}`) }
    })
  }
  add(callRoot, inputs)
  return types
}

type Inner = (values: TypedDataStruct, outer: Call) => readonly Call[]

/** A contract that calls itself with `delegatecall`, keeping its caller; the coins were sent once. */
const ownCalls: Inner = ({ data }, { from, to }) => list<Hex>(data).map((each) => ({ from, to, value: 0n, data: each }))
/** A contract that calls others as itself. */
const callsOf =
  (key: string): Inner =>
  (values, { to }) =>
    list<TypedDataStruct>(values[key]).map(({ target, value = 0n, callData, data }) => ({
      from: to,
      to: target as EvmAddress,
      value: value as bigint,
      data: (callData ?? data) as Hex,
    }))
const listedCalls: Inner = ({ targets, values, datas }, { to }) => {
  const [all, amounts, contents] = [list<EvmAddress>(targets), list<bigint>(values), list<Hex>(datas)]
  return all.length !== contents.length
    ? []
    : all.map((target, at) => ({ from: to, to: target, value: amounts[at] ?? 0n, data: contents[at] ?? '0x' }))
}
const oneCall: Inner = ({ to: named, target, value, data }, { to }) => [
  { from: to, to: (named ?? target) as EvmAddress, value: value as bigint, data: data as Hex },
]

const carriers: Readonly<Record<string, Inner>> = {
  'multicall(bytes[])': ownCalls,
  'multicall(uint256,bytes[])': ownCalls,
  'multicall(bytes32,bytes[])': ownCalls,
  'aggregate((address,bytes)[])': callsOf('calls'),
  'tryAggregate(bool,(address,bytes)[])': callsOf('calls'),
  'blockAndAggregate((address,bytes)[])': callsOf('calls'),
  'tryBlockAndAggregate(bool,(address,bytes)[])': callsOf('calls'),
  'aggregate3((address,bool,bytes)[])': callsOf('calls'),
  'aggregate3Value((address,bool,uint256,bytes)[])': callsOf('calls'),
  'executeBatch((address,uint256,bytes)[])': callsOf('calls'),
  'executeBatch(address[],bytes[])': listedCalls,
  'executeBatch(address[],uint256[],bytes[])': listedCalls,
  'execute(address,uint256,bytes)': oneCall,
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': oneCall,
  'multiSend(bytes)': ({ transactions }, { from }) => packedCalls(transactions as Hex, from),
}

const innerCalls = ({ canonical, values }: DecodedFunction, outer: Call): readonly Call[] =>
  carriers[canonical]?.(values, outer) ?? []

/** Decodes Safe's MultiSend: operation (1 byte), target (20), value (32), length (32), data, in sequence; [] for anything else. */
function packedCalls(packed: Hex, from: EvmAddress): readonly Call[] {
  const calls: Call[] = []
  for (let at = 2; at < packed.length; ) {
    const head = packed.slice(at, at + 170)
    const length = head.length < 170 ? Number.NaN : Number(BigInt(`0x${head.slice(106)}`))
    const end = at + 170 + 2 * length
    if (!(end <= packed.length)) return []
    calls.push({
      from,
      to: toChecksumAddress(`0x${head.slice(2, 42)}`),
      value: BigInt(`0x${head.slice(42, 106)}`),
      data: `0x${packed.slice(at + 170, end)}`,
    })
    at = end
  }
  return calls
}

const list = <item>(value: TypedDataValue | undefined): readonly item[] =>
  (Array.isArray(value) ? value : []) as readonly item[]
