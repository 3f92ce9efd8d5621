import type { TokenBalance } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { readHoldings } from './readHoldings.ts'
import { readTokenIcons } from './readTokenIcons.ts'
import { sumHoldings } from './sumHoldings.ts'

const owner = '0x52908400098527886E0F7030069857D2E4169EE7'
const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const balance = (part: Partial<TokenBalance> & { numeric: string; decimals?: string }): TokenBalance => {
  const { numeric, decimals = '18', ...rest } = part
  return {
    ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 2500, iconUrl: '' },
    quantity: { decimals, numeric },
    ...rest,
  }
}

test('sumHoldings › adds the same token of several accounts to the last digit, whatever the case of its address', () => {
  const part = { address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: '6', price: 1 }
  const { networks, total } = sumHoldings([
    balance({ ...part, numeric: '0.000001' }),
    balance({ ...part, address: usdc.toLowerCase(), numeric: '9007199254740993.5' }),
  ])
  expect(networks[0]?.tokens).toEqual([expect.objectContaining({ symbol: 'USDC', amount: '9007199254740993.500001' })])
  expect(total).toBeGreaterThan(9e15)
})

test('sumHoldings › keeps networks apart, the most valuable first, and leaves out what is empty or of zero decimals', () => {
  const { networks, total } = sumHoldings([
    balance({ numeric: '1' }),
    balance({ numeric: '2', chainId: 'eip155:10' }),
    balance({ numeric: '0', chainId: 'eip155:137' }),
    balance({ numeric: '5', address: 'eip155:1:0x1', decimals: '0', name: 'Ticket' }),
  ])
  expect(networks.map(({ caipNetworkId, worth }) => [caipNetworkId, worth])).toEqual([
    ['eip155:10', 5000],
    ['eip155:1', 2500],
  ])
  expect(total).toBe(7500)
})

test('sumHoldings › has no total without a price, and a total of 0 when nothing is held', () => {
  expect(sumHoldings([balance({ numeric: '1', price: 0 })]).total).toBeNull()
  expect(sumHoldings([balance({ numeric: '0', price: 0 })]).total).toBe(0)
})

test('sumHoldings › shows the name that a maker chose as one line without hidden characters', () => {
  const [network] = sumHoldings([balance({ numeric: '1', name: 'US\u202eD\nCoin', symbol: '\u200b' })]).networks
  expect(network?.tokens[0]).toMatchObject({ name: 'US D Coin', symbol: '?' })
})

/** Answers by address; an address without an answer can't be read. */
const clientOf = (balances: Record<string, TokenBalance[]>) => {
  const asked: string[] = []
  const call = async (name: string, { address = '' }: { address?: string } = {}) => {
    if (name === 'origins') return { smartAccounts: [{ chainId: 1, kind: 'hybrid' }] }
    asked.push(address)
    const found = balances[address]
    if (found === undefined) throw new AppError('SERVICE_UNREACHABLE')
    return { balances: found }
  }
  return { asked, client: { call } as unknown as Parameters<typeof readHoldings>[0] }
}
const wallet = { addresses: { eip155: [owner], solana: [solana] } }

test('readHoldings › reads standard, smart and Solana accounts', async () => {
  const { client, asked } = clientOf({ [owner]: [balance({ numeric: '1' })], [solana]: [] })
  const { smartAccounts, total, isPartial } = await readHoldings(
    client,
    { apiUrl: 'https://api.test', projectId: 'wallet' },
    wallet,
  )
  expect(smartAccounts).toHaveLength(1)
  expect(asked).toEqual([owner, solana, ...smartAccounts])
  expect([total, isPartial]).toEqual([2500, true])
})

test('readHoldings › fails when no account can be read', async () => {
  const { client } = clientOf({})
  await expect(readHoldings(client, { apiUrl: 'https://api.test', projectId: 'wallet' }, wallet)).rejects.toThrowError(
    new AppError('SERVICE_UNREACHABLE'),
  )
})

test('readTokenIcons › reads icons of the api, as addresses; what is another place or a failure is none', async () => {
  const asked: string[] = []
  const fetch = async (url: unknown) => {
    asked.push(String(url))
    return String(url).includes('ETH')
      ? new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/png' } })
      : new Response('{}', { status: 404 })
  }
  const icon = readTokenIcons({ apiUrl: 'https://api.test', projectId: 'wallet', fetch: fetch as never })
  expect(await icon('https://api.test/public/getTokenImage/ETH')).toBe('data:image/png;base64,AQI=')
  expect(await icon('https://api.test/public/getTokenImage/NONE')).toBeNull()
  const before = asked.length
  for (const url of ['https://evil.test/public/getTokenImage/ETH', 'https://api.test/v1/ETH', 'no address', ''])
    expect(await icon(url)).toBeNull()
  expect(asked).toHaveLength(before)
})
