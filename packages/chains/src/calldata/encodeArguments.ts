import { stringToHex } from 'viem/utils'
import type { Hex } from '../hex/hex.ts'
import type { TypedDataStruct, TypedDataValue } from '../message/typedData.ts'
import { refuse } from '../refuse.ts'
import { arrayOf, headSize, isDynamic } from './abiLayout.ts'
import { type AbiInput, parseAbiSignature } from './abiSignature.ts'
import { decodeArguments } from './decodeArguments.ts'

/**
 * Encodes arguments (Solidity ABI) without a selector, in the form that `decodeArguments` reads. Values have its types, and are already
 * parsed: only their ranges and lengths are checked. Throws INVALID_PARAMS (`details.field`: the input's name).
 */
export const encodeArguments = (inputs: readonly AbiInput[], values: TypedDataStruct): Hex =>
  `0x${encodeSequence(
    inputs,
    inputs.map(({ name }) => values[name]),
  )}`

/** A function in our own tables: the selector, and the signature for `parseAbiSignature`. */
export type FunctionEntry = readonly [selector: Hex, signature: string]

/** Encodes calldata: the selector and the arguments. Throws INVALID_PARAMS. */
export const encodeFunction = ([selector, signature]: FunctionEntry, values: TypedDataStruct): Hex =>
  `${selector}${encodeArguments(parseAbiSignature(signature).inputs, values).slice(2)}`

/** Decodes the arguments in calldata of this function; null for other functions, and for a non-canonical encoding. */
export const decodeFunctionOf = ([selector, signature]: FunctionEntry, data: Hex): TypedDataStruct | null =>
  data.slice(0, 10).toLowerCase() === selector
    ? decodeArguments(parseAbiSignature(signature).inputs, `0x${data.slice(10)}`)
    : null

/** Encodes as hex digits, like everything below. */
function encodeSequence(inputs: readonly AbiInput[], values: readonly (TypedDataValue | undefined)[]): string {
  let [heads, tails] = ['', '']
  const headsSize = inputs.reduce((sum, input) => sum + headSize(input), 0)
  for (const [at, input] of inputs.entries()) {
    const encoded = encodeValue(input, values[at])
    if (isDynamic(input)) {
      heads += word(BigInt(headsSize + tails.length / 2))
      tails += encoded
    } else heads += encoded
  }
  return heads + tails
}

function encodeValue(input: AbiInput, value: TypedDataValue | undefined): string {
  const array = arrayOf(input)
  if (array !== null) {
    if (!Array.isArray(value) || (array.length !== null && value.length !== array.length)) refuse(input.name)
    const items = encodeSequence(Array<AbiInput>(value.length).fill(array.item), value)
    return array.length === null ? word(BigInt(value.length)) + items : items
  }
  if (input.type === 'tuple') {
    const fields = (value ?? refuse(input.name)) as TypedDataStruct
    return encodeArguments(input.components, fields).slice(2)
  }
  if (input.type === 'bytes') return encodeBytes(String(value).slice(2))
  if (input.type === 'string') return encodeBytes(stringToHex(String(value)).slice(2))
  return encodeAtom(input, value)
}

const encodeBytes = (digits: string): string =>
  word(BigInt(digits.length / 2)) + digits.toLowerCase().padEnd(Math.ceil(digits.length / 64) * 64, '0')

function encodeAtom({ name, type }: AbiInput, value: TypedDataValue | undefined): string {
  if (type === 'bool') return word(value === true ? 1n : 0n)
  if (type === 'address') return String(value).slice(2).toLowerCase().padStart(64, '0')
  const [, kind, width = '0'] = /^(uint|int|bytes)(\d+)$/.exec(type) ?? []
  if (kind === 'bytes') {
    const digits = String(value).slice(2).toLowerCase()
    return digits.length === 2 * Number(width) ? digits.padEnd(64, '0') : refuse(name)
  }
  const cut = kind === 'int' ? BigInt.asIntN : BigInt.asUintN
  return typeof value === 'bigint' && cut(Number(width), value) === value ? word(value) : refuse(name)
}

const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(64, '0')
