/** The contract that other wallets call for names of the zone, on a chain, with the api's answers. */

import { nameResolverAbi as abi } from '@latchkey/contracts'
import {
  type Address,
  createPublicClient,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  namehash,
  type PublicClient,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerNameQuery } from '../../../../apps/api/src/nameZone/answerNameQuery.ts'
import { rpc } from '../chain/rpc.ts'
import { startTestChain } from '../testing/startTestChain.ts'
import { placeLocalContracts } from '../tokens/placeLocalContracts.ts'
import { localEns } from './localEns.ts'
import { localZone } from './localNames.ts'
import { zoneKey } from './nameKeys.ts'

const address = localEns.zoneResolver
const holder: Address = '0x10CB9Aa0CB23856dA6F022D52B4d2334A14aD9A7'
const name = `lovelace.${localZone}`
const registered = {
  zone: localZone,
  label: 'lovelace',
  address: holder,
  coinType: null,
  attributes: { description: 'Analyst' },
  registeredAt: new Date(0),
}

let client: PublicClient
let now: Date
beforeAll(async () => {
  const { chain } = await startTestChain()
  await placeLocalContracts(chain.url)
  // Before the first block, calls run at second 1.
  await rpc(chain.url, 'evm_mine', [])
  client = createPublicClient({ transport: http(chain.url), ccipRead: false })
  now = new Date(Number((await client.getBlock()).timestamp) * 1000)
  return () => chain.stop()
})

const gateway = (change: { key?: Hex; resolver?: Address; chainId?: number } = {}) => {
  const { key = zoneKey, resolver = address, chainId = 31337 } = change
  const account = privateKeyToAccount(key)
  return {
    resolver,
    chainId,
    zone: { parent: localZone },
    find: async ({ label }: { label: string }) => (label === 'lovelace' ? registered : null),
    sign: (hash: Hex) => account.sign({ hash }),
  }
}
const wildcard = parseAbi(['function resolve(bytes name, bytes data)'])
const record = parseAbi(['function addr(bytes32 node)'])
const question = (asked: string): Hex =>
  encodeFunctionData({
    abi: wildcard,
    args: [toHex(packetToBytes(asked)), encodeFunctionData({ abi: record, args: [namehash(asked)] })],
  })
const verify = (response: Hex, of: Hex): Promise<Hex> =>
  client.readContract({ address, abi, functionName: 'resolveWithProof', args: [response, of] })
const answer = (of: Hex, change: Parameters<typeof gateway>[0] = {}, at = now) =>
  answerNameQuery(gateway(change), of, at)
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('refers clients to the api', async () => {
  const asked = question(name)
  await expect(
    client.readContract({ address, abi, functionName: 'resolve', args: [toHex(packetToBytes(name)), '0x'] }),
  ).rejects.toThrow('OffchainLookup')
  await expect(
    client.readContract({ address, abi, functionName: 'supportsInterface', args: ['0x9061b923'] }),
  ).resolves.toBe(true)
  expect(decodeAbiParameters([{ type: 'address' }], await verify(await answer(asked), asked))).toEqual([holder])
})

describe('what it rejects', () => {
  const asked = question(name)
  test.each<[string, () => Promise<Hex>, string]>([
    ['the key of somebody else', () => answer(asked, { key: generatePrivateKey() }), 'NotSigned'],
    ['an answer for another contract', () => answer(asked, { resolver: holder }), 'NotSigned'],
    ['an answer for another chain', () => answer(asked, { chainId: 1 }), 'NotSigned'],
    ['an answer to another question', () => answer(question(`grace.${localZone}`)), 'NotSigned'],
    ['an answer of an hour ago', () => answer(asked, {}, later(-3600)), 'Expired'],
    ['an answer for later', () => answer(asked, {}, later(4000)), 'Expired'],
  ])('%s', async (_, given, error) => {
    await expect(verify(await given(), asked)).rejects.toThrow(error)
  })

  test('another address, a later end, or another form of the signature', async () => {
    const types = parseAbiParameters('bytes, uint64, bytes')
    const [result, expires, signature] = decodeAbiParameters(types, await answer(asked))
    const other = encodeAbiParameters([{ type: 'address' }], [localEns.registry])
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = order - BigInt(`0x${signature.slice(66, 130)}`)
    const turned = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`
    const forgeries = [
      [other, expires, signature],
      [result, expires + 1n, signature],
      [result, expires, turned],
      [result, expires, '0x'],
      [result, expires, `0x${'00'.repeat(65)}`],
    ] as [Hex, bigint, Hex][]
    for (const forged of forgeries)
      await expect(verify(encodeAbiParameters(types, forged), asked)).rejects.toThrow('NotSigned')
  })

  test('a stranger who sets signers or the address of the api', async () => {
    const from = { account: holder, address, abi } as const
    await expect(client.simulateContract({ ...from, functionName: 'setSigner', args: [holder, true] })).rejects.toThrow(
      'NotOwner',
    )
    await expect(client.simulateContract({ ...from, functionName: 'setUrl', args: ['https://x'] })).rejects.toThrow(
      'NotOwner',
    )
  })
})
