/**
 * Requirements: the result encodes back to exactly the same bytes; anything else is rejected; time and memory are linear in the input,
 * whatever its offsets and lengths.
 *
 * Design: the Solidity ABI allows many encodings of the same values, but encoders write one of them: tails in order, without gaps, overlaps
 * or nonzero padding. Only that one is accepted, and read front to back, so an offset is checked, not followed.
 */
import { toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import type { TypedDataStruct, TypedDataValue } from '../message/typedData.ts'
import { arrayOf, headSize, isDynamic } from './abiLayout.ts'
import type { AbiInput } from './abiSignature.ts'

/** Integers are bigints, addresses have their checksum, bytes are lower-case hex, tuples are structs by name. */
type AbiValue = TypedDataValue

/** Thrown and caught here only. */
class NotCanonical extends Error {}

/** Decodes the arguments in `data` (without a selector) by name; null when they aren't the canonical encoding of the inputs. */
export function decodeArguments(inputs: readonly AbiInput[], data: Hex): TypedDataStruct | null {
  try {
    const reader = createReader(data)
    const { values, end } = reader.readSequence(inputs, 0)
    return end === (data.length - 2) / 2 ? byName(inputs, values) : null
  } catch (thrown) {
    if (thrown instanceof NotCanonical) return null
    throw thrown
  }
}

const byName = (inputs: readonly AbiInput[], values: readonly AbiValue[]): TypedDataStruct =>
  Object.fromEntries(inputs.map(({ name }, index) => [name, values[index] as AbiValue]))

type Read = { value: AbiValue; end: number }

/** Positions and sizes are in bytes. */
function createReader(data: Hex) {
  const size = (data.length - 2) / 2

  const bytesAt = (at: number, length: number): string => {
    if (at + length > size) throw new NotCanonical()
    return data.slice(2 + 2 * at, 2 + 2 * (at + length))
  }
  const wordAt = (at: number): bigint => BigInt(`0x${bytesAt(at, 32)}`)
  const lengthAt = (at: number): number => {
    const length = wordAt(at)
    return length <= BigInt(size) ? Number(length) : fail()
  }

  const readSequence = (inputs: readonly AbiInput[], base: number): { values: AbiValue[]; end: number } => {
    let head = base
    let tail = base + inputs.reduce((sum, input) => sum + headSize(input), 0)
    if (tail > size) fail()
    const values = inputs.map((input) => {
      if (!isDynamic(input)) {
        const { value, end } = readAt(input, head)
        head = end
        return value
      }
      if (wordAt(head) !== BigInt(tail - base)) fail()
      const { value, end } = readAt(input, tail)
      head += 32
      tail = end
      return value
    })
    return { values, end: tail }
  }

  const readAt = (input: AbiInput, at: number): Read => {
    const array = arrayOf(input)
    if (array !== null) {
      const { item, length } = array
      const count = length ?? lengthAt(at)
      const start = length === null ? at + 32 : at
      if (count * headSize(item) > size) fail()
      const { values, end } = readSequence(Array<AbiInput>(count).fill(item), start)
      return { value: values, end }
    }
    if (input.type === 'tuple') {
      const { values, end } = readSequence(input.components, at)
      return { value: byName(input.components, values), end }
    }
    if (input.type === 'bytes' || input.type === 'string') return readBytes(input.type, at)
    return { value: readAtom(input.type, bytesAt(at, 32)), end: at + 32 }
  }

  const readBytes = (type: 'bytes' | 'string', at: number): Read => {
    const length = lengthAt(at)
    const padded = Math.ceil(length / 32) * 32
    const hex = bytesAt(at + 32, padded)
    if (/[^0]/.test(hex.slice(2 * length))) fail()
    const content = hex.slice(0, 2 * length).toLowerCase()
    return { value: type === 'bytes' ? `0x${content}` : utf8(content), end: at + 32 + padded }
  }

  return { readSequence }
}

const fail = (): never => {
  throw new NotCanonical()
}

function utf8(hex: string): string {
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  )
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return fail()
  }
}

/** Reads one word as a value of an elementary type; rejects a value out of the type's range. */
function readAtom(type: string, hex: string): AbiValue {
  const word = BigInt(`0x${hex}`)
  if (type === 'address') return word < 2n ** 160n ? toChecksumAddress(`0x${hex.slice(24)}`) : fail()
  if (type === 'bool') return word <= 1n ? word === 1n : fail()
  const [, kind, digits = ''] = /^(uint|int|bytes)(\d+)$/.exec(type) ?? []
  const width = BigInt(digits)
  if (kind === 'uint') return word < 2n ** width ? word : fail()
  if (kind === 'int') {
    const signed = BigInt.asIntN(Number(width), word)
    return BigInt.asUintN(256, signed) === word ? signed : fail()
  }
  const length = 2 * Number(width)
  return /[^0]/.test(hex.slice(length)) ? fail() : `0x${hex.slice(0, length).toLowerCase()}`
}
