import { parseEvmAddress, permitDomainSeparator } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { createTestModal, settle, type TestOptions } from '../modal.fixture.ts'
import { arrivedConfigAtom } from '../remote-config/features.ts'
import { answerWith } from '../send/testTools.fixture.ts'
import { dismissFailureAtom } from '../state/approvals.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { pushAtom, routeAtom } from '../state/route.ts'
import { attemptAtom } from '../state/send/attempts.ts'
import { previewAtom } from '../state/send/preview.ts'
import { confirmAtom, isRepeatAtom, sendingAtom } from '../state/send/sending.ts'
import { lastSentAtom } from '../state/send/sent.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import { requireView } from '../viewNeeds.ts'
import { canSwapAtom, openSwapAtom } from './openSwap.ts'
import type { SwapApi } from './SwapApi.ts'
import {
  chooseSwapTokenAtom,
  fillMostToSwapAtom,
  flipAtom,
  getAtom,
  giveAtom,
  setSlippageAtom,
  swapAmountAtom,
  swapEntryAtom,
  takeArgumentsAtom,
  toggleSwapUnitAtom,
  typeSwapAmountAtom,
} from './swapForm.ts'
import { canSubmitSwapAtom, quotedAtom, refreshQuoteAtom, staleMs, submitSwapFormAtom, termsAtom } from './swapQuote.ts'
import { findToken, refreshSwapTokensAtom, swapTokensAtom } from './swapTokens.ts'
import { testRouter, testSwapApi } from './testSwapApi.fixture.ts'

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

const connected = async (replace: Partial<SwapApi> = {}, options: TestOptions = {}) => {
  const answers: Record<string, unknown> = {
    eth_getTransactionCount: '0x7',
    eth_getBalance: `0x${(10n ** 18n).toString(16)}`,
    eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: '0x20000',
    eth_call: ({ data }: { data: string }) => word(data === '0x313ce567' ? 6 : 1),
    eth_getTransactionReceipt: { status: '0x1' },
  }
  const ask = answerWith(answers)
  const api = testSwapApi(replace)
  const balances = async () => [testEther('1'), testUsdc('250')]
  const modal = createTestModal({
    remembered: true,
    ...options,
    settings: { features: { swaps: true }, ...options.settings },
    services: {
      loadAccountApi: async () => testAccountApi({ balances }),
      loadSwapApi: async () => api,
      askNode: (_, { method, params }) => ask(method, params as readonly unknown[]),
      ...options.services,
    },
  })
  const { store } = modal
  await store.set(restoreAtom)
  await store.set(openAtom)
  await store.set(refreshTokensAtom)
  const requests = () =>
    modal.calls.flatMap(({ name, payload }) =>
      name === 'RPC_REQUEST' && (payload as { method: string }).method === 'eth_sendTransaction'
        ? [(payload as { params: [{ to: string; data: string; nonce: string }] }).params[0]]
        : [],
    )
  const open = async () => {
    store.set(openSwapAtom)
    await store.set(refreshSwapTokensAtom)
  }
  const quote = async (amount: string) => {
    store.set(typeSwapAmountAtom, amount)
    await store.set(refreshQuoteAtom, true)
  }
  return { ...modal, api, answers, requests, open, quote }
}

const failing = (error: AppError): TestOptions => ({
  handlers: {
    RPC_REQUEST: async () => {
      throw error
    },
  },
})

describe('the view', () => {
  test('opens with an account on an EVM network, unless the site has no swaps', async () => {
    const { store } = await connected()
    expect(store.get(canSwapAtom)).toBe(true)
    store.set(openSwapAtom)
    expect(store.get(routeAtom).view).toBe('Swap')
    const off = await connected({}, { settings: { features: { swaps: false } } })
    expect(off.store.get(canSwapAtom)).toBe(false)
    await expect(requireView(off.store, 'Swap')).rejects.toMatchObject({ name: 'SWAPS_UNSUPPORTED' })
    expect(() => off.store.set(openSwapAtom)).toThrow('Network not supported for Swaps')
    expect(() => createTestModal().store.set(openSwapAtom)).toThrow()
  })

  test('asks nothing about swaps before it opens', async () => {
    const { api } = await connected()
    expect(api.asked).toEqual([])
  })

  test('takes what the page passes, and ignores what fits no token', async () => {
    const { store, open } = await connected()
    await requireView(store, 'Swap', { fromToken: 'usdc', toToken: 'ETH', amount: '12,5' })
    await store.set(refreshSwapTokensAtom)
    store.set(takeArgumentsAtom)
    expect([store.get(giveAtom)?.symbol, store.get(getAtom)?.symbol]).toEqual(['USDC', 'ETH'])
    expect(store.get(swapEntryAtom).text).toBe('12.5')
    await requireView(store, 'Swap', { amount: '1e5' })
    store.set(takeArgumentsAtom)
    expect(store.get(swapEntryAtom).text).toBe('')
    await requireView(store, 'Swap', { fromToken: 'NOPE', toToken: 5, amount: {} })
    await open()
    store.set(takeArgumentsAtom)
    expect(store.get(giveAtom)?.symbol).toBe('USDC')
  })

  test('of a project that has swaps off says so', async () => {
    const { store, open } = await connected()
    store.set(arrivedConfigAtom, { remote: { swaps: false }, capture: null, overridden: [] })
    await open()
    expect(store.get(swapTokensAtom)).toMatchObject({ status: 'error', error: { name: 'NOT_ENABLED' } })
  })
})

describe('the form', () => {
  test('starts with the coin and a stable token, and trades places', async () => {
    const { store, open } = await connected()
    await open()
    store.set(typeSwapAmountAtom, '0.5')
    expect([store.get(giveAtom)?.symbol, store.get(getAtom)?.symbol]).toEqual(['ETH', 'USDC'])
    store.set(flipAtom)
    expect([store.get(giveAtom)?.symbol, store.get(getAtom)?.symbol]).toEqual(['USDC', 'ETH'])
    expect(store.get(swapAmountAtom)).toEqual({ kind: 'empty' })
    store.set(chooseSwapTokenAtom, 'get', testUsdc())
    expect([store.get(giveAtom)?.symbol, store.get(getAtom)?.symbol]).toEqual(['ETH', 'USDC'])
  })

  test('an amount in dollars stays when the sides trade places', async () => {
    const { store, open } = await connected()
    await open()
    store.set(typeSwapAmountAtom, '0.05')
    store.set(toggleSwapUnitAtom)
    expect(store.get(swapEntryAtom)).toEqual({ text: '100', unit: 'fiat' })
    store.set(flipAtom)
    expect(store.get(swapAmountAtom)).toEqual({ kind: 'ready', units: 100_000_000n })
  })

  test('all of the coin keeps back what the network takes', async () => {
    const { store, open } = await connected()
    await open()
    store.set(typeSwapAmountAtom, '0.1')
    await store.set(refreshQuoteAtom, true)
    const filled = store.set(fillMostToSwapAtom)
    // The earlier amount no longer applies.
    expect(store.get(canSubmitSwapAtom)).toBe(false)
    await filled
    const most = store.get(swapAmountAtom)
    expect(most.kind === 'ready' && most.units < 10n ** 18n && most.units > 10n ** 18n - 10n ** 16n).toBe(true)
    store.set(flipAtom)
    await store.set(fillMostToSwapAtom)
    expect(store.get(swapAmountAtom)).toEqual({ kind: 'ready', units: 250_000_000n })
  })

  test('a symbol that two tokens have names neither', () => {
    const items = [testEther(), testUsdc(), { ...testUsdc(), address: `eip155:31337:0x${'1'.repeat(40)}` }]
    expect(findToken(items, 'USDC')).toBeUndefined()
    expect(findToken(items, `0x${'1'.repeat(40)}`)).toBe(items[2])
  })
})

describe('a quote', () => {
  test('is of what the form holds, and no other', async () => {
    const { store, open, quote } = await connected()
    await open()
    await quote('0.5')
    expect(store.get(quotedAtom)).toMatchObject({ kind: 'ready', quote: { toUnits: 997_000_000n } })
    expect(store.get(termsAtom)).toEqual({ minimumUnits: 987_030_000n, impact: 0.31 })
    store.set(typeSwapAmountAtom, '0.6')
    expect(store.get(quotedAtom).kind).toBe('loading')
  })

  test('that comes after another amount was typed is dropped', async () => {
    const late = Promise.withResolvers<void>()
    const { store, open, quote, api } = await connected({
      quote: async ({ units, from, to }) => {
        if (units === 5n * 10n ** 17n) await late.promise
        return { toUnits: units, provider: null, route: [from, to], impact: null, crossing: null }
      },
    })
    await open()
    const first = quote('0.5')
    await settle()
    await quote('0.1')
    late.resolve()
    await first
    expect(store.get(quotedAtom)).toMatchObject({ kind: 'ready', quote: { toUnits: 10n ** 17n } })
    expect(api.asked.filter((name) => name === 'quote')).toHaveLength(2)
  })

  test('slippage sets the minimum; out of bounds the form does not go on', async () => {
    const { store, open, quote } = await connected()
    await open()
    await quote('0.5')
    store.set(setSlippageAtom, '5')
    expect(store.get(termsAtom)?.minimumUnits).toBe(947_150_000n)
    store.set(setSlippageAtom, '21')
    expect(store.get(canSubmitSwapAtom)).toBe(false)
  })

  test('that is too old is asked for again, and shown, before anything is signed', async () => {
    const { store, open, quote, clock, api, requests } = await connected()
    await open()
    await quote('0.5')
    await clock.advance(staleMs)
    await store.set(submitSwapFormAtom)
    expect(api.asked.filter((name) => name === 'quote')).toHaveLength(2)
    expect(requests()).toHaveLength(0)
    await store.set(submitSwapFormAtom)
    expect(requests()).toHaveLength(1)
  })

  test('stays with its age when a newer one fails, unless there is nothing left to swap with', async () => {
    let error: AppError | null = null
    const { store, open, quote } = await connected({
      quote: async ({ from, to }) => {
        if (error !== null) throw error
        return { toUnits: 1n, provider: null, route: [from, to], impact: null, crossing: null }
      },
    })
    await open()
    await quote('0.5')
    error = new AppError('SERVICE_UNREACHABLE')
    await store.set(refreshQuoteAtom, true)
    expect(store.get(quotedAtom)).toMatchObject({ kind: 'ready', error: { name: 'SERVICE_UNREACHABLE' } })
    error = new AppError('LIQUIDITY_INSUFFICIENT')
    await store.set(refreshQuoteAtom, true)
    expect(store.get(quotedAtom)).toMatchObject({ kind: 'failed', error: { name: 'LIQUIDITY_INSUFFICIENT' } })
    expect(store.get(canSubmitSwapAtom)).toBe(false)
  })
})

describe('the swap', () => {
  test('of coins asks the embedded wallet once, and is followed to the chain', async () => {
    const { store, open, quote, requests } = await connected()
    await open()
    await quote('0.5')
    await store.set(submitSwapFormAtom)
    await settle()
    expect(requests()).toHaveLength(1)
    expect(store.get(routeAtom).view).toBe('WalletSendSent')
    expect(store.get(lastSentAtom)).toMatchObject({
      status: 'confirmed',
      plan: { swap: { minimumUnits: 987_030_000n } },
    })
    expect(store.get(attemptAtom)).toBeNull()
    // The next form is empty.
    expect(store.get(swapAmountAtom)).toEqual({ kind: 'empty' })
  })

  test('of a token asks for the allowance, waits for the chain, and then for the swap', async () => {
    let asks = 0
    const { store, open, quote, requests } = await connected({
      allowance: async () => ({ units: asks++ === 0 ? 0n : 10n ** 9n, permitSpender: null }),
    })
    await open()
    store.set(flipAtom)
    await quote('240')
    await store.set(submitSwapFormAtom)
    await settle()
    expect(requests().map(({ data }) => data.slice(0, 10))).toEqual(['0x095ea7b3', '0x18cbafe5'])
    expect(store.get(routeAtom).view).toBe('WalletSendSent')
  })

  test('whose permit the wallet cannot sign goes by an allowance', async () => {
    const asked: string[] = []
    const { store, open, quote, answers } = await connected(
      {
        allowance: async () => ({
          units: asked.includes('eth_sendTransaction') ? 10n ** 9n : 0n,
          permitSpender: testRouter,
        }),
      },
      {
        handlers: {
          RPC_REQUEST: async ({ method }) => {
            asked.push(method)
            if (method === 'eth_signTypedData_v4') throw new AppError('WALLET_UNAVAILABLE')
            return word(1)
          },
        },
      },
    )
    const verifyingContract = parseEvmAddress(testUsdc('1').address?.split(':').at(-1))
    const separator = permitDomainSeparator({ name: 'USD Coin', version: '2', chainId: 31337, verifyingContract })
    answers.eth_getCode = '0x'
    answers.eth_call = ({ data }: { data: string }) =>
      data === '0x06fdde03'
        ? encodeAbiParameters([{ type: 'string' }], ['USD Coin'])
        : data === '0x3644e515'
          ? separator
          : word(data === '0x313ce567' ? 6 : 1)
    await open()
    store.set(flipAtom)
    await quote('240')
    await store.set(submitSwapFormAtom)
    // A failure stays on screen until it is read.
    expect(asked).toEqual(['eth_signTypedData_v4'])
    store.set(dismissFailureAtom)
    await store.set(confirmAtom)
    await settle()
    expect(asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sendTransaction'])
    expect(store.get(routeAtom).view).toBe('WalletSendSent')
  })

  test('whose allowance fails on the chain ends there, with nothing swapped', async () => {
    const { store, open, quote, requests, answers } = await connected()
    answers.eth_getTransactionReceipt = { status: '0x0' }
    await open()
    store.set(flipAtom)
    await quote('240')
    await store.set(submitSwapFormAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'failed', error: { name: 'OPERATION_REVERTED' } })
    expect(requests()).toHaveLength(1)
  })

  test('whose allowance never shows on the chain is asked for twice at most', async () => {
    const { store, open, quote, requests } = await connected()
    await open()
    store.set(flipAtom)
    await quote('240')
    await store.set(submitSwapFormAtom)
    expect(requests()).toHaveLength(2)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'failed', error: { name: 'SWAP_MISMATCH' } })
  })

  test('whose price has moved is not asked for, and says so', async () => {
    const { store, open, quote, requests } = await connected({
      buildSwap: async () => Promise.reject(new AppError('PRICE_MOVED')),
    })
    await open()
    await quote('0.5')
    await store.set(submitSwapFormAtom)
    expect(store.get(previewAtom)).toMatchObject({ kind: 'failed', error: { name: 'PRICE_MOVED' } })
    expect(requests()).toHaveLength(0)
  })

  test('with an unknown outcome is kept through a reload, and not made again unwarned', async () => {
    const first = await connected({}, failing(new AppError('ABORTED')))
    await first.open()
    await first.quote('0.5')
    await first.store.set(submitSwapFormAtom)
    expect(first.store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'repeatable' })
    const next = await connected({}, { kept: first.kept })
    next.answers.eth_getTransactionCount = '0x8'
    await next.open()
    expect(next.store.get(attemptAtom)).toMatchObject({ symbol: 'ETH', get: { symbol: 'USDC' } })
    await next.quote('0.5')
    await next.store.set(submitSwapFormAtom)
    expect(next.store.get(isRepeatAtom)).toBe(true)
    expect(next.requests()).toHaveLength(0)
    await next.quote('0.4')
    await next.store.set(submitSwapFormAtom)
    expect(next.requests()).toHaveLength(1)
  })

  test('is asked for once, however often the button is pressed', async () => {
    const { store, open, quote, requests } = await connected()
    await open()
    await quote('0.5')
    const both = [store.set(submitSwapFormAtom), store.set(submitSwapFormAtom)]
    store.set(pushAtom, { view: 'WalletSendPreview' })
    await Promise.all([...both, store.set(confirmAtom)])
    expect(requests()).toHaveLength(1)
  })
})
