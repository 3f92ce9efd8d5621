import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { type Address, concatHex, getCreate2Address, type Hex, padHex, serializeErc6492Signature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRpcProxy } from './rpcProxy.ts'
import { createTestNodes, type NodeAnswer } from './testNode.fixture.ts'
import { verifySignature } from './verifySignature.ts'

const chainId = 'eip155:31337'
const message = 'a.example wants you to sign in: ä 🗝'
const owner = privateKeyToAccount(generatePrivateKey())

/** Contracts that answer every call with one word, or revert. */
const answers = (word: Hex): Hex => concatHex(['0x7f', padHex(word, { dir: 'right', size: 32 }), '0x60005260206000f3'])
const wallets = {
  agreeing: [`0x${'a1'.repeat(20)}`, answers('0x1626ba7e')],
  refusing: [`0x${'a2'.repeat(20)}`, answers('0xffffffff')],
  reverting: [`0x${'a3'.repeat(20)}`, '0x60006000fd'],
  endless: [`0x${'a4'.repeat(20)}`, '0x5b600056'],
} as const satisfies Record<string, readonly [Address, Hex]>
/** Of code shorter than 256 bytes, as PUSH1 takes it. */
const sizeOf = (code: Hex): string => ((code.length - 2) / 2).toString(16)

describe('on a real chain', () => {
  let chain: Awaited<ReturnType<typeof startAnvil>>
  let signature: Hex
  beforeAll(async () => {
    chain = await startAnvil()
    const set = (address: Address, code: Hex) => ask('anvil_setCode', [address, code])
    for (const [address, code] of Object.values(wallets)) await set(address, code)
    signature = await owner.signMessage({ message })
  })
  afterAll(() => chain[Symbol.asyncDispose]())
  const ask = async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return ((await (await fetch(chain.url, { method: 'POST', headers, body })).json()) as { result: Hex }).result
  }
  const verify = (address: string, signed: string, text = message) =>
    verifySignature(createRpcProxy({ nodes: { [chainId]: [chain.url] }, fetch }), chainId, {
      address,
      message: text,
      signature: signed,
    })

  test('address zero, which a failed recovery answers, has signed nothing', async () => {
    expect(await verify(`0x${'00'.repeat(20)}`, `0x${'00'.repeat(64)}1b`)).toBe(false)
  })

  test('a key has signed the text that it has signed, and no other; nor has another key', async () => {
    expect(await verify(owner.address, signature)).toBe(true)
    expect(await verify(owner.address.toLowerCase(), signature)).toBe(true)
    expect(await verify(owner.address, signature, `${message} `)).toBe(false)
    expect(await verify(privateKeyToAccount(generatePrivateKey()).address, signature)).toBe(false)
    for (const none of ['0x', '0x00', `0x${'00'.repeat(65)}`, `${signature}00`])
      expect([none, await verify(owner.address, none)]).toEqual([none, false])
  })

  test('a contract has signed what it says that it has; not one that refuses, reverts, or never ends', async () => {
    for (const signed of [signature, '0x1234', '0x']) {
      expect([signed, await verify(wallets.agreeing[0], signed)]).toEqual([signed, true])
      for (const [address] of [wallets.refusing, wallets.reverting, wallets.endless])
        expect([address, await verify(address, signed)]).toEqual([address, false])
    }
  })

  test('a contract that is not deployed yet is asked as if it were', async () => {
    const runtime = answers('0x1626ba7e')
    const init = concatHex([`0x60${sizeOf(runtime)}600c60003960${sizeOf(runtime)}6000f3`, runtime])
    // Creates that contract for any call (CREATE2, without a salt).
    const factory: Address = `0x${'f1'.repeat(20)}`
    const create: Hex = `0x60${sizeOf(init)}6012600039600060${sizeOf(init)}60006000f55000`
    await ask('anvil_setCode', [factory, concatHex([create, init])])
    const address = getCreate2Address({ from: factory, salt: padHex('0x', { size: 32 }), bytecode: init })

    expect(await verify(address, '0x1234')).toBe(false)
    const undeployed = serializeErc6492Signature({ address: factory, data: '0x', signature: '0x1234' })
    expect(await verify(address, undeployed)).toBe(true)
    expect(await verify(wallets.refusing[0], undeployed)).toBe(false)
    expect(await ask('eth_getCode', [address, 'latest'])).toBe('0x')
  })
})

describe('of a node', () => {
  const verifyWith = (answer: NodeAnswer, id = chainId) => {
    const { fetch } = createTestNodes(() => answer)
    const proxy = createRpcProxy({ nodes: { [id]: ['http://a.test'] }, fetch })
    return verifySignature(proxy, id, { address: owner.address, message, signature: `0x${'00'.repeat(65)}` })
  }

  test.each<[string, NodeAnswer, boolean]>([
    ['one', { body: { result: '0x01' } }, true],
    ['one, as a word', { body: { result: padHex('0x1', { size: 32 }) } }, true],
    ['zero', { body: { result: '0x00' } }, false],
    ['nothing', { body: { result: '0x' } }, false],
    ['two', { body: { result: '0x02' } }, false],
    ['true', { body: { result: true } }, false],
    ['that it reverts', { body: { error: { code: 3, message: 'execution reverted', data: '0x' } } }, false],
  ])('that says %s', async (_, answer, isSigned) => {
    expect(await verifyWith(answer)).toBe(isSigned)
  })

  test('that is away nothing is known', async () => {
    await expect(verifyWith(new TypeError('away'))).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  })

  test('of another namespace nothing is asked', async () => {
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    await expect(verifyWith({ body: { result: '0x01' } }, solana)).rejects.toMatchObject({
      name: 'CHAIN_NOT_SUPPORTED',
    })
  })
})
