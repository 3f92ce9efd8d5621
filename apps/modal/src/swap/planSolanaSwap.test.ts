import { parseSolanaTransaction, token2022Program, tokenProgram } from '@latchkey/chains'
import {
  jupiterSwap,
  makerSwap,
  swapAmounts,
  swapStranger,
  swapUsdc,
  swapUser,
} from '@latchkey/chains/testing/solanaSwap'
import { solanaSwapLies } from '@latchkey/chains/testing/solanaSwapLies'
import { AppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import type { SolanaMark } from '../send/SendPlan.ts'
import { testTools } from '../send/testTools.fixture.ts'
import { traceOnSolana } from '../send/traceOnSolana.ts'
import { planSolanaSwap } from './planSolanaSwap.ts'
import type { SwapWish } from './swapWish.ts'
import { testSwapApi } from './testSwapApi.fixture.ts'

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const coin = {
  name: 'Solana',
  symbol: 'SOL',
  chainId: network,
  price: 160,
  quantity: { decimals: '9', numeric: '2' },
  iconUrl: '',
}
const usdc = {
  ...coin,
  name: 'USD Coin',
  symbol: 'USDC',
  price: 1,
  address: `${network}:${swapUsdc.mint}`,
  quantity: { decimals: '6', numeric: '0' },
}
const wish: SwapWish = {
  network,
  account: swapUser,
  token: coin,
  units: swapAmounts.give,
  recipient: { address: swapUser, name: null },
  swap: { get: usdc, quotedUnits: 160_000_000n, minimumUnits: swapAmounts.minimum, provider: 'Jupiter' },
}
const inContext = (value: unknown) => ({ context: { slot: 5 }, value })
const mintOf = (decimals: number) => {
  const bytes = new Uint8Array(82)
  bytes.set([decimals, 1], 44)
  return { owner: tokenProgram, lamports: 1, data: [base64.encode(bytes), 'base64'] }
}
const nodeOf = (replace: Readonly<Record<string, unknown>> = {}, decimals = 6) => ({
  getBalance: inContext(2_000_000_000),
  getMinimumBalanceForRentExemption: 2_039_280,
  getLatestBlockhash: inContext({ blockhash: swapStranger, lastValidBlockHeight: 100 }),
  getFeeForMessage: inContext(10_000),
  getSignaturesForAddress: [{ signature: 'before' }],
  getAccountInfo: (address: string) => inContext(address === swapUsdc.mint ? mintOf(decimals) : null),
  simulateTransaction: inContext({ err: null, logs: [] }),
  ...replace,
})
type Facts = { bytes?: Uint8Array; node?: Readonly<Record<string, unknown>>; isEmbedded?: boolean }
const plan = ({ bytes = makerSwap(), node = nodeOf(), isEmbedded = true }: Facts = {}, asked = wish) =>
  planSolanaSwap(
    testTools(network, node, {}, { isEmbedded }),
    testSwapApi({ buildSolanaSwap: async () => bytes }),
    asked,
  )
const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (thrown: unknown) => AppError.from(thrown).name,
  )

describe('planSolanaSwap', () => {
  test('asks the wallet for the very transaction, with what was agreed to and what it costs', async () => {
    const bytes = makerSwap()
    const transaction = base58.encode(bytes)
    const planned = await plan({ bytes })
    expect(planned).toMatchObject({ feeUnits: 10_000n, depositUnits: 2_039_280n, problem: null })
    expect(planned.request).toEqual({
      method: 'solana_signAndSendTransaction',
      params: {
        transaction,
        swap: { give: 'native', giveAmount: '0x3b9aca00', get: swapUsdc.mint, minimum: '0x96ae380' },
      },
    })
    expect(planned.mark).toEqual({ lastSignature: 'before', transaction, lastValidBlockHeight: 100 })
    // Other wallets don't support our swap terms.
    expect((await plan({ isEmbedded: false })).request.params).toEqual({ transaction })
    expect(await plan({ bytes: jupiterSwap() })).toMatchObject({ problem: null })
  })

  test('deposits for an account as long as the token’s program makes it', async () => {
    const { data } = mintOf(6)
    const node = nodeOf({
      getMinimumBalanceForRentExemption: (bytes: number) => bytes,
      getAccountInfo: (address: string) =>
        inContext(address === swapUsdc.mint ? { owner: token2022Program, lamports: 1, data } : null),
    })
    const bytes = makerSwap({ token: { mint: swapUsdc.mint, program: token2022Program } })
    expect(await plan({ bytes, node })).toMatchObject({ depositUnits: 170n })
  })

  test('says what SOL it needs, with the fee and the account for the token', async () => {
    const node = nodeOf({ getBalance: inContext(1_000_000_000) })
    const { problem } = await plan({ node })
    expect(problem).toEqual({ kind: 'short', neededUnits: 1_000_000_000n + 10_000n + 2_039_280n })
  })

  // Only the wallet knows the market makers.
  const seen = solanaSwapLies.filter(({ field }) => field !== 'another maker signs')
  test.each(seen)('stops a swap by $form in which $field, whatever wallet it is', async ({ bytes, tables }) => {
    const node = nodeOf({
      getAccountInfo: (address: string) => {
        const { data = null, ...state } = tables[address] ?? {}
        if (data !== null) return inContext({ ...state, lamports: 1, data: [base64.encode(data), 'base64'] })
        return inContext(address === swapUsdc.mint ? mintOf(6) : null)
      },
    })
    for (const isEmbedded of [true, false])
      expect(await nameOf(plan({ bytes, node, isEmbedded }))).toBe('SWAP_MISMATCH')
  })

  test.each<[string, Uint8Array]>([
    ['bytes that are none', Uint8Array.of(1, 2, 3)],
    ['no bytes', new Uint8Array()],
    [
      'a lookup table that is not there',
      solanaSwapLies.find(({ tables }) => Object.keys(tables).length > 0)?.bytes ?? new Uint8Array(),
    ],
  ])('stops an api that returns %s', async (_, bytes) => {
    expect(await nameOf(plan({ bytes }))).toBe('SWAP_MISMATCH')
  })

  test('stops a token of which the chain names other decimals, or none', async () => {
    expect(await nameOf(plan({ node: nodeOf({}, 9) }))).toBe('SWAP_MISMATCH')
    expect(await nameOf(plan({ node: nodeOf({ getAccountInfo: inContext(null) }) }))).toBe('SWAP_MISMATCH')
  })

  test('reports what would fail before a wallet is asked', async () => {
    const failed = inContext({ err: 'BlockhashNotFound', logs: [] })
    expect(await nameOf(plan({ node: nodeOf({ simulateTransaction: failed }) }))).toBe('EXECUTION_REVERTED')
    const api = testSwapApi({ buildSolanaSwap: () => Promise.reject(new AppError('PRICE_MOVED')) })
    expect(await nameOf(planSolanaSwap(testTools(network, nodeOf()), api, wish))).toBe('PRICE_MOVED')
  })

  test('is known again on the chain, so that it is never made twice', async () => {
    const planned = await plan()
    const trace = (list: object[], absoluteSlot: number) =>
      traceOnSolana(
        testTools(
          network,
          nodeOf({
            getEpochInfo: { absoluteSlot, blockHeight: absoluteSlot },
            getSignaturesForAddress: list,
            getTransaction: { transaction: [base64.encode(makerSwap()), 'base64'] },
          }),
        ),
        swapUser,
        planned.mark as SolanaMark,
      )
    expect(parseSolanaTransaction(makerSwap()).signers).toHaveLength(2)
    expect(await trace([{ signature: 'its', err: null }], 50)).toBe('out')
    expect(await trace([], 50)).toBe('repeatable')
    expect(await trace([], 101)).toBe('void')
  })
})
