import { bytesToHex, concatBytes, hexToBytes, keccak256, numberToBytes, stringToBytes } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { loadVectors } from '../testing/loadVectors.ts'
import { random } from '../testing/random.ts'
import { parseTypedData } from './parseTypedData.ts'
import { formatTypedData, type TypedData, type TypedDataValue, typedDataDigest } from './typedData.ts'

/** The example of EIP-712. */
const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

const digestOf = (input: unknown): string => bytesToHex(typedDataDigest(parseTypedData(input)))

test('the example of EIP-712 has its published digest, as object and as text, domain declared or derived', () => {
  const { EIP712Domain: _, ...types } = mail.types
  for (const input of [mail, JSON.stringify(mail), { ...mail, types }])
    expect(digestOf(input)).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
})

type Vector = { name: string; domain: object; primaryType: string; types: object; data: object; digest: string }

test('the 1,025 published cases have their published digests, and keep them as canonical text', () => {
  const vectors = loadVectors<Vector>('eip712')
  expect(vectors).toHaveLength(1025)
  for (const { name, data, digest, ...rest } of vectors) {
    const typedData = parseTypedData({ ...rest, message: data })
    expect(bytesToHex(typedDataDigest(typedData)), name).toBe(digest)
    const text = formatTypedData(typedData)
    expect(parseTypedData(text), name).toEqual(typedData)
    expect(formatTypedData(parseTypedData(text)), name).toBe(text)
  }
})

describe('against an encoder written from the standard', () => {
  // Nothing of viem's encoder: only its hash.
  const encode = (types: TypedData['types'], type: string, value: TypedDataValue): Uint8Array => {
    if (type.endsWith(']')) {
      const item = type.slice(0, type.lastIndexOf('['))
      return keccak256(concatBytes((value as TypedDataValue[]).map((each) => encode(types, item, each))), 'bytes')
    }
    const fields = types[type]
    if (fields) {
      const used = new Set<string>()
      const collect = (name: string): void => {
        if (used.has(name) || !types[name]) return
        used.add(name)
        for (const field of types[name]) collect(field.type.replace(/\[.*$/, ''))
      }
      collect(type)
      const signature = [type, ...[...used].filter((name) => name !== type).sort()]
        .map((name) => `${name}(${types[name]?.map((field) => `${field.type} ${field.name}`).join(',')})`)
        .join('')
      const struct = value as Record<string, TypedDataValue>
      const words = fields.map((field) => encode(types, field.type, struct[field.name] ?? ''))
      return keccak256(concatBytes([keccak256(stringToBytes(signature), 'bytes'), ...words]), 'bytes')
    }
    if (type === 'string') return keccak256(stringToBytes(value as string), 'bytes')
    if (type === 'bytes') return keccak256(hexToBytes(value as `0x${string}`), 'bytes')
    if (type === 'bool') return numberToBytes(value ? 1 : 0, { size: 32 })
    if (type === 'address') return hexToBytes(`0x${'00'.repeat(12)}${(value as string).slice(2)}`)
    if (type.startsWith('bytes')) return hexToBytes((value as string).padEnd(66, '0') as `0x${string}`)
    return numberToBytes(BigInt.asUintN(256, value as bigint), { size: 32 })
  }

  test('1,000 random cases have the same digests', () => {
    const { below, pick, hex, integer } = random(712)
    const randomValue = (type: string, types: Record<string, { name: string; type: string }[]>): unknown => {
      const array = /\[(\d*)\]$/.exec(type)
      if (array)
        return Array.from({ length: array[1] ? Number(array[1]) : below(3) }, () =>
          randomValue(type.slice(0, array.index), types),
        )
      if (types[type])
        return Object.fromEntries(types[type].map((field) => [field.name, randomValue(field.type, types)]))
      const bits = Number(/\d+$/.exec(type)?.[0] ?? 0)
      if (type === 'string') return pick(['', 'a', 'Grüße', '世界', '👍', '0x1234', '[]'])
      if (type === 'bool') return below(2) === 1
      if (type === 'address') return hex(20)
      if (type === 'bytes') return hex(below(40))
      if (type.startsWith('bytes')) return hex(bits)
      const unsigned = integer(type.startsWith('u') ? bits : bits - 1)
      const value = !type.startsWith('u') && below(2) ? -unsigned : unsigned
      return value >= 0n && below(2) ? `0x${value.toString(16)}` : value.toString()
    }
    const atoms = [
      'string',
      'bool',
      'address',
      'bytes',
      'bytes1',
      'bytes32',
      'uint8',
      'uint256',
      'int8',
      'int256',
      'int24',
    ]
    for (let i = 0; i < 1000; i++) {
      const types: Record<string, { name: string; type: string }[]> = {}
      const names = ['A', 'B', 'Zed', 'a_1'].slice(0, 1 + below(4))
      for (const [index, name] of names.entries()) {
        // Each struct refers to later ones only: never recursive.
        types[name] = Array.from({ length: below(5) }, (_, field) => ({
          name: `f${field}`,
          type: pick([...atoms, ...names.slice(index + 1)]) + pick(['', '', '', '[]', '[2]', '[][1]']),
        }))
      }
      const domain = {
        ...(below(2) && { name: 'x' }),
        ...(below(2) && { chainId: below(1e6) }),
        ...(below(2) && { salt: hex(32) }),
      }
      const typedData = parseTypedData({ types, primaryType: 'A', domain, message: randomValue('A', types) })
      const expected = keccak256(
        concatBytes([
          Uint8Array.of(0x19, 0x01),
          encode(typedData.types, 'EIP712Domain', typedData.domain as TypedDataValue),
          encode(typedData.types, 'A', typedData.message),
        ]),
        'bytes',
      )
      expect(typedDataDigest(typedData)).toEqual(expected)
      expect(parseTypedData(formatTypedData(typedData))).toEqual(typedData)
    }
  })
})
