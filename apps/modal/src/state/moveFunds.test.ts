import type { TokenBalance } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { AccountApi } from '../account/AccountApi.ts'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { createSmartLogin, smartAddress, smartChains } from '../connectors/auth/smartLogin.fixture.ts'
import { createTestModal, settle, type TestOptions, testAddress } from '../modal.fixture.ts'
import { setAccountTypeAtom } from './accountType.ts'
import { moveFundsAtom, movingAtom } from './moveFunds.ts'
import { refreshPortfolioAtom } from './portfolio.ts'
import { restoreAtom } from './restoring.ts'
import { refreshTokensAtom } from './tokens.ts'

const network = 'eip155:31337'
const ether = 10n ** 18n
const holding = (held: (address: string) => readonly TokenBalance[]): Partial<AccountApi> => ({
  balances: async (address) => held(address),
  portfolio: async (address) => held(address),
})

/** A node on which everything costs 21,000 gas of 1 gwei, and accounts hold `wei`. */
const node =
  (wei: bigint) =>
  async (_: string, { method }: { method: string }) => {
    const answers: Record<string, unknown> = {
      eth_getBalance: `0x${wei.toString(16)}`,
      eth_getTransactionCount: '0x5',
      eth_estimateGas: '0x5208',
      eth_gasPrice: '0x3b9aca00',
      eth_maxPriorityFeePerGas: '0x0',
      eth_getCode: '0x60',
      eth_call: `0x${'0'.repeat(63)}1`,
      eth_getBlockByNumber: {
        baseFeePerGas: '0x3b9aca00',
        number: '0x1',
        timestamp: '0x1',
        hash: `0x${'1'.repeat(64)}`,
      },
      eth_feeHistory: {
        oldestBlock: '0x1',
        baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'],
        gasUsedRatio: [0.5],
        reward: [['0x0']],
      },
      eth_getTransactionReceipt: { status: '0x1' },
    }
    if (!(method in answers)) throw new AppError('CHAIN_UNREACHABLE')
    return answers[method]
  }

type Call = { from?: string; to: string; value: string; data?: string }
type Asked = { method: string; params: readonly never[]; as: string }

const opened = async (
  from: 'eoa' | 'smartAccount',
  held: readonly TokenBalance[],
  options: TestOptions & { wei?: bigint } = {},
) => {
  const login = createSmartLogin()
  const asked: Asked[] = []
  const [eoa, smart] = [testAddress, smartAddress]
  // `holder`: as the server reports it. The funds have arrived once the coin has, which goes last.
  const server = { holder: from === 'eoa' ? eoa : smart, isBehind: false }
  const arrive = () => {
    server.holder = from === 'eoa' ? smart : eoa
  }
  const accountApi = testAccountApi(holding((address) => (address === server.holder ? held : [])))
  const { wei = 2n * ether, handlers, ...rest } = options
  const modal = createTestModal({
    remembered: true,
    smartAccountNetworks: smartChains,
    handlers: {
      ...login.handlers,
      RPC_REQUEST: async ({ method, params }) => {
        asked.push({ method, params: params as never, as: login.preferred() })
        if (method === 'wallet_getCallsStatus') return { status: 200 }
        const [{ data }] = params as readonly [{ data?: string }]
        if (data === undefined && !server.isBehind) arrive()
        return method === 'wallet_sendCalls' ? { id: '0x01' } : `0x${String(asked.length).repeat(64)}`
      },
      ...handlers,
    },
    ...rest,
    services: { loadAccountApi: async () => accountApi, askNode: node(wei) as never },
  })
  await modal.store.set(restoreAtom)
  await modal.store.set(setAccountTypeAtom, from === 'eoa' ? 'smartAccount' : 'eoa')
  await modal.store.set(refreshTokensAtom)
  await modal.store.set(refreshPortfolioAtom)
  return { ...modal, asked, login, server, arrive }
}

test('a smart account moves everything in one operation, and the site goes on with the other account', async () => {
  const { store, asked, hub, login } = await opened('smartAccount', [testEther('2'), testUsdc('250')])
  const heard: unknown[] = []
  hub.provider.on('accountsChanged', (accounts) => heard.push(accounts))
  await expect(store.set(moveFundsAtom)).resolves.toBe(true)
  expect(asked).toMatchObject([
    { method: 'wallet_sendCalls', as: 'smartAccount' },
    { method: 'wallet_getCallsStatus', as: 'smartAccount', params: ['0x01'] },
  ])
  const [sent] = (asked[0]?.params ?? []) as readonly { from: string; atomicRequired: boolean; calls: Call[] }[]
  expect([sent?.from, sent?.atomicRequired]).toEqual([smartAddress, true])
  const coin = sent?.calls.find(({ data }) => data === undefined)
  expect(coin?.to).toBe(testAddress)
  expect(BigInt(coin?.value ?? 0)).toBeGreaterThan(ether)
  expect(BigInt(coin?.value ?? 0)).toBeLessThan(2n * ether)
  expect(sent?.calls.find(({ data }) => data !== undefined)?.data).toContain(testAddress.slice(2).toLowerCase())
  expect([login.preferred(), heard, hub.account.get().address]).toEqual(['eoa', [], testAddress])
})

test('a standard account sends the tokens first, then what the fees leave of the coin', async () => {
  const modal = await opened('eoa', [testEther('2'), testUsdc('250')])
  await expect(modal.store.set(moveFundsAtom)).resolves.toBe(true)
  expect(modal.asked.map(({ method, as }) => `${method} ${as}`)).toEqual([
    'eth_sendTransaction eoa',
    'eth_sendTransaction eoa',
  ])
  const [token, coin] = modal.asked.map(({ params }) => params[0] as Call | undefined)
  expect(token?.data).toBeDefined()
  expect([coin?.from, coin?.to]).toEqual([testAddress, smartAddress])
  expect(BigInt(coin?.value ?? 0)).toBeLessThan(2n * ether)
  expect(modal.login.preferred()).toBe('smartAccount')
})

test('balances are read once what was sent is in a block', async () => {
  let isMined = false
  const { store, clock, arrive } = await opened('smartAccount', [testEther('2')], {
    handlers: {
      RPC_REQUEST: async ({ method }) => {
        if (method === 'wallet_sendCalls') return { id: '0x01' }
        if (isMined) arrive()
        return { status: isMined ? 200 : 100 }
      },
    },
  })
  let isDone = false
  const moving = store.set(moveFundsAtom).then(() => (isDone = true))
  await settle()
  await clock.advance(8000)
  expect([isDone, store.get(movingAtom).kind]).toEqual([false, 'moving'])
  isMined = true
  await clock.advance(4000)
  await moving
  expect(store.get(movingAtom).kind).toBe('idle')
})

test('it is moving until the account shows what came, or four readings have not', async () => {
  for (const [arrivesAfterMs, doneAfterMs] of [
    [4000, 4000],
    [null, 12_000],
  ]) {
    const { store, clock, server, arrive } = await opened('smartAccount', [testEther('2'), testUsdc('250')])
    server.isBehind = true
    const moving = store.set(moveFundsAtom)
    await settle()
    for (let ms = 0; ms < (doneAfterMs ?? 0); ms += 4000) {
      expect(store.get(movingAtom).kind).toBe('moving')
      if (ms + 4000 === arrivesAfterMs) arrive()
      await clock.advance(4000)
    }
    expect([await moving, store.get(movingAtom).kind]).toEqual([true, 'idle'])
  }
})

test('without coin for the fee nothing is asked of the wallet, and the failure says so', async () => {
  const { store, asked } = await opened('eoa', [testUsdc('250')], { wei: 0n })
  await expect(store.set(moveFundsAtom)).resolves.toBe(false)
  expect(asked).toEqual([])
  expect(store.get(movingAtom)).toMatchObject({ kind: 'failed', done: 0, error: { name: 'INSUFFICIENT_FUNDS' } })
})

test('who declines the second transaction is told that the first was made, and the site keeps its account', async () => {
  let asks = 0
  const { store, login, clock } = await opened(
    'eoa',
    [testUsdc('250'), { ...testUsdc('5'), address: `${network}:0x${'7'.repeat(40)}` }],
    {
      handlers: {
        RPC_REQUEST: async () => {
          if (++asks > 1) throw new AppError('USER_REJECTED')
          return `0x${'1'.repeat(64)}`
        },
      },
    },
  )
  const moving = store.set(moveFundsAtom)
  await settle()
  await clock.advance(4000)
  await expect(moving).resolves.toBe(false)
  expect(store.get(movingAtom)).toMatchObject({ kind: 'failed', done: 1, count: 2, error: { name: 'USER_REJECTED' } })
  expect(login.preferred()).toBe('smartAccount')
})

test('a wallet that does not change to that account is asked for nothing', async () => {
  const { store, asked } = await opened('eoa', [testEther('2')], {})
  expect(asked).toEqual([])
  const refused = await opened('smartAccount', [testEther('2')], {
    handlers: { SET_PREFERRED_ACCOUNT: async () => ({ type: 'eoa', address: testAddress }) },
  })
  await expect(refused.store.set(moveFundsAtom)).resolves.toBe(false)
  expect(refused.asked).toEqual([])
  expect(refused.store.get(movingAtom)).toMatchObject({ kind: 'failed', error: { name: 'NOT_ENABLED' } })
  expect(store.get(movingAtom)).toEqual({ kind: 'idle' })
})
