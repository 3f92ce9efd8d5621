import { describe, expect, test } from 'vitest'
import { coinAddress, createSwapApi, isCoin } from './SwapApi.ts'

const network = 'eip155:31337'
const account = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const usdc = `${network}:0x5FbDB2315678afecb367f032d93F642f64180aa3`
const pair = { from: coinAddress(network), to: usdc, units: 1000n, account }

const apiAnswering = (body: object) =>
  createSwapApi({
    apiUrl: 'https://api.example',
    projectId: 'demo',
    sdkVersion: '1.0.0',
    fetch: async () => Response.json(body),
  })

const quote = {
  id: null,
  fromAmount: '1000',
  fromAccount: `${network}:${account}`,
  toAmount: '1994',
  toAccount: `${network}:${account}`,
  provider: 'Uniswap V2',
  route: [pair.from, usdc],
  priceImpact: 0.3,
}

describe('a quote', () => {
  test('is the first of the answer', async () => {
    await expect(apiAnswering({ quotes: [quote] }).quote(pair)).resolves.toEqual({
      toUnits: 1994n,
      provider: 'Uniswap V2',
      route: [pair.from, usdc],
      impact: 0.3,
      crossing: null,
    })
  })

  test.each([
    ['none', { quotes: [] }, 'LIQUIDITY_INSUFFICIENT'],
    ['another amount', { quotes: [{ ...quote, fromAmount: '999' }] }, 'SWAP_MISMATCH'],
    ['nothing in return', { quotes: [{ ...quote, toAmount: '0' }] }, 'SWAP_MISMATCH'],
    ['an amount that is no number', { quotes: [{ ...quote, toAmount: '-1' }] }, 'INTERNAL'],
    ['a route that is none', { quotes: [{ ...quote, route: ['<b>'] }] }, 'INTERNAL'],
    ['a name without end', { quotes: [{ ...quote, provider: 'x'.repeat(41) }] }, 'INTERNAL'],
  ])('of %s is refused', async (_, body, name) => {
    await expect(apiAnswering(body).quote(pair)).rejects.toMatchObject({ name })
  })

  test.each([-1, 101])('with an impact of %d percent has none', async (priceImpact) => {
    await expect(apiAnswering({ quotes: [{ ...quote, priceImpact }] }).quote(pair)).resolves.toMatchObject({
      impact: null,
    })
  })
})

describe('a failure in a server’s words', () => {
  const refusing = (description: unknown, status = 400) =>
    createSwapApi({
      apiUrl: 'https://api.example',
      projectId: 'demo',
      sdkVersion: '1.0.0',
      fetch: async () => Response.json({ status: 'FAILED', reasons: [{ field: 'amount', description }] }, { status }),
    })
  test.each([
    ['Insufficient liquidity', 'LIQUIDITY_INSUFFICIENT', 'Insufficient liquidity'],
    ['insufficient liquidity for this pair', 'LIQUIDITY_INSUFFICIENT', 'Insufficient liquidity'],
    ['Network not supported for Swaps', 'SWAPS_UNSUPPORTED', 'Network not supported for Swaps'],
    ['Network not supported for Gas Price', 'GAS_PRICE_UNSUPPORTED', 'Network not supported for Gas Price'],
    ['Not enough ETH balance', 'INSUFFICIENT_FUNDS', 'Not enough funds for this amount and the network fee'],
    ['Return amount is not enough', 'PRICE_MOVED', 'The price has moved'],
    ['<html><body>nginx</body></html>', 'INTERNAL', 'Something went wrong'],
    ['word '.repeat(5_000), 'INTERNAL', 'Something went wrong'],
    ['', 'INTERNAL', 'Something went wrong'],
  ])('means what the catalogue says: %.40s', async (description, name, message) => {
    await expect(refusing(description).quote(pair)).rejects.toMatchObject({ name, message })
    await expect(refusing(description).allowance(pair)).rejects.toMatchObject({ name })
  })

  test.each([null, 7, ['Insufficient liquidity']])('is none where %j stands for them', async (description) => {
    await expect(refusing(description, 401).quote(pair)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })

  test('counts for less than the name of our own error', async () => {
    const api = createSwapApi({
      apiUrl: 'https://api.example',
      projectId: 'demo',
      sdkVersion: '1.0.0',
      fetch: async () =>
        Response.json(
          { reasons: [{ description: 'Insufficient liquidity' }], error: { name: 'PRICE_MOVED' } },
          { status: 409 },
        ),
    })
    await expect(api.quote(pair)).rejects.toMatchObject({ name: 'PRICE_MOVED' })
  })
})

test('tokens of another network, and with decimals that are none, are left out', async () => {
  const token = { name: 'USD Coin', symbol: 'USDC', address: usdc, decimals: 6, logoUri: '' }
  const tokens = [
    token,
    { ...token, address: usdc.replace('31337', '1') },
    { ...token, decimals: -1 },
    { ...token, decimals: 6.5 },
    { ...token, decimals: 256 },
  ]
  await expect(apiAnswering({ tokens }).tokens(network)).resolves.toEqual({ listed: [token], destinations: [] })
})

test('prices of nothing and below are none', async () => {
  const fungible = { address: usdc, name: '', symbol: '', iconUrl: null, price: 0, decimals: 6 }
  const answer = { fungibles: [fungible, { ...fungible, address: pair.from, price: 2000 }] }
  await expect(apiAnswering(answer).prices([usdc, pair.from])).resolves.toEqual(new Map([[pair.from, 2000]]))
})

describe('a built transaction', () => {
  const tx = {
    from: `${network}:${account}`,
    to: `${network}:0x2222222222222222222222222222222222222222`,
    data: '0x12345678',
    amount: '1000',
    eip155: { gas: '0', gasPrice: '1' },
  }
  test('is read from its CAIP-10', async () => {
    await expect(apiAnswering({ tx }).buildSwap(pair, 1n)).resolves.toEqual({
      to: '0x2222222222222222222222222222222222222222',
      data: '0x12345678',
      value: 1000n,
    })
  })
  test.each([
    ['on another network', { ...tx, to: tx.to.replace('31337', '1') }],
    ['without data', { ...tx, data: '0x' }],
    ['with data that are none', { ...tx, data: '0x123' }],
  ])('%s is refused', async (_, wrong) => {
    await expect(apiAnswering({ tx: wrong }).buildSwap(pair, 1n)).rejects.toMatchObject({ name: 'SWAP_MISMATCH' })
  })
})

test('the coin of a network is known in any case', () => {
  expect(isCoin(coinAddress(network).replace('0xeeee', '0xEEEE'))).toBe(true)
  expect(isCoin(usdc)).toBe(false)
})
