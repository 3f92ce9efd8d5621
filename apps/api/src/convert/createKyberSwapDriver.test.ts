/** NEVER TESTED LIVE: the aggregator is a stand-in (`kyberSwap.fixture.ts`) modeled on the vendor's documentation. */
import { decodeCall, effectsOf, knownNetworks, toChecksumAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { ownAskerAt } from '../chain/sharer.ts'
import type { SwapPair } from './ExchangeDriver.ts'
import {
  at,
  coin,
  createAggregator,
  type Lie,
  owner,
  pool,
  router,
  stranger,
  usdc,
  vendorsCoin,
  weth,
} from './kyberSwap.fixture.ts'
import { openExchangeDrivers } from './openExchangeDrivers.ts'

const chainId = 'eip155:1'
const requester = ownAskerAt('203.0.113.5')
const now = Date.UTC(2026, 10, 28)

const open = (lie: Lie = {}, price?: bigint) => {
  const { fetch, asked } = createAggregator(lie, price)
  const { exchangeDrivers: drivers } = openExchangeDrivers({
    prices: { exchanges: {} },
    kyberSwap: {
      clientId: 'acme-wallet',
      name: 'KyberSwap',
      url: 'https://aggregator.example',
      chains: { [chainId]: { path: 'ethereum', router } },
    },
    known: knownNetworks([]),
    fetch,
    rpcProxy: createRpcProxy({ nodes: { [chainId]: ['https://node.example'] }, fetch }),
    tokenList: [{ chainId, address: `${chainId}:${usdc}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
    publicUrl: 'https://api.example',
    now: () => now,
  })
  const driver = drivers.get(chainId)
  if (driver === undefined) throw new Error('no driver')
  return { driver, asked }
}
const toUsdc: SwapPair = { from: coin, to: usdc, amount: 1_000_000n }
const toCoin: SwapPair = { from: usdc, to: coin, amount: 1_000_000n }
const onePercent = (quoted: bigint) => (quoted * 99n) / 100n
const build = (lie: Lie = {}, pair = toCoin, minimum = onePercent) =>
  open(lie).driver.buildTransaction({ ...pair, owner, minimum, estimates: true }, requester)
const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (thrown: unknown) => AppError.from(thrown).name,
  )

describe('createKyberSwapDriver', () => {
  test('asks for a route with the client id of the operator, and quotes it', async () => {
    const { driver, asked } = open()
    expect(driver.name).toBe('KyberSwap')
    expect(await driver.quote(toUsdc, owner)).toEqual({
      toAmount: 2_000_000n,
      route: [coin, stranger, usdc],
      priceImpact: 0.5,
    })
    expect(asked).toMatchObject([{ method: 'GET', clientId: 'acme-wallet', hasDeadline: true }])
    expect(asked[0]?.url.href).toBe(
      `https://aggregator.example/ethereum/api/v1/routes?tokenIn=${vendorsCoin}&tokenOut=${usdc}&amountIn=1000000&excludeRFQSources=true`,
    )
  })

  test('lists the coin and the tokens of the operator, and allows its router exactly an amount', async () => {
    const { driver } = open()
    expect(driver.tokens()).toMatchObject([
      { address: coin, symbol: 'ETH' },
      { address: usdc, symbol: 'USDC' },
    ])
    expect(await driver.allowance(usdc, owner)).toBe(7n)
    expect(await driver.allowance(coin, owner)).toBe(2n ** 256n - 1n)
    const approve = await driver.buildApprove({ token: usdc, owner, amount: 5n }, requester)
    expect(approve).toMatchObject({ to: usdc, value: 0n, gas: 200_000n, gasPrice: 1_000_000_000n })
    const { args } = decodeFunctionData({ abi: erc20Abi, data: approve.data as `0x${string}` })
    expect(args).toEqual([router, 5n])
    expect(await nameOf(driver.buildApprove({ token: coin, owner, amount: 5n }, requester))).toBe('ADDRESS_INVALID')
  })

  test.each([
    ['the coin', toUsdc],
    ['a token', toCoin],
    ['a token for a token', { from: usdc, to: weth, amount: 1_000_000n }],
  ])('builds a swap of %s that pays the owner at least the minimum', async (_, pair) => {
    const { driver, asked } = open()
    const built = await driver.buildTransaction({ ...pair, owner, minimum: onePercent, estimates: true }, requester)
    const value = pair.from === coin ? pair.amount : 0n
    expect(built).toMatchObject({ to: router, value, gas: 200_000n, gasPrice: 1_000_000_000n })
    const call = { from: owner, to: router, value, data: built.data as `0x${string}` }
    const [swap] = effectsOf(decodeCall(call), owner)
    expect(swap).toMatchObject({ kind: 'swap', exactly: 'give', to: owner, give: { amount: pair.amount } })
    const minimum = swap?.kind === 'swap' ? swap.get.amount : 0n
    expect(minimum).toBeGreaterThanOrEqual(onePercent(2_000_000n))
    // Within a hundredth of a percent of the agreed minimum.
    expect(minimum).toBeLessThanOrEqual(onePercent(2_000_000n) + 2_000_000n / 10_000n)
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/ethereum/api/v1/routes', '/ethereum/api/v1/route/build'])
    expect(asked[1]).toMatchObject({
      method: 'POST',
      clientId: 'acme-wallet',
      hasDeadline: true,
      body: {
        sender: owner,
        recipient: owner,
        slippageTolerance: 99,
        deadline: now / 1000 + 20 * 60,
        source: 'acme-wallet',
        routeSummary: { checksum: '1234567890', timestamp: 1_790_000_000, routeID: 'a-route', l1FeeUsd: '0' },
      },
    })
    // Verbatim, including fields that the driver doesn't read.
    const hop = { pool, poolExtra: { priceLimit: 4295128740 }, exchange: 'uniswapv3' }
    expect(asked[1]?.body).toMatchObject({ routeSummary: { route: [[hop], [hop, hop]] } })
  })

  test('asks for no more slippage than the vendor takes, and for none below nothing', async () => {
    for (const [minimum, slippage] of [
      [() => 1n, 2000],
      [(quoted: bigint) => quoted - 1n, 0],
      [(quoted: bigint) => (quoted * 9995n) / 10_000n, 4],
    ] as const) {
      const { driver, asked } = open()
      await driver.buildTransaction({ ...toCoin, owner, minimum, estimates: false }, requester)
      expect(asked[1]?.body?.slippageTolerance).toBe(slippage)
    }
  })

  test('returns no gas where none is to be estimated', async () => {
    const { driver } = open()
    const swap = { ...toCoin, owner, minimum: onePercent, estimates: false }
    expect((await driver.buildTransaction(swap, requester)).gas).toBeNull()
  })

  test('names no price impact where the vendor has no prices, and no route that is too long', async () => {
    for (const summary of [
      { amountInUsd: undefined },
      { amountOutUsd: '' },
      { amountInUsd: '0' },
      { amountInUsd: 'Infinity' },
      { amountOutUsd: '-1' },
    ])
      expect(await open({ summary }).driver.quote(toUsdc, owner)).toMatchObject({ priceImpact: null })
    expect(await open({ summary: { amountOutUsd: '3000' } }).driver.quote(toUsdc, owner)).toMatchObject({
      priceImpact: 0,
    })
    const hop = { tokenOut: stranger, swapAmount: '1000000' }
    expect(await open({ summary: { route: [Array(8).fill(hop)] } }).driver.quote(toUsdc, owner)).toMatchObject({
      route: [],
    })
    expect(await open({ summary: { route: [] } }).driver.quote(toUsdc, owner)).toMatchObject({ route: [coin, usdc] })
  })

  test('has no liquidity for a token of itself, and asks nothing', async () => {
    const { driver, asked } = open()
    expect(await nameOf(driver.quote({ ...toUsdc, to: coin }, owner))).toBe('LIQUIDITY_INSUFFICIENT')
    expect(asked).toEqual([])
  })

  test('builds nothing when the route gives less than the minimum', async () => {
    const { driver, asked } = open()
    const minimum = (quoted: bigint) => quoted + 1n
    expect(await nameOf(driver.buildTransaction({ ...toCoin, owner, minimum, estimates: true }, requester))).toBe(
      'PRICE_MOVED',
    )
    expect(asked).toHaveLength(1)
  })
})

describe('an aggregator that lies', () => {
  const instead = (answer: () => Response | Promise<Response>, to?: 'routes' | 'build'): Lie => ({
    instead: { answer, ...(to && { to }) },
  })

  test.each<[string, string, Lie]>([
    ['another router', 'SWAP_MISMATCH', { routerAddress: stranger }],
    ['no router', 'SERVICE_UNREACHABLE', { routerAddress: undefined }],
    ['a router that is no address', 'SERVICE_UNREACHABLE', { routerAddress: '0x12' }],
    ['another token that is given', 'SWAP_MISMATCH', { summary: { tokenIn: stranger } }],
    ['another token that is gotten', 'SWAP_MISMATCH', { summary: { tokenOut: stranger } }],
    ['the wrapped coin in place of the coin', 'SWAP_MISMATCH', { summary: { tokenOut: weth } }],
    ['the tokens of another chain', 'SWAP_MISMATCH', { summary: { tokenIn: at('8'), tokenOut: at('9') } }],
    ['another amount', 'SWAP_MISMATCH', { summary: { amountIn: '1000001' } }],
    ['nothing in return', 'LIQUIDITY_INSUFFICIENT', { summary: { amountOut: '0' } }],
    ['an amount below nothing', 'SERVICE_UNREACHABLE', { summary: { amountOut: '-1' } }],
    ['an amount with decimals', 'SERVICE_UNREACHABLE', { summary: { amountOut: '1.5' } }],
    ['an amount as a number', 'SERVICE_UNREACHABLE', { summary: { amountOut: 2_000_000 } }],
    ['an amount without end', 'SERVICE_UNREACHABLE', { summary: { amountOut: '9'.repeat(5_000) } }],
    ['no route at all', 'SERVICE_UNREACHABLE', { summary: { route: null } }],
    ['a path without hops', 'SERVICE_UNREACHABLE', { summary: { route: [[]] } }],
  ])('about the route with %s is stopped at the quote', async (_, name, lie) => {
    expect(await nameOf(open(lie).driver.quote(toCoin, owner))).toBe(name)
    expect(await nameOf(build(lie))).toBe(name)
  })

  test.each<[string, string, Lie]>([
    ['another router', 'SWAP_MISMATCH', { built: { routerAddress: stranger } }],
    ['no router', 'SERVICE_UNREACHABLE', { built: { routerAddress: null } }],
    ['coins that are sent along', 'SWAP_MISMATCH', { built: { transactionValue: '1' } }],
    ['a value that is no number', 'SERVICE_UNREACHABLE', { built: { transactionValue: '0x1' } }],
    ['no value', 'SERVICE_UNREACHABLE', { built: { transactionValue: undefined } }],
    ['no calldata', 'SERVICE_UNREACHABLE', { built: { data: '0x' } }],
    ['calldata that are no bytes', 'SERVICE_UNREACHABLE', { built: { data: '0xe21fd0e9zz' } }],
    ['calldata that are garbage', 'SWAP_MISMATCH', { built: { data: `0xe21fd0e9${'ab'.repeat(700)}` } }],
    ['calldata of 1 MB', 'SERVICE_UNREACHABLE', { built: { data: `0xe21fd0e9${'ab'.repeat(2 ** 20)}` } }],
    ['another function', 'SWAP_MISMATCH', { built: { data: `0xa9059cbb${'0'.repeat(128)}` } }],
    ['another recipient', 'SWAP_MISMATCH', { calldata: { dstReceiver: stranger } }],
    ['the zero address as recipient', 'SWAP_MISMATCH', { calldata: { dstReceiver: at('0') } }],
    ['a minimum of nothing, and another word beside it', 'PRICE_MOVED', { calldata: { minReturnAmount: 0n } }],
    [
      'a minimum one below what was asked',
      'PRICE_MOVED',
      { calldata: { minReturnAmount: onePercent(2_000_000n) - 1n } },
    ],
    ['a price that moved since the route', 'PRICE_MOVED', { drop: 30_000n }],
    ['more of the token', 'SWAP_MISMATCH', { calldata: { amount: 1_000_001n, srcAmounts: [1_000_001n] } }],
    ['less of the token', 'SWAP_MISMATCH', { calldata: { amount: 1n, srcAmounts: [1n] } }],
    ['another token that is given', 'SWAP_MISMATCH', { calldata: { srcToken: stranger } }],
    ['another token that is gotten', 'SWAP_MISMATCH', { calldata: { dstToken: stranger } }],
    ['a fee', 'SWAP_MISMATCH', { calldata: { feeReceivers: [stranger], feeAmounts: [10n] } }],
    ['a fee on what comes out', 'SWAP_MISMATCH', { calldata: { flags: 0x2c0n } }],
    ['a minimum that is scaled', 'SWAP_MISMATCH', { calldata: { flags: 0x201n } }],
    ['a permit', 'SWAP_MISMATCH', { calldata: { permit: '0x01' } }],
    ['a contract that is approved', 'SWAP_MISMATCH', { calldata: { approveTarget: stranger } }],
  ])('about the transaction with %s builds nothing', async (_, name, lie) => {
    expect(await nameOf(build(lie))).toBe(name)
  })

  test('about the coins to send builds nothing', async () => {
    for (const transactionValue of ['0', '999999', '1000001'])
      expect(await nameOf(build({ built: { transactionValue } }, toUsdc))).toBe('SWAP_MISMATCH')
  })

  const refusal = (code: number, status = 400) =>
    Response.json({ code, message: 'route not found', details: null, requestId: 'a-request' }, { status })
  test.each<[string, string, () => Response | Promise<Response>]>([
    ['its code for no route', 'LIQUIDITY_INSUFFICIENT', () => refusal(4008)],
    ['its code for too much', 'LIQUIDITY_INSUFFICIENT', () => refusal(4009)],
    ['its code for no pool', 'LIQUIDITY_INSUFFICIENT', () => refusal(4010)],
    ['its code for an unknown token', 'LIQUIDITY_INSUFFICIENT', () => refusal(4011)],
    ['that code with status 200', 'LIQUIDITY_INSUFFICIENT', () => refusal(4008, 200)],
    ['its code for a quote that moved', 'PRICE_MOVED', () => refusal(4222, 422)],
    ['another code', 'SERVICE_UNREACHABLE', () => refusal(4001)],
    ['another code with status 200', 'SERVICE_UNREACHABLE', () => refusal(4001, 200)],
    ['success with status 400', 'SERVICE_UNREACHABLE', () => refusal(0)],
    ['a code that is a string', 'SERVICE_UNREACHABLE', () => Response.json({ code: '4008' }, { status: 400 })],
    ['too many requests', 'SERVICE_UNREACHABLE', () => new Response('slow down', { status: 429 })],
    ['an error of its own', 'SERVICE_UNREACHABLE', () => new Response('oops', { status: 500 })],
    ['success without data', 'SERVICE_UNREACHABLE', () => Response.json({ code: 0 })],
    ['a page', 'SERVICE_UNREACHABLE', () => new Response('<html>')],
    ['nothing', 'SERVICE_UNREACHABLE', () => new Response('')],
    ['null', 'SERVICE_UNREACHABLE', () => Response.json(null)],
    ['5 MB', 'SERVICE_UNREACHABLE', () => new Response(' '.repeat(5 * 2 ** 20))],
    ['no network', 'SERVICE_UNREACHABLE', () => Promise.reject(new TypeError('fetch failed'))],
    ['a time-out', 'SERVICE_UNREACHABLE', () => Promise.reject(new DOMException('too late', 'TimeoutError'))],
  ])('or answers with %s is an error in words', async (_, name, answer) => {
    expect(await nameOf(open(instead(answer)).driver.quote(toCoin, owner))).toBe(name)
    expect(await nameOf(build(instead(answer, 'build')))).toBe(name)
  })

  test('cannot make the router another one by its letters', async () => {
    const { to } = await build({ routerAddress: router.toLowerCase(), built: { routerAddress: router.toLowerCase() } })
    expect(to).toBe(toChecksumAddress(router))
  })
})
