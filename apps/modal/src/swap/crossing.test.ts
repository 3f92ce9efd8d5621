/** Swaps to another network: the agreed terms, and the status of each until the other network has it. */
import { type SwapTerms, toChecksumAddress } from '@latchkey/chains'
import { type LifiChange, lifiCall } from '@latchkey/chains/testing/lifiCall'
import { AppError } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { readKeptPurchase } from '../buy/keptPurchase.ts'
import type { NetworkId } from '../Modal.ts'
import { createTestModal, settle, type TestOptions, testAddress } from '../modal.fixture.ts'
import { servicesAtom } from '../services.ts'
import { announcementAtom } from '../state/announcement.ts'
import { connectedSessionsAtom } from '../state/connectedSessions.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { routeAtom } from '../state/route.ts'
import { previewAtom } from '../state/send/preview.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import { writePurchases } from '../storedPurchases.ts'
import { crossingsAtom, dismissCrossingAtom, lookForCrossingAtom, restoreCrossingsAtom } from './crossing.ts'
import { type KeptCrossing, keepCrossing, parseCrossing } from './keptCrossing.ts'
import { openSwapAtom } from './openSwap.ts'
import { coinAddress, type ListedToken, type SwapApi, type SwapPair } from './SwapApi.ts'
import {
  chooseThereAtom,
  flipAtom,
  getAtom,
  gettableAtom,
  giveAtom,
  refreshFormTokensAtom,
  thereAtom,
  typeSwapAmountAtom,
} from './swapForm.ts'
import { quotedAtom, refreshQuoteAtom, submitSwapFormAtom } from './swapQuote.ts'
import { destinationsAtom, refreshSwapTokensAtom } from './swapTokens.ts'
import { testSwapApi } from './testSwapApi.fixture.ts'

const [here, there] = ['eip155:31337', 'eip155:1337'] as const
const usdc = toChecksumAddress('0x5FbDB2315678afecb367f032d93F642f64180aa3')
const [usdcThere, diamond, stranger] = ['4', '2', '5'].map((digit) => toChecksumAddress(`0x${digit.repeat(40)}`)) as [
  ReturnType<typeof toChecksumAddress>,
  ReturnType<typeof toChecksumAddress>,
  ReturnType<typeof toChecksumAddress>,
]
const word = (value: string | number | bigint) => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const paidBy = word(9)
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The clock of the tests, in seconds. */
const sentAt = Date.UTC(2030, 0, 1) / 1000
const minimum = 237_600_000n - 2_376_000n

const lifiBuild =
  (change: LifiChange = {}) =>
  async ({ units, account }: SwapPair, least: bigint) => {
    const terms: SwapTerms = {
      give: { asset: usdc, amount: units },
      get: { asset: usdcThere, minimum: least, network: there },
    }
    const until = Math.floor(Date.now() / 1000) + 7200
    return { to: diamond, value: 0n, data: lifiCall({ terms, account: toChecksumAddress(account), until, change }) }
  }

const listedOn = (network: NetworkId): readonly ListedToken[] => {
  const address = `${network}:${network === here ? usdc : usdcThere}`
  return [
    { address: coinAddress(network), name: 'Ether', symbol: 'ETH', decimals: 18, logoUri: '' },
    { address, name: 'USD Coin', symbol: 'USDC', decimals: 6, logoUri: '' },
  ]
}

const lifi: Partial<SwapApi> = {
  tokens: async (network) => ({ listed: listedOn(network), destinations: [there, 'eip155:8453'] }),
  quote: async ({ units }) => ({
    toUnits: (units * 99n) / 100n,
    provider: 'LI.FI',
    route: [],
    impact: 1,
    crossing: { seconds: 12, feesUsd: 0.5 },
  }),
  allowance: async () => ({ units: 10n ** 30n, permitSpender: null }),
  buildApprove: async ({ units }) => ({
    to: usdc,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [diamond, units] }),
  }),
  buildSwap: lifiBuild(),
}

const arrival = (account: string, change: object = {}) => ({
  status: '0x1',
  blockNumber: '0x5',
  logs: [{ address: usdcThere, topics: [transferTopic, word(1), word(account)], data: word(minimum), ...change }],
})

const connected = async (replace: Partial<SwapApi> = {}, options: TestOptions = {}) => {
  const api = testSwapApi({ ...lifi, ...replace })
  const answers: Record<string, Record<string, unknown>> = {
    [here]: {
      eth_getTransactionCount: '0x7',
      eth_getBalance: word(10n ** 18n),
      eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
      eth_maxPriorityFeePerGas: '0x1',
      eth_estimateGas: '0x20000',
      eth_getCode: '0x',
      eth_call: ({ data }: { data: string }) => word(data === '0x313ce567' ? 6 : 1),
      eth_getTransactionReceipt: { status: '0x1', blockNumber: '0x1', logs: [] },
    },
    [there]: {
      eth_getCode: '0x',
      eth_call: word(6),
      eth_getTransactionReceipt: null,
      eth_getBlockByNumber: { timestamp: word(sentAt) },
    },
  }
  const modal = createTestModal({
    remembered: true,
    ...options,
    settings: { features: { swaps: true }, ...options.settings },
    services: {
      loadAccountApi: async () => testAccountApi({ balances: async () => [testEther('1'), testUsdc('250')] }),
      loadSwapApi: async () => api,
      askNode: async (network, { method, params }) => {
        const answer = answers[network]?.[method]
        if (answer instanceof AppError) throw answer
        if (answer === undefined) throw new AppError('CHAIN_UNREACHABLE')
        return typeof answer === 'function' ? answer(...(params as unknown[])) : answer
      },
      ...options.services,
    },
  })
  const { store } = modal
  await store.set(restoreAtom)
  await store.set(openAtom)
  await store.set(refreshTokensAtom)
  store.set(openSwapAtom)
  await store.set(refreshSwapTokensAtom)
  const requests = () =>
    modal.calls.flatMap(({ name, payload }) =>
      name === 'RPC_REQUEST' && (payload as { method: string }).method === 'eth_sendTransaction'
        ? [(payload as { params: [{ from: string; to: string; swap?: object }] }).params[0]]
        : [],
    )
  const choose = async () => {
    store.set(flipAtom)
    await store.set(chooseThereAtom, there)
    store.set(typeSwapAmountAtom, '240')
    await store.set(refreshQuoteAtom, true)
  }
  const swap = async () => {
    await choose()
    await store.set(submitSwapFormAtom)
    await settle()
  }
  const state = () => store.get(crossingsAtom)[0]?.state
  return { ...modal, api, answers, requests, choose, swap, state }
}

describe('the form', () => {
  test('offers the networks of the operator that the site is on, and their tokens, without coins', async () => {
    const { store, choose } = await connected()
    expect(store.get(destinationsAtom)).toEqual([there])
    await choose()
    expect(store.get(thereAtom)).toBe(there)
    expect(store.get(gettableAtom).items.map(({ address }) => address)).toEqual([`${there}:${usdcThere}`])
    expect([store.get(giveAtom)?.chainId, store.get(getAtom)?.chainId]).toEqual([here, there])
    expect(store.get(quotedAtom)).toMatchObject({ quote: { crossing: { seconds: 12, feesUsd: 0.5 } } })
    // The account isn't on the other network: the other way round is no swap of this form.
    store.set(flipAtom)
    expect(store.get(getAtom)?.chainId).toBe(there)
    await store.set(chooseThereAtom, null)
    expect(store.get(getAtom)?.symbol).toBe('ETH')
  })

  test('offers none where the operator has none', async () => {
    const tokens: SwapApi['tokens'] = async (network) => ({ listed: listedOn(network), destinations: [] })
    const { store, choose } = await connected({ tokens })
    await choose()
    expect(store.get(destinationsAtom)).toEqual([])
    expect(store.get(thereAtom)).toBeNull()
  })

  test('reports loading and failing tokens there, reads them again, and refreshes their prices', async () => {
    const answer = Promise.withResolvers<never>()
    let isAway = true
    let price = 1
    const { store, clock } = await connected({
      tokens: async (network) =>
        network === there && isAway ? answer.promise : { listed: listedOn(network), destinations: [there] },
      prices: async (addresses) => new Map(addresses.map((address) => [address, price])),
    })
    const choosing = store.set(chooseThereAtom, there)
    await settle()
    expect(store.get(gettableAtom)).toMatchObject({ status: 'loading', items: [] })
    answer.reject(new AppError('SERVICE_UNREACHABLE'))
    await choosing
    expect(store.get(gettableAtom)).toMatchObject({ status: 'error', error: { name: 'SERVICE_UNREACHABLE' } })
    isAway = false
    await store.set(refreshFormTokensAtom)
    expect(store.get(getAtom)).toMatchObject({ chainId: there, price: 1 })
    price = 2
    await clock.advance(16_000)
    await store.set(refreshFormTokensAtom)
    expect(store.get(getAtom)).toMatchObject({ chainId: there, price: 2 })
  })
})

describe('what the wallet is asked', () => {
  test('is the call of the exchange, with the terms and the network', async () => {
    const { requests, swap } = await connected()
    await swap()
    expect(requests()).toMatchObject([
      { to: diamond, swap: { give: usdc, get: usdcThere, network: there, minimum: `0x${minimum.toString(16)}` } },
    ])
  })

  test.each<[string, LifiChange]>([
    ['another receiver', { bridge: { receiver: stranger }, across: { receiverAddress: word(stranger) } }],
    ['another account to be paid back', { across: { refundAddress: word(stranger) } }],
    ['another network', { bridge: { destinationChainId: 8453n } }],
    ['another token', { across: { receivingAssetId: word(stranger) } }],
    ['a lower minimum', { across: { outputAmountMultiplier: 10n ** 17n } }],
    ['more that leaves', { swap: { fromAmount: 240_000_001n } }],
    ['a call there', { bridge: { hasDestinationCall: true }, across: { message: '0x00' } }],
  ])('is nothing for a call with %s', async (_, change) => {
    const { store, requests, swap } = await connected({ buildSwap: lifiBuild(change) })
    await swap()
    expect(requests()).toEqual([])
    expect(store.get(previewAtom)).toMatchObject({ kind: 'failed', error: { name: 'SWAP_MISMATCH' } })
  })

  test.each([
    ['other decimals there', there, { eth_call: word(18) }, 'SWAP_MISMATCH'],
    ['no such token there', there, { eth_call: '0x' }, 'SWAP_MISMATCH'],
    ['a contract for an account here', here, { eth_getCode: '0x6001' }, 'SWAPS_UNSUPPORTED'],
    ['a contract for an account there', there, { eth_getCode: '0x6001' }, 'SWAPS_UNSUPPORTED'],
    ['no node there', there, { eth_getCode: new AppError('CHAIN_UNREACHABLE') }, 'CHAIN_UNREACHABLE'],
  ])('is nothing with %s', async (_, network, answer, name) => {
    const { store, requests, swap, answers } = await connected()
    Object.assign(answers[network] as object, answer)
    await swap()
    expect(requests()).toEqual([])
    expect(store.get(previewAtom)).toMatchObject({ kind: 'failed', error: { name } })
  })
})

describe('a swap that was sent', () => {
  test('is followed from its network over the bridge to the other, whose node has the last word', async () => {
    const reports: Awaited<ReturnType<SwapApi['status']>>[] = [
      { state: 'pending', txHash: null },
      { state: 'arrived', txHash: paidBy },
    ]
    const { store, swap, state, answers, requests, clock } = await connected({
      status: async () => reports[0] ?? { state: 'pending', txHash: null },
    })
    const node = answers[here] as Record<string, unknown>
    const mined = node.eth_getTransactionReceipt
    node.eth_getTransactionReceipt = null
    await swap()
    expect(store.get(routeAtom).view).toBe('WalletSendSent')
    expect(state()).toEqual({ kind: 'sending' })
    node.eth_getTransactionReceipt = mined
    await clock.advance(5_000)
    expect(state()).toEqual({ kind: 'crossing' })
    // Confirmed on its own network: nothing has arrived yet.
    expect(store.get(announcementAtom)).not.toMatch(/arrived|swapped/i)
    reports.shift()
    await clock.advance(5_000)
    expect(state()).toEqual({ kind: 'unconfirmed' })
    const account = String(requests()[0]?.from)
    Object.assign(answers[there] as object, { eth_getTransactionReceipt: arrival(account) })
    await clock.advance(5_000)
    expect(state()).toEqual({ kind: 'arrived', txHash: paidBy, units: minimum })
    expect(store.get(announcementAtom)).toMatch(/^Arrived on/)
  })

  test.each<[string, (account: string) => object]>([
    ['another token', (account) => arrival(account, { address: stranger })],
    ['less than the minimum', (account) => arrival(account, { data: word(minimum - 1n) })],
    ['someone else', () => arrival(stranger)],
    ['a transfer without an amount', (account) => arrival(account, { data: '0x' })],
    ['no transfer', (account) => arrival(account, { topics: [word(1), word(1), word(account)] })],
    ['a transaction that failed', (account) => ({ ...arrival(account), status: '0x0' })],
  ])('isn’t arrived by the exchange’s word, for %s', async (_, receipt) => {
    const { swap, state, answers, requests, clock } = await connected({
      status: async () => ({ state: 'arrived', txHash: paidBy }),
    })
    await swap()
    const account = String(requests()[0]?.from)
    Object.assign(answers[there] as object, { eth_getTransactionReceipt: receipt(account) })
    await clock.advance(5_000)
    expect(state()).toEqual({ kind: 'unconfirmed' })
  })

  test.each([
    ['before it', { timestamp: word(sentAt - 86_400) }],
    ['in a block that the node doesn’t have', null],
    ['at no time', {}],
  ])('isn’t arrived by what arrived %s', async (_, block) => {
    const { swap, state, answers, requests, clock } = await connected({
      status: async () => ({ state: 'arrived', txHash: paidBy }),
    })
    await swap()
    Object.assign(answers[there] as object, {
      eth_getTransactionReceipt: arrival(String(requests()[0]?.from)),
      eth_getBlockByNumber: block,
    })
    await clock.advance(5_000)
    expect(state()).toEqual({ kind: 'unconfirmed' })
  })

  test('isn’t arrived by what has paid another', async () => {
    const { store, answers, storage, clock } = await connected({
      status: async () => ({ state: 'arrived', txHash: paidBy }),
    })
    Object.assign(answers[there] as object, { eth_getTransactionReceipt: arrival(testAddress) })
    const one: KeptCrossing = {
      address: testAddress,
      sourceHash: word(1),
      from: here,
      to: there,
      token: usdcThere,
      symbol: 'USDC',
      decimals: 6,
      minimum: minimum.toString(),
      provider: 'LI.FI',
      atMs: sentAt * 1000,
    }
    keepCrossing(storage, one)
    keepCrossing(storage, { ...one, sourceHash: word(2), atMs: one.atMs + 1 })
    store.set(restoreCrossingsAtom)
    await settle()
    await clock.advance(5_000)
    const kinds = () => store.get(crossingsAtom).map(({ state }) => state.kind)
    expect(kinds().toSorted()).toEqual(['arrived', 'unconfirmed'])
    const arrived = store.get(crossingsAtom).find(({ state }) => state.kind === 'arrived')
    if (arrived !== undefined) store.set(dismissCrossingAtom, arrived)
    await clock.advance(5_000)
    expect(kinds()).toEqual(['unconfirmed'])
  })

  test.each<[string, Awaited<ReturnType<SwapApi['status']>>, object]>([
    ['paid back', { state: 'refunded', txHash: paidBy }, { kind: 'refunded', txHash: paidBy }],
    ['failed', { state: 'failed', txHash: null }, { kind: 'failed' }],
  ])('can be %s, and is asked about no more', async (_, report, expected) => {
    const { swap, state, api, clock } = await connected({ status: async () => report })
    await swap()
    expect(state()).toEqual(expected)
    const asked = api.asked.length
    await clock.advance(60_000)
    expect(api.asked).toHaveLength(asked)
  })

  test.each([{}, { status: '0x0', blockNumber: 5, logs: [] }, { status: '0x1', blockNumber: '0x1', logs: [null] }])(
    'keeps its state after an invalid receipt: %j',
    async (receipt) => {
      const { store, swap, state, answers } = await connected()
      Object.assign(answers[here] as object, { eth_getTransactionReceipt: receipt })
      await swap()
      expect([state(), store.get(crossingsAtom)[0]?.isUnreachable]).toEqual([{ kind: 'sending' }, true])
    },
  )

  test('that its own network undoes is asked about nowhere else', async () => {
    const { swap, state, api, answers } = await connected()
    Object.assign(answers[here] as object, {
      eth_getTransactionReceipt: { status: '0x0', blockNumber: '0x1', logs: [] },
    })
    await swap()
    expect(state()).toEqual({ kind: 'reverted' })
    expect(api.asked).not.toContain('status')
  })

  test('is late after twenty minutes, and looked for again when the user asks', async () => {
    const { store, swap, api, clock } = await connected()
    await swap()
    for (let poll = 0; poll < 240; poll++) await clock.advance(5_000)
    const [crossing] = store.get(crossingsAtom)
    expect(crossing).toMatchObject({ isLate: true, state: { kind: 'crossing' } })
    const asked = api.asked.length
    await clock.advance(60_000)
    expect(api.asked).toHaveLength(asked)
    if (crossing !== undefined) await store.set(lookForCrossingAtom, crossing)
    expect(store.get(crossingsAtom)[0]).toMatchObject({ isLate: false })
    expect(api.asked).toHaveLength(asked + 1)
  })

  test('says that it couldn’t be asked about, and goes on', async () => {
    let isAway = true
    const { store, swap, clock } = await connected({
      status: async () => {
        if (isAway) throw new AppError('SERVICE_UNREACHABLE')
        return { state: 'failed', txHash: null }
      },
    })
    await swap()
    expect(store.get(crossingsAtom)[0]).toMatchObject({ isUnreachable: true, state: { kind: 'sending' } })
    isAway = false
    await clock.advance(5_000)
    expect(store.get(crossingsAtom)[0]).toMatchObject({ isUnreachable: false, state: { kind: 'failed' } })
  })

  test('is not asked about while another account is active, and forgotten with its own', async () => {
    const { store, swap, state, api, clock, storage } = await connected()
    await swap()
    const own = store.get(connectedSessionsAtom)
    const statuses = () => api.asked.filter((name) => name === 'status').length
    expect(statuses()).toBe(1)
    store.set(connectedSessionsAtom, [])
    await clock.advance(5_000)
    expect(statuses()).toBe(1)
    store.set(connectedSessionsAtom, own)
    await clock.advance(5_000)
    expect([statuses(), state()]).toEqual([2, { kind: 'crossing' }])
    store.set(connectedSessionsAtom, [])
    writePurchases(storage, [])
    await clock.advance(5_000)
    store.set(connectedSessionsAtom, own)
    await clock.advance(5_000)
    expect([statuses(), state()]).toEqual([2, undefined])
  })

  test('that arrives while another account is active is announced to its own', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<SwapApi['status']>>>()
    const { store, swap, state, clock } = await connected({ status: () => answer.promise })
    await swap()
    const own = store.get(connectedSessionsAtom)
    store.set(connectedSessionsAtom, [])
    const before = store.get(announcementAtom)
    answer.resolve({ state: 'failed', txHash: null })
    await settle()
    expect(store.get(announcementAtom)).toEqual(before)
    store.set(connectedSessionsAtom, own)
    await clock.advance(5_000)
    expect(state()).toEqual({ kind: 'failed' })
    expect(store.get(announcementAtom)).not.toEqual(before)
  })

  test('is kept over a reload until the user is done with it, and is no purchase', async () => {
    const first = await connected()
    await first.swap()
    expect(readKeptPurchase(first.store.get(servicesAtom).storage, String(first.requests()[0]?.from))).toBeNull()
    const next = await connected({ status: async () => ({ state: 'refunded', txHash: null }) }, { kept: first.kept })
    expect(next.store.get(crossingsAtom)).toEqual([])
    next.store.set(restoreCrossingsAtom)
    await settle()
    expect(next.state()).toEqual({ kind: 'refunded', txHash: null })
    const [crossing] = next.store.get(crossingsAtom)
    if (crossing !== undefined) next.store.set(dismissCrossingAtom, crossing)
    next.store.set(restoreCrossingsAtom)
    expect(next.store.get(crossingsAtom)).toEqual([])
  })
})

test.each([
  ['a hash', { sourceHash: '0x12' }],
  ['a network', { to: 'nowhere' }],
  ['a token', { token: 'USDC' }],
  ['a minimum', { minimum: '0' }],
  ['a number of decimals', { decimals: 1.5 }],
  ['a time', { atMs: 'now' }],
  ['a symbol', { symbol: 5 }],
])('what is stored with something else for %s is no swap', (_, change) => {
  const kept = {
    address: stranger,
    sourceHash: word(7),
    from: here,
    to: there,
    token: usdcThere,
    symbol: 'USDC',
    decimals: 6,
    minimum: '1',
    provider: null,
    atMs: 0,
  }
  expect(parseCrossing(kept)).toEqual(kept)
  expect(parseCrossing({ ...kept, ...change })).toBeNull()
})
