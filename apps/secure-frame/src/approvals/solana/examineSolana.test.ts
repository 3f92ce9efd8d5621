import { createTokenAccount, systemProgram, tokenAccountOf, tokenProgram } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSolanaReader } from '../../chain/createSolanaReader.ts'
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
/** What the service says when others take all places. */
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

/** A service with so many places to try transactions in; each takes 100 ms. */
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
