/** NEVER TESTED LIVE: the aggregator is a stand-in (`lifi.fixture.ts`) modeled on the vendor's documentation. */
import { decodeCall, effectsOf, knownNetworks } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { createSharedCache } from '@latchkey/service-kit/cache/createSharedCache'
import { createMemoryStore } from '@latchkey/service-kit/cache/memoryStore'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { ownAskerAt } from '../chain/sharer.ts'
import { buildApprove, buildTransaction, convertQuotes, convertStatus, convertTokens } from './convertService.ts'
import type { SwapPair } from './ExchangeDriver.ts'
import { createLifi, diamond, type Lie, now, owner, stranger, usdc, usdcThere, vendorsCoin } from './lifi.fixture.ts'
import { readLifiFields } from './lifiSettings.ts'
import { openExchangeDrivers } from './openExchangeDrivers.ts'

const [here, there] = ['eip155:1', 'eip155:8453']
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const requester = ownAskerAt('203.0.113.5')
const nodes = { [here]: ['https://node.example'], [there]: ['https://node.example'] }
const settings = {
  apiKey: 'a-key',
  integrator: 'acme-wallet',
  url: 'https://lifi.example/v1',
  chains: { [here]: diamond, [there]: diamond },
}

const open = (lie: Lie = {}) => {
  const { fetch, asked } = createLifi(lie)
  const drivers = openExchangeDrivers({
    prices: { exchanges: {} },
    ...readLifiFields({ LIFI: JSON.stringify(settings) }, { nodes }),
    known: knownNetworks([]),
    fetch,
    rpcProxy: createRpcProxy({ nodes, fetch }),
    tokenList: [
      { chainId: here, address: `${here}:${usdc}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
      { chainId: there, address: `${there}:${usdcThere}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
    ],
    publicUrl: 'https://api.example',
    now: () => now,
  })
  const driver = drivers.crossingDrivers.get(here)
  if (driver === undefined) throw new Error('no driver')
  return { driver, drivers, asked }
}
const pair: SwapPair = { from: usdc, to: usdcThere, amount: 1_000_000n, toChain: there }
const onePercent = (quoted: bigint) => (quoted * 99n) / 100n
const build = (lie: Lie = {}, minimum = onePercent, swap = pair) =>
  open(lie).driver.buildTransaction({ ...swap, owner, minimum, estimates: true }, requester)
const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (thrown: unknown) => AppError.from(thrown).name,
  )
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

describe('createLifiDriver', () => {
  test('asks for a quote with the key of the operator, over one bridge and without calls elsewhere', async () => {
    const { driver, asked } = open()
    expect(driver.name).toBe('LI.FI')
    expect(await driver.quote(pair, owner)).toEqual({
      toAmount: 990_000n,
      route: [],
      priceImpact: 1,
      crossing: { seconds: 12, feesUsd: 0.01 },
    })
    expect(asked).toMatchObject([{ key: 'a-key', hasDeadline: true }])
    expect(asked[0]?.url.href).toBe(
      `https://lifi.example/v1/quote?fromChain=1&toChain=8453&fromToken=${usdc}&toToken=${usdcThere}&fromAmount=1000000&fromAddress=${owner}&toAddress=${owner}&slippage=0.005&integrator=acme-wallet&allowBridges=across&allowDestinationCall=false`,
    )
  })

  test.each([
    ['a token, with the vendor’s fee', pair, true],
    ['a token, without a fee', pair, false],
    ['the coin', { ...pair, from: coin, amount: 10n ** 18n }, true],
  ])('builds a swap of %s that brings the owner at least the minimum', async (_, swap, hasFee) => {
    const built = await build({ hasFee }, onePercent, swap)
    const value = swap.from === coin ? swap.amount : 0n
    expect(built).toMatchObject({ to: diamond, value, gas: 200_000n, gasPrice: 1_000_000_000n })
    const call = { from: owner, to: diamond, value, data: built.data as `0x${string}` }
    const quoted = swap.from === coin ? 990_000_000n : 990_000n
    expect(effectsOf(decodeCall(call), owner)).toMatchObject([
      {
        kind: 'bridge',
        give: { asset: swap.from === coin ? 'native' : usdc, amount: swap.amount },
        get: { network: there, asset: usdcThere, amount: (quoted * 9_950n) / 10_000n },
        to: owner,
        refundTo: owner,
      },
    ])
  })

  test('asks again with less slippage where the user allows less, and stops where it isn’t kept', async () => {
    const { driver, asked } = open()
    await driver.buildTransaction({ ...pair, owner, minimum: (quoted) => quoted - 99n, estimates: false }, requester)
    expect(asked.map(({ url }) => url.searchParams.get('slippage'))).toEqual(['0.005', '0.0001'])
    expect(await nameOf(build({ slippageBps: 50n }, (quoted) => quoted - 99n))).toBe('PRICE_MOVED')
    expect(await nameOf(build({}, () => 990_001n))).toBe('PRICE_MOVED')
  })

  test.each<[string, Lie]>([
    ['another contract', { request: { to: stranger } }],
    ['another contract to allow', { estimate: { approvalAddress: stranger } }],
    ['another amount', { action: { fromAmount: '1000001' } }],
    ['another token', { action: { toToken: { address: stranger, chainId: 8453 } } }],
    ['another chain', { action: { toToken: { address: usdcThere, chainId: 10 } } }],
    ['coins that are sent along', { request: { value: '0x1' } }],
    ['calldata that can’t be read', { request: { data: '0xdeadbeef' } }],
    [
      'calldata of another receiver',
      { calldata: { bridge: { receiver: stranger }, across: { receiverAddress: word(stranger) } } },
    ],
    ['calldata that pays someone else back', { calldata: { across: { refundAddress: word(stranger) } } }],
    ['calldata to another chain', { calldata: { bridge: { destinationChainId: 10n } } }],
    ['calldata of another token', { calldata: { across: { receivingAssetId: word(stranger) } } }],
    ['calldata of more', { calldata: { swap: { fromAmount: 1_000_001n } } }],
    ['calldata without a minimum', { calldata: { across: { outputAmountMultiplier: 0n } } }],
    ['calldata with a call there', { calldata: { bridge: { hasDestinationCall: true }, across: { message: '0x00' } } }],
    ['calldata that stays valid for days', { calldata: { across: { fillDeadline: now / 1000 + 300_000 } } }],
  ])('rejects %s', async (_, lie) => {
    expect(await nameOf(open(lie).driver.quote(pair, owner))).toBe('SWAP_MISMATCH')
    expect(await nameOf(build(lie))).toBe('SWAP_MISMATCH')
  })

  test.each([
    [
      'no quote',
      404,
      { message: 'No available quotes for the requested transfer', code: 1002 },
      'LIQUIDITY_INSUFFICIENT',
    ],
    ['too much slippage', 409, { message: 'slippage', code: 1007 }, 'PRICE_MOVED'],
    ['what the vendor doesn’t know', 400, { message: 'Invalid toToken', code: 1011 }, 'SWAPS_UNSUPPORTED'],
    ['too many questions', 429, { message: 'Too many requests', code: 1005 }, 'SERVICE_UNREACHABLE'],
    ['no JSON', 200, '<html>', 'SERVICE_UNREACHABLE'],
    ['another form', 200, { action: {} }, 'SERVICE_UNREACHABLE'],
  ])('of %s, says so', async (_, status, said, name) => {
    const body = typeof said === 'string' ? said : JSON.stringify(said)
    const lie = { instead: () => new Response(body, { status }) }
    expect(await nameOf(open(lie).driver.quote(pair, owner))).toBe(name)
  })

  test('brings no coins, and nothing to its own chain', async () => {
    const { driver } = open()
    expect(await nameOf(driver.quote({ ...pair, to: coin }, owner))).toBe('SWAPS_UNSUPPORTED')
    expect(await nameOf(driver.quote({ from: usdc, to: stranger, amount: 1n }, owner))).toBe('SWAPS_UNSUPPORTED')
  })

  const txHash = `0x${'7'.repeat(64)}`
  const paidBy = `0x${'9'.repeat(64)}`
  test.each<[string, Record<string, unknown>, object]>([
    [
      'not there yet',
      { status: 'NOT_FOUND', substatus: undefined, receiving: undefined },
      { state: 'pending', txHash: null },
    ],
    [
      'on its way',
      { status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION' },
      { state: 'pending', txHash: null },
    ],
    ['on its way back', { status: 'PENDING', substatus: 'REFUND_IN_PROGRESS' }, { state: 'pending', txHash: null }],
    ['done', {}, { state: 'arrived', txHash: paidBy }],
    ['done on another chain', { receiving: { txHash: paidBy, chainId: 10 } }, { state: 'arrived', txHash: null }],
    [
      'paid back',
      { status: 'DONE', substatus: 'REFUNDED', receiving: { txHash: paidBy, chainId: 1 } },
      { state: 'refunded', txHash: paidBy },
    ],
    ['failed', { status: 'FAILED', substatus: 'EXPIRED' }, { state: 'failed', txHash: null }],
  ])('says that a swap is %s', async (_, status, expected) => {
    const { driver, asked } = open({ status })
    expect(await driver.status?.(txHash, there)).toEqual(expected)
    expect(asked[0]?.url.search).toBe(`?txHash=${txHash}&bridge=across&fromChain=1&toChain=8453`)
    expect(asked[0]?.key).toBe('a-key')
  })
})

describe('the rows', () => {
  const own = {
    projectId: 'demo',
    from: `${here}:${usdc}`,
    to: `${there}:${usdcThere}`,
    userAddress: owner,
    amount: '1000000',
  }

  test('list where the tokens of a chain can be swapped to, and quote, allow, build and follow it', async () => {
    const { drivers, asked: requests } = open()
    const { tokens, destinations } = await convertTokens(drivers, { projectId: 'demo', chainId: here })
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
    expect(destinations).toEqual([there])
    expect((await convertQuotes(drivers, own)).quotes).toMatchObject([
      {
        fromAccount: `${here}:${owner}`,
        toAccount: `${there}:${owner}`,
        toAmount: '990000',
        provider: 'LI.FI',
        crossing: { seconds: 12, feesUsd: 0.01 },
      },
    ])
    const approve = await buildApprove(drivers, own, { ipAddress: '203.0.113.5' })
    expect(approve.tx.to).toBe(`${here}:${usdc}`)
    const { args } = decodeFunctionData({ abi: erc20Abi, data: approve.tx.data as `0x${string}` })
    expect(args).toEqual([diamond, 1_000_000n])
    const built = await buildTransaction(drivers, { ...own, minimumAmount: '980000' }, { ipAddress: '203.0.113.5' })
    expect(built.tx).toMatchObject({ from: `${here}:${owner}`, to: `${here}:${diamond}`, amount: '0' })
    const asked = { projectId: 'demo', txHash: `0x${'7'.repeat(64)}`, fromChainId: here, toChainId: there }
    const cached = { ...drivers, cache: createSharedCache(createMemoryStore()) }
    requests.length = 0
    for (const txHash of [asked.txHash, asked.txHash.toUpperCase().replace('X', 'x')])
      expect(await convertStatus(cached, { ...asked, txHash })).toEqual({
        state: 'arrived',
        txHash: `0x${'9'.repeat(64)}`,
      })
    // The vendor's limits are the operator's: it is asked once for both.
    expect(requests).toHaveLength(1)
  })

  test('refuse chains that the operator hasn’t named, and swaps on one chain', async () => {
    const { drivers } = open()
    expect(await nameOf(convertQuotes(drivers, { ...own, to: `eip155:10:${usdcThere}` }))).toBe('SWAPS_UNSUPPORTED')
    expect(await nameOf(convertQuotes(drivers, { ...own, from: `eip155:10:${usdcThere}` }))).toBe('SWAPS_UNSUPPORTED')
    expect(await nameOf(convertQuotes(drivers, { ...own, to: `${here}:${stranger}` }))).toBe('SWAPS_UNSUPPORTED')
  })
})

test.each([
  ['no key', { ...settings, apiKey: undefined }],
  ['one chain', { ...settings, chains: { [here]: diamond } }],
  ['a chain without nodes', { ...settings, chains: { [here]: diamond, 'eip155:10': diamond } }],
  ['no address', { ...settings, chains: { [here]: diamond, [there]: vendorsCoin.slice(1) } }],
  ['an address in the clear', { ...settings, url: 'http://lifi.example/v1' }],
])('settings with %s are refused', (_, given) => {
  expect(() => readLifiFields({ LIFI: JSON.stringify(given) }, { nodes })).toThrow()
})
