import {
  createTokenAccount,
  systemProgram,
  tokenAccountOf,
  tokenProgram,
  transferSol,
  transferToken,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSolanaReader } from '../../chain/createSolanaReader.ts'
import type { Consult, InsightName } from '../insights/insights.ts'
import { accounts, friend, sendSol, solanaAccount, transactionOf } from '../solanaScenarios.fixture.ts'
import { examineSolana } from './examineSolana.ts'
import { named, solanaChain, tokenAccount, wallet } from './solanaChain.fixture.ts'
import { readSolanaRequest } from './solanaRequest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const own = solanaAccount
const after = { [own]: wallet(1_000_000_000n) }
const request = (instructions: Parameters<typeof transactionOf>[0]) =>
  readSolanaRequest(transactionOf(instructions), own)
const transfers = (count: number) => Array.from({ length: count }, () => request([sendSol]))
/** The service's error when all slots are taken. */
const busy = { code: -32005, message: new AppError('LIMIT_EXCEEDED').message }

type Node = Record<string, (params: readonly unknown[]) => unknown>
const readerOf = (node: Node) =>
  createSolanaReader(async (_, method, params) => {
    try {
      return { result: await node[method]?.(params as readonly unknown[]) }
    } catch (error) {
      return { error }
    }
  }, 'solana:x')

/** A service with this many slots for simulations; each takes 100 ms. */
const crowded = (places: number) => {
  const chain = solanaChain({ accounts, after })
  const seen = { now: 0, most: 0, refused: 0 }
  const simulateTransaction = async (params: readonly unknown[]) => {
    if (seen.now >= places) {
      seen.refused++
      throw busy
    }
    seen.most = Math.max(seen.most, ++seen.now)
    await new Promise((resolve) => setTimeout(resolve, 100))
    seen.now--
    return chain.simulateTransaction(params)
  }
  return { seen, read: readerOf({ ...chain, simulateTransaction } as unknown as Node) }
}

test('of many transactions, two are tried at a time, and all of them', async () => {
  const { seen, read } = crowded(8)
  const examining = examineSolana(transfers(25), { own }, read)
  await vi.runAllTimersAsync()
  const { transactions, obstacle } = await examining
  expect(transactions.map(({ tried }) => tried.kind)).toEqual(new Array(25).fill('ran'))
  expect({ ...seen, obstacle }).toEqual({ now: 0, most: 2, refused: 0, obstacle: null })
})

test('where others take the places, it waits for one', async () => {
  const { seen, read } = crowded(1)
  const examining = examineSolana(transfers(4), { own }, read)
  await vi.runAllTimersAsync()
  const { transactions } = await examining
  expect(transactions.map(({ tried }) => tried.kind)).toEqual(new Array(4).fill('ran'))
  expect(seen.refused).toBeGreaterThan(0)
})

test('where there is never a place it fails: nothing counts as not tried for it', async () => {
  const { read } = crowded(0)
  const examining = examineSolana(transfers(1), { own }, read)
  const failed = expect(examining).rejects.toMatchObject({ name: 'LIMIT_EXCEEDED' })
  await vi.runAllTimersAsync()
  await failed
})

test('what programs keep may be large: it is not asked for, and what holds tokens is watched, before it is there too', async () => {
  const market = named('Market')
  const usdc = { mint: named('USDCmint'), program: tokenProgram }
  const [held, made, funded] = [tokenAccountOf(own, usdc), tokenAccountOf(friend, usdc), named('Funded')]
  const large = { owner: named('Exchange'), lamports: 1n, data: new Uint8Array(3_000_000) }
  const chain = solanaChain({
    accounts: { ...accounts, [market]: large, [made]: null, [funded]: { ...wallet(1n), owner: systemProgram } },
    after: { ...after, [funded]: tokenAccount({ ...usdc, owner: own, amount: 3n }) },
  })
  const asked: string[][] = []
  const simulateTransaction = (params: readonly unknown[]) => {
    asked.push((params[1] as { accounts: { addresses: string[] } }).accounts.addresses)
    return chain.simulateTransaction(params)
  }
  const trade = {
    program: named('Exchange'),
    accounts: [market, held, funded].map((address) => ({ address, signs: false, writable: true })),
    data: new Uint8Array(1),
  }
  const { transactions } = await examineSolana(
    [request([createTokenAccount(own, friend, usdc), trade])],
    { own },
    readerOf({ ...chain, simulateTransaction } as unknown as Node),
  )
  expect(transactions[0]?.tried).toMatchObject({ kind: 'ran' })
  expect(transactions[0]?.tried).toHaveProperty(
    'changes',
    expect.arrayContaining([{ kind: 'token', mint: usdc.mint, amount: 3n }]),
  )
  expect(asked.flat().toSorted()).toEqual([own, made, held, funded].toSorted())
})

describe('what the wallet says besides', () => {
  const usdc = { mint: named('USDCmint'), program: tokenProgram }
  const other = named('Ann')
  const otherUsdc = tokenAccountOf(other, usdc)
  const ownUsdc = tokenAccountOf(own, usdc)
  const sent = { ...after, [ownUsdc]: tokenAccount({ mint: usdc.mint, owner: own, amount: 1n }) }
  const chain = solanaChain({ accounts: { ...accounts, [otherUsdc]: null }, after: sent })
  const payments = [
    sendSol,
    transferSol({ from: own, to: own, lamports: 1n }),
    createTokenAccount(own, other, usdc),
    transferToken({ owner: own, from: ownUsdc, to: otherUsdc, token: usdc, units: 5n, decimals: 6 }),
  ]
  type Answers = { [name in InsightName]?: () => unknown }
  const examine = async (answers: Answers) => {
    const asked: unknown[] = []
    const consult = async (name: InsightName, params: unknown) => {
      asked.push([name, params])
      return await answers[name]?.()
    }
    const examining = examineSolana([request(payments)], { own, consult: consult as Consult }, readerOf(chain as never))
    await vi.runAllTimersAsync()
    const { transactions, prices } = await examining
    return { asked, prices: Object.fromEntries(prices), ...transactions[0] }
  }
  const never = () => new Promise(() => undefined)
  const fails = () => Promise.reject(new AppError('SERVICE_UNREACHABLE'))

  test('is who of several receivers is a stranger: by the owner of a token account, and never the account itself', async () => {
    const { receivers, risks } = await examine({ knownAddresses: () => [] })
    expect(receivers).toEqual([friend, other])
    expect(risks).toEqual([
      { kind: 'firstTime', address: friend },
      { kind: 'firstTime', address: other },
    ])
    expect((await examine({ knownAddresses: () => [other, friend] })).risks).toEqual([])
  })

  test('is who looks like somebody known', async () => {
    const known = `${friend.slice(0, 8)}z${friend.slice(9)}`
    expect((await examine({ knownAddresses: () => [known, other] })).risks).toEqual([
      { kind: 'lookalike', address: friend, of: known },
    ])
  })

  test('is what SOL and the tokens that move are worth', async () => {
    const sol = 'So11111111111111111111111111111111111111112'
    const { asked, prices } = await examine({ tokenPricesUsd: () => [150, 1] })
    expect(asked).toContainEqual(['tokenPricesUsd', [sol, usdc.mint]])
    expect(prices).toEqual({ [sol]: 150, [usdc.mint]: 1 })
    expect((await examine({ tokenPricesUsd: () => [150, null] })).prices).toEqual({ [sol]: 150 })
    expect((await examine({ tokenPricesUsd: () => [0, 1] })).prices).toEqual({ [usdc.mint]: 1 })
    expect((await examine({ tokenPricesUsd: () => [] })).prices).toEqual({})
  })

  test.each([
    ['never comes', never],
    ['fails', fails],
    ['is nothing', () => null],
  ])('is not needed: an answer that %s', async (_, answer) => {
    const { risks, prices, tried } = await examine({ knownAddresses: answer, tokenPricesUsd: answer })
    expect({ risks, prices, tried: tried?.kind }).toEqual({ risks: [], prices: {}, tried: 'ran' })
  })
})
