/** NEVER TESTED LIVE: the aggregator is a stand-in (`jupiter.fixture.ts`) modeled on the vendor's documentation. */
import { jupiterProgram, knownNetworks } from '@latchkey/chains'
import { makerSwap, swapOther, swapStranger, swapUser } from '@latchkey/chains/testing/solanaSwap'
import { solanaSwapLies } from '@latchkey/chains/testing/solanaSwapLies'
import { AppError } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { ownAskerAt } from '../chain/sharer.ts'
import { buildTransaction, convertAllowance, convertGasPrice, convertQuotes, convertTokens } from './convertService.ts'
import type { SwapPair } from './ExchangeDriver.ts'
import { createJupiter, type Lie, nodeUrl, sol, usdc } from './jupiter.fixture.ts'
import { readJupiterFields } from './jupiterSettings.ts'
import { openExchangeDrivers } from './openExchangeDrivers.ts'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const requester = ownAskerAt('203.0.113.5')
const nodes = { [chainId]: [nodeUrl] }

const open = (lie: Lie = {}) => {
  const { fetch, asked } = createJupiter(lie)
  const drivers = openExchangeDrivers({
    prices: { exchanges: {} },
    ...readJupiterFields({ JUPITER: JSON.stringify({ apiKey: 'a-key', url: 'https://jupiter.example' }) }, { nodes }),
    known: knownNetworks([]),
    fetch,
    rpcProxy: createRpcProxy({ nodes, fetch }),
    tokenList: [{ chainId, address: `${chainId}:${usdc}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
    publicUrl: 'https://api.example',
    now: () => 0,
  })
  const driver = drivers.exchangeDrivers.get(chainId)
  if (driver === undefined) throw new Error('no driver')
  return { driver, drivers, asked }
}
const pair: SwapPair = { from: sol, to: usdc, amount: 1_000_000_000n }
const onePercent = (quoted: bigint) => (quoted * 99n) / 100n
const build = (lie: Lie = {}, minimum = onePercent) =>
  open(lie).driver.buildTransaction({ ...pair, owner: swapUser, minimum, estimates: true }, requester)
const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (thrown: unknown) => AppError.from(thrown).name,
  )

describe('createJupiterDriver', () => {
  test('asks for a route with the key of the operator, and quotes it', async () => {
    const { driver, asked } = open()
    expect(driver.name).toBe('Jupiter')
    expect(await driver.quote(pair, swapUser)).toEqual({
      toAmount: 160_000_000n,
      route: [sol, swapStranger, usdc],
      priceImpact: 0.31,
    })
    expect(asked).toMatchObject([{ method: 'GET', apiKey: 'a-key', hasDeadline: true }])
    expect(asked[0]?.url.href).toBe(
      `https://jupiter.example/quote?inputMint=${sol}&outputMint=${usdc}&amount=1000000000&slippageBps=0&swapMode=ExactIn&instructionVersion=V2`,
    )
  })

  test('builds a swap that pays the owner at least the minimum, from the route as it came', async () => {
    const { driver, asked } = open()
    const built = await driver.buildTransaction(
      { ...pair, owner: swapUser, minimum: onePercent, estimates: true },
      requester,
    )
    expect(built).toMatchObject({ to: jupiterProgram, value: 0n, gas: null, gasPrice: null })
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/quote', '/swap'])
    expect(asked[1]).toMatchObject({
      method: 'POST',
      apiKey: 'a-key',
      hasDeadline: true,
      body: {
        userPublicKey: swapUser,
        wrapAndUnwrapSol: true,
        dynamicComputeUnitLimit: true,
        prioritizationFeeLamports: { priorityLevelWithMaxLamports: { priorityLevel: 'high', maxLamports: 1_000_000 } },
        quoteResponse: {
          slippageBps: 100,
          otherAmountThreshold: '158400000',
          contextSlot: 300_000_000,
          timeTaken: 0.012,
          platformFee: null,
        },
      },
    })
  })

  test('asks for no more slippage than 20 %, and builds nothing for less than the minimum', async () => {
    const { driver, asked } = open()
    await driver.buildTransaction({ ...pair, owner: swapUser, minimum: () => 1n, estimates: true }, requester)
    expect(asked[1]?.body).toMatchObject({ quoteResponse: { slippageBps: 2_000 } })
    expect(await nameOf(build({}, (quoted) => quoted + 1n))).toBe('PRICE_MOVED')
  })

  test('has no liquidity for a token of itself, and asks nothing', async () => {
    const { driver, asked } = open()
    expect(await nameOf(driver.quote({ ...pair, to: sol }, swapUser))).toBe('LIQUIDITY_INSUFFICIENT')
    expect(await nameOf(driver.quote({ ...pair, amount: 2n ** 64n }, swapUser))).toBe('AMOUNT_INVALID')
    expect(asked).toEqual([])
  })

  test('names no price impact that makes no sense, and no route that splits or is too long', async () => {
    for (const priceImpactPct of [undefined, 'x', '-0.1', '1.1'])
      expect(await open({ quote: { priceImpactPct } }).driver.quote(pair, swapUser)).toMatchObject({
        priceImpact: null,
      })
    const hop = (inputMint: string, outputMint: string) => ({ swapInfo: { inputMint, outputMint } })
    for (const routePlan of [
      [hop(sol, usdc), hop(sol, usdc)],
      [hop(sol, swapStranger)],
      Array(8).fill(hop(sol, usdc)),
      [],
    ])
      expect(await open({ quote: { routePlan } }).driver.quote(pair, swapUser)).toMatchObject({ route: [] })
  })
})

describe('the rows on Solana', () => {
  const request = { projectId: 'demo', from: `${chainId}:${sol}`, to: `${chainId}:${usdc}` } as const
  test('list SOL and the tokens of the operator, quote, and need no approval', async () => {
    const { drivers } = open()
    const { tokens } = await convertTokens(drivers, { projectId: 'demo', chainId })
    expect(tokens.map(({ address, symbol, decimals }) => [address, symbol, decimals])).toEqual([
      [request.from, 'SOL', 9],
      [request.to, 'USDC', 6],
    ])
    const asked = { ...request, amount: '1000000000', userAddress: swapUser }
    const { quotes } = await convertQuotes(drivers, asked)
    expect(quotes).toMatchObject([{ toAmount: '160000000', toAccount: `${chainId}:${swapUser}`, provider: 'Jupiter' }])
    const own = { projectId: 'demo', tokenAddress: request.to, userAddress: swapUser }
    expect(BigInt((await convertAllowance(drivers, own)).allowance)).toBe(2n ** 64n - 1n)
    expect(await nameOf(convertGasPrice(drivers, { projectId: 'demo', chainId }))).toBe('GAS_PRICE_UNSUPPORTED')
    expect(await nameOf(convertQuotes(drivers, { ...asked, userAddress: `0x${'1'.repeat(40)}` }))).toBe(
      'ADDRESS_INVALID',
    )
  })

  test('return the whole transaction, and nothing of gas', async () => {
    const { drivers } = open()
    const asked = { ...request, amount: '1000000000', userAddress: swapUser, minimumAmount: '158000000' }
    const { tx } = await buildTransaction(drivers, asked, { ipAddress: '203.0.113.5' })
    expect(Object.keys(tx).toSorted()).toEqual(['amount', 'data', 'from', 'to'])
    expect(tx).toMatchObject({ from: `${chainId}:${swapUser}`, to: `${chainId}:${jupiterProgram}`, amount: '0' })
  })
})

describe('a Jupiter that lies', () => {
  test.each<[string, string, Lie]>([
    ['another token that is given', 'SWAP_MISMATCH', { quote: { inputMint: swapOther.mint } }],
    ['another token that is gotten', 'SWAP_MISMATCH', { quote: { outputMint: swapOther.mint } }],
    ['another amount', 'SWAP_MISMATCH', { quote: { inAmount: '1' } }],
    ['nothing in return', 'LIQUIDITY_INSUFFICIENT', { quote: { outAmount: '0' } }],
    ['an amount below nothing', 'SERVICE_UNREACHABLE', { quote: { outAmount: '-1' } }],
    ['an amount as a number', 'SERVICE_UNREACHABLE', { quote: { outAmount: 160_000_000 } }],
    ['an amount without end', 'SERVICE_UNREACHABLE', { quote: { outAmount: '9'.repeat(5_000) } }],
    ['another mode', 'SERVICE_UNREACHABLE', { quote: { swapMode: 'ExactOut' } }],
    ['no route at all', 'SERVICE_UNREACHABLE', { quote: { routePlan: null } }],
  ])('about the route with %s is stopped at the quote', async (_, name, lie) => {
    expect(await nameOf(open(lie).driver.quote(pair, swapUser))).toBe(name)
    expect(await nameOf(build(lie))).toBe(name)
  })

  test.each(solanaSwapLies)('about the transaction by $form in which $field builds nothing', async (lie) => {
    expect(await nameOf(build({ build: () => lie.bytes, tables: lie.tables }))).toBe('SWAP_MISMATCH')
  })

  test('that lets a market maker sign who is not in the settings builds nothing', async () => {
    expect(await nameOf(build({ build: () => makerSwap() }))).toBe('SWAP_MISMATCH')
  })

  test.each<[string, string, Lie]>([
    ['no transaction', 'SERVICE_UNREACHABLE', { built: { swapTransaction: undefined } }],
    ['no base64', 'SERVICE_UNREACHABLE', { built: { swapTransaction: '-- --' } }],
    ['bytes without end', 'SERVICE_UNREACHABLE', { built: { swapTransaction: 'AAAA'.repeat(1_000) } }],
    ['bytes that are none', 'SWAP_MISMATCH', { built: { swapTransaction: 'AAAA' } }],
  ])('or answers with %s builds nothing', async (_, name, lie) => {
    expect(await nameOf(build(lie))).toBe(name)
  })

  const refusal = (errorCode: unknown, status = 400) => Response.json({ error: 'a sentence', errorCode }, { status })
  test.each<[string, string, () => Response | Promise<Response>]>([
    ['its code for no route', 'LIQUIDITY_INSUFFICIENT', () => refusal('COULD_NOT_FIND_ANY_ROUTE')],
    ['its code for an unknown token', 'LIQUIDITY_INSUFFICIENT', () => refusal('TOKEN_NOT_TRADABLE')],
    ['another code', 'SERVICE_UNREACHABLE', () => refusal('MARKET_NOT_FOUND')],
    ['a code that is a number', 'SERVICE_UNREACHABLE', () => refusal(4008)],
    ['too many requests', 'SERVICE_UNREACHABLE', () => new Response('slow down', { status: 429 })],
    ['a page', 'SERVICE_UNREACHABLE', () => new Response('<html>')],
    ['null', 'SERVICE_UNREACHABLE', () => Response.json(null)],
    ['no network', 'SERVICE_UNREACHABLE', () => Promise.reject(new TypeError('fetch failed'))],
  ])('or answers with %s is an error in words', async (_, name, answer) => {
    expect(await nameOf(open({ instead: { answer } }).driver.quote(pair, swapUser))).toBe(name)
    expect(await nameOf(build({ instead: { answer, to: 'swap' } }))).toBe(name)
  })
})

describe('readJupiterFields', () => {
  const read = (JUPITER: unknown) => readJupiterFields({ JUPITER: JSON.stringify(JUPITER) }, { nodes })
  test('takes mainnet and Jupiter’s own program unless it is told otherwise', () => {
    expect(readJupiterFields({}, { nodes })).toEqual({})
    expect(read({})).toEqual({
      jupiter: { chainId, url: 'https://api.jup.ag/swap/v1', exchanges: [jupiterProgram], name: 'Jupiter' },
    })
  })
  test.each([
    ['a key with spaces', { apiKey: 'a b' }],
    ['an exchange that is no address', { exchanges: ['JUP'] }],
    ['no exchange', { exchanges: [] }],
    ['an address that ends with a slash', { url: 'https://jupiter.example/' }],
    ['a plain address on the network', { url: 'http://jupiter.example' }],
    ['a cluster without nodes', { chainId: `solana:${'1'.repeat(32)}` }],
    ['a chain that is none of Solana', { chainId: 'eip155:1' }],
    ['a name that is unknown', { apikey: 'x' }],
  ])('refuses %s', (_, value) => {
    expect(() => read(value)).toThrow(/JUPITER/)
  })
})
