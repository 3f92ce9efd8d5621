import { encodeAbiParameters, encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import type { TypedDataStruct, TypedDataValue } from '../message/typedData.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { type AbiInput, parseAbiSignature } from './abiSignature.ts'
import { decodeArguments } from './decodeArguments.ts'
import { decodeFunctionOf, encodeArguments, encodeFunction } from './encodeArguments.ts'

const source = random(8)
const { below, hex, integer, pick } = source
const atoms = ['uint8', 'uint256', 'int16', 'int256', 'address', 'bool', 'bytes4', 'bytes32', 'bytes', 'string']

function anyInput(depth: number): AbiInput {
  const isTuple = depth > 0 && below(4) === 0
  const suffix = depth > 0 ? pick(['', '', '[]', '[2]', '[][2]']) : ''
  const components = isTuple ? Array.from({ length: 1 + below(3) }, (_, at) => named(anyInput(depth - 1), at)) : []
  return { name: 'a', type: `${isTuple ? 'tuple' : pick(atoms)}${suffix}`, components }
}
const named = (input: AbiInput, at: number): AbiInput => ({ ...input, name: `field${at}` })

function anyValue({ name, type, components }: AbiInput): TypedDataValue {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null)
    return Array.from({ length: array[2] === '' ? below(3) : Number(array[2]) }, () =>
      anyValue({ name, type: array[1] as string, components }),
    )
  if (type === 'tuple') return Object.fromEntries(components.map((each) => [each.name, anyValue(each)]))
  if (type === 'address') return toChecksumAddress(hex(20))
  if (type === 'bool') return below(2) === 1
  if (type === 'bytes') return hex(below(70))
  if (type === 'string') return pick(['', 'a', 'é🦊', 'x'.repeat(40)])
  const [, kind, width] = /^(uint|int|bytes)(\d+)$/.exec(type) ?? []
  if (kind === 'bytes') return hex(Number(width))
  const value = integer(Number(width))
  return kind === 'int' ? BigInt.asIntN(Number(width), value) : value
}

test('any values of any types are encoded as viem encodes them, and read back', () => {
  for (let i = 0; i < 600; i++) {
    const inputs = Array.from({ length: 1 + below(4) }, (_, at) => named(anyInput(3), at))
    const values: TypedDataStruct = Object.fromEntries(inputs.map((input) => [input.name, anyValue(input)]))
    const encoded = encodeArguments(inputs, values)
    expect(encoded).toBe(encodeAbiParameters(inputs, inputs.map(({ name }) => values[name]) as never))
    expect(decodeArguments(inputs, encoded)).toEqual(values)
  }
})

describe('what does not fit its type is refused', () => {
  test.each<[string, string, TypedDataValue]>([
    ['a number above its type', 'uint8', 256n],
    ['a number below its type', 'uint8', -1n],
    ['a signed number above its type', 'int8', 128n],
    ['a number above all types', 'uint256', 2n ** 256n],
    ['a number in words', 'uint256', '1'],
    ['too few bytes', 'bytes4', '0x1234'],
    ['too many bytes', 'bytes4', '0x1234567890'],
    ['too short a list', 'uint8[2]', [1n]],
    ['what is no list', 'uint8[]', 'x'],
  ])('%s', (_, type, value) => {
    expect(thrown(() => encodeArguments([{ name: 'a', type, components: [] }], { a: value }))).toBe('INVALID_PARAMS')
  })

  test('a value that is not there', () => {
    for (const type of ['uint8', 'uint8[]', 'bytes4'])
      expect(thrown(() => encodeArguments([{ name: 'a', type, components: [] }], {}))).toBe('INVALID_PARAMS')
  })
})

describe('a function', () => {
  const transfer = ['0xa9059cbb', 'transfer(address to, uint256 amount)'] as const
  const to = toChecksumAddress(`0x${'ab'.repeat(20)}`)

  test('is its selector and its arguments', () => {
    const abi = parseAbi(['function transfer(address to, uint256 amount)'])
    expect(toFunctionSelector(parseAbiSignature(transfer[1]).canonical)).toBe(transfer[0])
    const data = encodeFunction(transfer, { to, amount: 7n })
    expect(data).toBe(encodeFunctionData({ abi, functionName: 'transfer', args: [to, 7n] }))
    expect(decodeFunctionOf(transfer, data)).toEqual({ to, amount: 7n })
    expect(decodeFunctionOf(transfer, data.toUpperCase().replace('0X', '0x') as Hex)).toEqual({ to, amount: 7n })
  })

  test.each(['0x', '0xa905', '0xa9059cbb', '0x095ea7b3'] as const)('is not read from %s', (data) => {
    expect(decodeFunctionOf(transfer, data)).toBeNull()
  })
})
