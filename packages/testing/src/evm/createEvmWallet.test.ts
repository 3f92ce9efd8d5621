import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, startStack } from '@latchkey/local'
import { createPublicClient, type Hex, http, parseEther, toHex, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvmWallet, type EvmWallet } from './createEvmWallet.ts'

const origin = 'https://dapp.example'
let stack: Stack

beforeAll(async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-testing-'))
  stack = await startStack({ portBase: 24_040, parts: ['chainA', 'chainB'], dataFolder })
})
afterAll(() => stack.close())

const chains = () =>
  [
    { id: 31337, rpcUrl: stack.urls.chainA },
    { id: 1337, rpcUrl: stack.urls.chainB },
  ] as const
const answerOf = async (wallet: EvmWallet, method: string, ...params: unknown[]): Promise<unknown> => {
  const reply = await wallet.call(origin, method, params)
  if ('value' in reply) return reply.value
  throw 'error' in reply ? reply.error : reply.thrown
}
const connected = async (accounts = 1): Promise<EvmWallet> => {
  const wallet = createEvmWallet({ chains: [chains()[0]], addable: [chains()[1]], accounts })
  await answerOf(wallet, 'eth_requestAccounts')
  return wallet
}

test('signs messages and typed data with the key of the account', async () => {
  const wallet = await connected()
  const [address = '0x'] = wallet.addresses
  const signature = (await answerOf(wallet, 'personal_sign', toHex('Hello'), address)) as Hex
  expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)

  const order = {
    domain: { name: 'Shop', chainId: 31337 },
    types: { Order: [{ name: 'pieces', type: 'uint256' }] },
    primaryType: 'Order',
    message: { pieces: 2n },
  } as const
  const asked = JSON.stringify({ ...order, message: { pieces: '2' } })
  const typed = (await answerOf(wallet, 'eth_signTypedData_v4', address, asked)) as Hex
  expect(await verifyTypedData({ address, ...order, signature: typed })).toBe(true)
})

test('sends to the chain that it is on, also one that a dapp had it add', async () => {
  const wallet = await connected()
  const [from = '0x'] = wallet.addresses
  const request = { from, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: toHex(parseEther('0.1')) }
  const target = { chainId: toHex(1337) }
  await expect(answerOf(wallet, 'wallet_switchEthereumChain', target)).rejects.toMatchObject({ code: 4902 })
  await answerOf(wallet, 'wallet_addEthereumChain', { ...target, rpcUrls: ['http://localhost:1'] })
  expect(await answerOf(wallet, 'eth_chainId')).toBe(toHex(1337))

  const chain = createPublicClient({ transport: http(stack.urls.chainB) })
  await chain.request({ method: 'anvil_setBalance', params: [from, toHex(parseEther('1'))] } as never)
  const hash = (await answerOf(wallet, 'eth_sendTransaction', request)) as Hex
  const receipt = await chain.waitForTransactionReceipt({ hash })
  expect([receipt.status, receipt.from]).toEqual(['success', from.toLowerCase()])
  expect(await answerOf(wallet, 'eth_getTransactionCount', from, 'latest')).toBe('0x1')
})

test('has accounts for a site that connected, and for no other', async () => {
  const wallet = await connected(2)
  expect(await answerOf(wallet, 'eth_accounts')).toEqual(wallet.addresses)
  expect(await wallet.call('https://other.example', 'eth_accounts', [])).toEqual({ value: [] })
  expect(await wallet.call('https://other.example', 'personal_sign', ['0x00', wallet.addresses[0]])).toMatchObject({
    error: { code: 4100 },
  })
})

test('tells connected sites of another account and the end, and every page of another chain', async () => {
  const wallet = await connected(2)
  const told: unknown[] = []
  wallet.listen((to, event) => told.push([to, event.name, event.data]))
  const [first, second] = wallet.addresses
  wallet.switchAccount(1)
  await answerOf(wallet, 'wallet_addEthereumChain', { chainId: toHex(1337) })
  wallet.disconnect()
  expect(told).toEqual([
    [origin, 'accountsChanged', [second, first]],
    [null, 'chainChanged', toHex(1337)],
    [origin, 'accountsChanged', []],
  ])
  expect(await answerOf(wallet, 'eth_accounts')).toEqual([])
})

test('follows its script', async () => {
  const wallet = await connected(2)
  const [first, second] = wallet.addresses
  const sign = () => answerOf(wallet, 'personal_sign', '0x00', first)

  wallet.script('reject')
  await expect(sign()).rejects.toMatchObject({ code: 4001 })
  wallet.script('locked')
  expect(await answerOf(wallet, 'eth_accounts')).toEqual([])
  await expect(sign()).rejects.toMatchObject({ code: 4100 })
  wallet.script('swapAccount', { times: 1 })
  await sign()
  expect(await answerOf(wallet, 'eth_accounts')).toEqual([second, first])
  wallet.script('unknownChain')
  const target = { chainId: toHex(31337) }
  await expect(answerOf(wallet, 'wallet_switchEthereumChain', target)).rejects.toMatchObject({ code: 4902 })
  wallet.script('throwNonError', { of: 'sign' })
  expect(await wallet.call(origin, 'personal_sign', ['0x00', first])).toEqual({ thrown: 'No' })
  expect(await wallet.call(origin, 'personal_sign', ['0x00', first])).toEqual({ thrown: undefined })
  wallet.script('answerRubbish', { of: 'read' })
  expect(await answerOf(wallet, 'eth_chainId')).toBeNull()
  wallet.script('disconnect')
  await expect(sign()).rejects.toMatchObject({ code: 4900 })
  wallet.script('approve')
  expect(await answerOf(wallet, 'eth_accounts')).toEqual([])
})

test('a wallet that lies says that it switched, and stays', async () => {
  const wallet = createEvmWallet({ chains: chains() })
  wallet.script('wrongChain')
  expect(await answerOf(wallet, 'wallet_switchEthereumChain', { chainId: toHex(1337) })).toBeNull()
  expect(await answerOf(wallet, 'eth_chainId')).toBe(toHex(31337))
})

test('a wallet that never answers leaves every question open, and answers what needs nobody', async () => {
  const wallet = await connected()
  wallet.script('neverAnswer')
  const open = answerOf(wallet, 'personal_sign', '0x00', wallet.addresses[0])
  await answerOf(wallet, 'eth_chainId')
  expect(await Promise.race([open, Promise.resolve('open')])).toBe('open')
})
