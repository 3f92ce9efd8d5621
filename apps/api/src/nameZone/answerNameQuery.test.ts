import {
  type Address,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { answerNameQuery } from './answerNameQuery.ts'

const zone = { parent: 'example.eth' }
const holder: Address = '0x10CB9Aa0CB23856dA6F022D52B4d2334A14aD9A7'
const name = `lovelace.${zone.parent}`
const node = namehash(name)
const registered = {
  zone: zone.parent,
  label: 'lovelace',
  address: holder,
  coinType: null as number | null,
  attributes: { description: 'Analyst' },
  registeredAt: new Date(0),
}

const resolve = parseAbi(['function resolve(bytes name, bytes data)'])
const question = (asked: string, record: Hex): Hex =>
  encodeFunctionData({ abi: resolve, args: [toHex(packetToBytes(asked)), record] })
/** The call of a record, by its signature. */
const call = (signature: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}` as 'function f()']), args: args as [] })
const addr = (asked: string) => question(asked, call('addr(bytes32)', namehash(asked)))

const answer = (asked: Hex, held = registered) =>
  answerNameQuery(
    {
      resolver: `0x${'c3'.repeat(20)}`,
      chainId: 1,
      zone,
      find: async ({ label }) => (label === 'lovelace' ? held : null),
      sign: async () => '0x5157',
    },
    asked,
    new Date(0),
  )
const read = async (types: string, asked: Hex, held = registered): Promise<unknown> => {
  const [result] = decodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), await answer(asked, held))
  const values = decodeAbiParameters(parseAbiParameters(types), result) as unknown[]
  return values.length === 1 ? values[0] : values
}

describe('answerNameQuery answers with', () => {
  const coin = (type: bigint) => question(name, call('addr(bytes32, uint256)', node, type))
  const text = (key: string) => question(name, call('text(bytes32, string)', node, key))

  test('a key’s address on every EVM chain, and on no other', async () => {
    expect(await read('address', addr(name))).toBe(holder)
    for (const type of [60n, 2n ** 31n, 2n ** 31n + 10n])
      expect(await read('bytes', coin(type))).toBe(holder.toLowerCase())
    for (const type of [0n, 501n, 2n ** 31n + 1n, 2n ** 32n]) expect(await read('bytes', coin(type))).toBe('0x')
  })

  test('a contract’s address on its own chain only', async () => {
    const held = { ...registered, coinType: 2 ** 31 + 10 }
    expect(await read('bytes', coin(2n ** 31n + 10n), held)).toBe(holder.toLowerCase())
    expect(await read('bytes', coin(60n), held)).toBe('0x')
    expect(await read('address', addr(name), held)).toBe(zeroAddress)
  })

  test('texts, and empty records for what isn’t there', async () => {
    expect(await read('string', text('description'))).toBe('Analyst')
    for (const key of ['avatar', 'constructor', '__proto__']) expect(await read('string', text(key))).toBe('')
    expect(await read('address', addr(`grace.${zone.parent}`))).toBe(zeroAddress)
  })

  test.each<[string, unknown[], string, unknown]>([
    ['contenthash(bytes32)', [], 'bytes', '0x'],
    ['pubkey(bytes32)', [], 'bytes32, bytes32', [`0x${'00'.repeat(32)}`, `0x${'00'.repeat(32)}`]],
    ['ABI(bytes32, uint256)', [1n], 'uint256, bytes', [0n, '0x']],
    ['name(bytes32)', [], 'string', ''],
    ['interfaceImplementer(bytes32, bytes4)', ['0x01020304'], 'address', zeroAddress],
    ['zonehash(bytes32)', [], 'bytes', '0x'],
    ['dnsRecord(bytes32, bytes32, uint16)', [node, 1], 'bytes', '0x'],
  ])('an empty %s, which names of the zone don’t have', async (signature, args, types, empty) => {
    expect(await read(types, question(name, call(signature, node, ...args)))).toEqual(empty)
  })
})

test.each<[string, Hex]>([
  ['the node of another name', question(name, call('addr(bytes32)', namehash('ada.eth')))],
  ['a call that isn’t a record', question(name, call('setText(bytes32, string, string)', node, 'a', 'b'))],
  ['no call', '0x'],
  ['a call of another function', '0x12345678'],
  ['an invalid DNS name', encodeFunctionData({ abi: resolve, args: ['0x40', '0x'] })],
  ['more than a kilobyte', question(name, `0x${'ab'.repeat(2000)}`)],
])('answerNameQuery signs nothing for %s', async (_, asked) => {
  await expect(answer(asked)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
})
