import { encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { loadVectors } from '../testing/loadVectors.ts'
import { random } from '../testing/random.ts'
import type { AbiInput } from './abiSignature.ts'
import { parseAbiSignature } from './abiSignature.ts'
import { decodeArguments } from './decodeArguments.ts'
import { knownFunctions } from './knownFunctions.ts'

type Values = NonNullable<ReturnType<typeof decodeArguments>>
const inputsOf = (signature: string) => parseAbiSignature(signature).inputs
/** Encodes the values with viem. */
const encoded = (inputs: readonly AbiInput[], values: Values) =>
  encodeAbiParameters(inputs as never, inputs.map(({ name }) => values[name]) as never)

/** Converts `tuple(address,bytes)[]` of the published vectors to our form, with a name for every input. */
const named = (types: readonly string[]): string => {
  let count = 0
  const name = (type: string): string => {
    const tuple = /^tuple\((.*)\)((?:\[\d*\])*)$/.exec(type)
    const body =
      tuple === null
        ? type
        : `(${split(tuple[1] ?? '')
            .map(name)
            .join(', ')})${tuple[2]}`
    return `${body} v${count++}`
  }
  const split = (list: string): string[] => {
    const parts: string[] = ['']
    let depth = 0
    for (const character of list) {
      if (character === '(') depth++
      if (character === ')') depth--
      if (character === ',' && depth === 0) parts.push('')
      else parts[parts.length - 1] += character
    }
    return list === '' ? [] : parts
  }
  return `f(${types.map(name).join(', ')})`
}

describe('the published encodings of the Solidity compiler', () => {
  test.each(['contract-interface', 'contract-interface-abi2'])('%s are read, and encode back to themselves', (file) => {
    const vectors = loadVectors<{ name: string; types: string; result: `0x${string}` }>(file)
    expect(vectors.length).toBeGreaterThan(1800)
    for (const { name, types, result } of vectors) {
      const inputs = inputsOf(named(JSON.parse(types.replaceAll(/\b(u?int)\b/g, '$1256')) as string[]))
      const values = decodeArguments(inputs, result)
      if (values === null) throw new Error(`${file} ${name} is not read`)
      expect(encoded(inputs, values), name).toBe(result)
    }
  })
})

describe('only what encodes back to itself is read', () => {
  const inputs = inputsOf('f(address who, bool yes, uint8 small, int16 signed, bytes4 four, string text)')
  const values = { who: `0x${'11'.repeat(20)}`, yes: true, small: 255n, signed: -2n, four: '0x01020304', text: 'hä' }
  const data = encoded(inputs, values as Values)
  const word = (index: number, replacement: string): `0x${string}` =>
    `0x${data.slice(2, 2 + 64 * index)}${replacement.padStart(64, '0')}${data.slice(2 + 64 * (index + 1))}`

  test('the values as they are', () => {
    expect(decodeArguments(inputs, data)).toEqual(values)
  })

  test.each<[string, `0x${string}`]>([
    ['bytes after the arguments', `${data}00`],
    ['a word after the arguments', `${data}${'00'.repeat(32)}`],
    ['a byte too few', data.slice(0, -2) as `0x${string}`],
    ['nothing', '0x'],
    ['dirt above an address', word(0, `ff${'11'.repeat(20)}`)],
    ['a bool of two', word(1, '2')],
    ['a number above its type', word(2, '100')],
    ['a negative number without its sign', word(3, 'fffe')],
    ['dirt after fixed bytes', word(4, `01020304${'00'.repeat(27)}01`)],
    ['an offset that jumps ahead', word(5, 'e0')],
    ['an offset back into the heads', word(5, '0')],
    ['an offset without end', word(5, 'ff'.repeat(32))],
    ['a length beyond the data', word(6, '40')],
    ['a length without end', word(6, 'ff'.repeat(32))],
    ['dirt after a text', word(7, `68c3a4${'00'.repeat(28)}01`)],
    ['a text that is no UTF-8', word(7, `ffffff${'00'.repeat(29)}`)],
  ])('not %s', (_, bad) => {
    expect(decodeArguments(inputs, bad)).toBeNull()
  })

  test('not an array that says to be longer than any data', () => {
    const list = inputsOf('f(uint256[] list)')
    for (const length of [2n ** 255n, 2n ** 53n, 1_000_000n]) {
      const bad = `0x${32n.toString(16).padStart(64, '0')}${length.toString(16).padStart(64, '0')}` as const
      expect(decodeArguments(list, bad)).toBeNull()
    }
  })
})

describe('20,000 random and damaged calls of the known functions', () => {
  test('are read as viem encoded them or not at all, and what is read encodes back to its bytes', () => {
    const { below, pick, hex, integer } = random(65)
    const text = () => pick(['', 'Hello', '\u202eevil', '<b>', '😀'.repeat(9), '\0'])
    const randomValue = ({ type, components }: AbiInput): unknown => {
      const array = /^(.*)\[(\d*)\]$/.exec(type)
      if (array !== null) {
        const [, item = '', length] = array
        const count = length === '' ? below(4) : Number(length)
        return Array.from({ length: count }, () => randomValue({ name: '', type: item, components }))
      }
      if (type === 'tuple') return Object.fromEntries(components.map((each) => [each.name, randomValue(each)]))
      if (type === 'address') return hex(20)
      if (type === 'bool') return below(2) === 1
      if (type === 'string') return text()
      if (type === 'bytes') return hex(below(70))
      const [, kind, width] = /^(uint|bytes)(\d+)$/.exec(type) ?? []
      return kind === 'bytes' ? hex(Number(width)) : pick([integer(Number(width)), 2n ** BigInt(width ?? 0) - 1n])
    }
    const signatures = Object.values(knownFunctions).map(([signature]) => inputsOf(signature))
    let damagedButRead = 0
    for (let i = 0; i < 20_000; i++) {
      const inputs = pick(signatures)
      const values = Object.fromEntries(inputs.map((each) => [each.name, randomValue(each)])) as Values
      const data = encoded(inputs, values)
      const read = decodeArguments(inputs, data)
      if (read === null) throw new Error(`not read: ${data}`)
      expect(encoded(inputs, read)).toBe(data)

      const bytes = [...data.slice(2)]
      const cut = below(3) === 0 ? below(bytes.length + 1) : bytes.length
      if (bytes.length > 0) bytes[below(bytes.length)] = pick([...'0123456789abcdef'])
      const damaged = `0x${bytes.slice(0, cut - (cut % 2)).join('')}` as const
      const again = decodeArguments(inputs, damaged)
      if (again === null) continue
      damagedButRead++
      expect(encoded(inputs, again)).toBe(damaged)
    }
    expect(damagedButRead).toBeGreaterThan(1000)
  }, 120_000)
})
