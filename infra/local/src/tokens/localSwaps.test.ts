import { type Address, createWalletClient, erc20Abi, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../startStack.ts'
import { startTestStack } from '../testing/startTestStack.ts'
import { localExchange, localTokens } from './localContracts.ts'

const chainId = 'eip155:31337'
const { usdc, lkey, weth } = localTokens
const coin = `${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const on = (address: string) => `${chainId}:${address}`

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack(['chainA', 'faucet', 'api'])
}, 180_000)
afterAll(() => stack?.close())

type Json = Record<string, unknown>
const answerOf = async (response: Response): Promise<Json> => {
  const body = (await response.json()) as Json
  if (!response.ok) throw new Error((body.error as { name: string }).name)
  return body
}
const get = async (path: string, query: Record<string, string>) =>
  await answerOf(
    await fetch(`${stack.urls.api}/v1/convert/${path}?${new URLSearchParams({ projectId: 'demo', ...query })}`),
  )
const post = async (path: string, body: Json) =>
  await answerOf(
    await fetch(`${stack.urls.api}/v1/convert/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ projectId: 'demo', ...body }),
    }),
  )

type Quote = { toAmount: string; provider: string; route: string[]; priceImpact: number }
const quote = async (from: string, to: string, amount: bigint, userAddress: string): Promise<Quote | undefined> =>
  ((await get('quotes', { from, to, amount: amount.toString(), userAddress })) as { quotes: Quote[] }).quotes[0]
type Built = { to: string; data: Hex; amount?: string; value?: string; eip155: { gas: string; gasPrice: string } }
const build = async (request: Json): Promise<Built> => ((await post('build-transaction', request)) as { tx: Built }).tx

const startTrader = async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = createWalletClient({ account, chain: foundry, transport: http(stack.urls.chainA) }).extend(
    publicActions,
  )
  await fetch(`${stack.urls.faucet}/faucet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chainId, address: account.address }),
  })
  return {
    address: account.address,
    balance: (token: Address, owner: Address = account.address) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    permit: async ({ value, spender, deadline }: { value: bigint; spender: Address; deadline: number }) =>
      await account.signTypedData({
        domain: { name: usdc.name, version: '1', chainId: foundry.id, verifyingContract: usdc.address },
        types: {
          Permit: [
            { name: 'owner', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primaryType: 'Permit',
        message: { owner: account.address, spender, value, nonce: 0n, deadline: BigInt(deadline) },
      }),
    coins: () => client.getBalance({ address: account.address }),
    async send({ to, data, amount, value, eip155: { gas } }: Built) {
      const hash = await client.sendTransaction({
        to: to.slice(chainId.length + 1) as Address,
        data,
        value: BigInt(amount ?? value ?? 0),
        gas: BigInt(gas),
      })
      const { status } = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
      expect(status).toBe('success')
    },
  }
}

test('lists the coin and the tokens of the chain', async () => {
  const { tokens } = await get('tokens', { chainId })
  expect(tokens).toMatchObject([
    { address: coin, symbol: 'ETH', decimals: 18, logoUri: `${stack.urls.api}/public/getTokenImage/ETH` },
    { address: on(usdc.address), symbol: 'USDC', decimals: 6 },
    { address: on(lkey.address), symbol: 'LKEY', decimals: 18, logoUri: '' },
    { symbol: 'WETH' },
  ])
})

test('swaps ETH for USDC and back, with an approval of exactly the amount', async () => {
  const { address, balance, coins, send } = await startTrader()
  const amount = 10n ** 17n
  const quoted = await quote(coin, on(usdc.address), amount, address)
  expect(quoted).toMatchObject({ provider: 'Local Exchange', route: [coin, on(usdc.address)] })
  expect(quoted?.priceImpact).toBeGreaterThan(0.2)
  expect(quoted?.priceImpact).toBeLessThan(1)
  const there = { from: coin, to: on(usdc.address), userAddress: on(address), amount: amount.toString() }
  await send(await build({ ...there, eip155: { slippage: 1 } }))
  const got = await balance(usdc.address)
  expect(got).toBe(BigInt(quoted?.toAmount ?? 0))

  const back = { from: on(usdc.address), to: coin, userAddress: address, amount: got.toString() }
  const owned = { tokenAddress: on(usdc.address), userAddress: address }
  const permit = { spender: on(localExchange.permitRouter) }
  expect(await get('allowance', owned)).toEqual({ allowance: '0', permit })
  const { tx: approve } = (await get('build-approve', back)) as { tx: Built }
  expect(approve).toMatchObject({ to: on(usdc.address), value: '0' })
  await send(approve)
  expect(await get('allowance', owned)).toEqual({ allowance: got.toString(), permit })
  const before = await coins()
  await send(await build(back))
  expect(await balance(usdc.address)).toBe(0n)
  expect(await coins()).toBeGreaterThan(before + (amount * 98n) / 100n)
  expect(await get('allowance', owned)).toEqual({ allowance: '0', permit })
})

describe('with a signature in place of the approval', () => {
  /** An account with 300 USDC, and the swap of 100 of them. */
  const startSwap = async (to: string) => {
    const trader = await startTrader()
    const bought = { from: coin, to: on(usdc.address), userAddress: trader.address, amount: (10n ** 17n).toString() }
    await trader.send(await build(bought))
    const signed = { from: on(usdc.address), to, userAddress: trader.address, amount: '100000000' }
    const deadline = Math.floor(Date.now() / 1000) + 1200
    const permitted = async (value = 100_000_000n, spender: Address = localExchange.permitRouter) => ({
      deadline: deadline.toString(),
      signature: await trader.permit({ value, spender, deadline }),
    })
    return { ...trader, signed, permitted }
  }

  test.each([
    ['for the coin', coin],
    ['for a token', on(lkey.address)],
  ])('a token is swapped %s in one transaction, and nothing stays allowed or behind', async (_, to) => {
    const { address, balance, send, signed, permitted } = await startSwap(to)
    const before = await balance(usdc.address)
    const built = await build({ ...signed, permit: await permitted() })
    expect(built).toMatchObject({ to: on(localExchange.permitRouter), amount: '0' })
    await send(built)
    expect(await balance(usdc.address)).toBe(before - 100_000_000n)
    if (to !== coin) expect(await balance(lkey.address)).toBeGreaterThan(0n)
    const owned = { tokenAddress: on(usdc.address), userAddress: address }
    expect(await get('allowance', owned)).toMatchObject({ allowance: '0' })
    expect(await balance(usdc.address, localExchange.permitRouter)).toBe(0n)
  })

  test('of less, of another spender, or used by another account, nothing moves', async () => {
    const { signed, permitted } = await startSwap(coin)
    const other = await startTrader()
    // The node refuses to estimate a call that would revert.
    for (const [permit, from] of [
      [await permitted(99_999_999n), signed.userAddress],
      [await permitted(100_000_000n, localExchange.router), signed.userAddress],
      [await permitted(), other.address],
    ] as const)
      expect(await build({ ...signed, userAddress: from, permit })).toMatchObject({ eip155: { gas: '0' } })
    expect(await build({ ...signed, permit: await permitted() })).not.toMatchObject({ eip155: { gas: '0' } })
  })

  test('a token without permits and the coin take none', async () => {
    const { address, permitted } = await startSwap(coin)
    const permit = await permitted()
    for (const from of [on(weth.address), coin]) {
      const swap = { from, to: on(usdc.address), userAddress: address, amount: '100000000', permit }
      await expect(build(swap)).rejects.toThrow('SWAPS_UNSUPPORTED')
    }
    const owned = { tokenAddress: on(weth.address), userAddress: address }
    expect(await get('allowance', owned)).toEqual({ allowance: '0' })
  })
})

test('finds the way over the coin, and quotes the worse price of more', async () => {
  const { address } = await startTrader()
  const one = await quote(on(usdc.address), on(lkey.address), 10n ** 6n, address)
  expect(one?.route[0]).toBe(on(usdc.address))
  expect(one?.route.at(-1)).toBe(on(lkey.address))
  const much = await quote(on(usdc.address), on(lkey.address), 10n ** 12n, address)
  expect(much?.priceImpact).toBeGreaterThan(one?.priceImpact ?? 100)
})

test('keeps to the minimum that was shown, and says when the exchange gives less', async () => {
  const { address } = await startTrader()
  const swap = { from: coin, to: on(usdc.address), userAddress: address, amount: (10n ** 17n).toString() }
  const { toAmount = '0' } = (await quote(swap.from, swap.to, 10n ** 17n, address)) ?? {}
  const built = await build({ ...swap, minimumAmount: toAmount })
  expect(built).toMatchObject({ to: on(localExchange.router), amount: swap.amount })
  expect(built.data).toContain(BigInt(toAmount).toString(16).padStart(64, '0'))
  expect(built.data.toLowerCase()).toContain(address.slice(2).toLowerCase())
  await expect(build({ ...swap, minimumAmount: (BigInt(toAmount) + 1n).toString() })).rejects.toThrow('PRICE_MOVED')
})

test('refuses what cannot be swapped', async () => {
  const { address } = await startTrader()
  const swap = { from: coin, to: on(usdc.address), userAddress: address, amount: '1000' }
  const stranger = on(`0x${'1'.repeat(40)}`)
  expect(await quote(coin, stranger, 1000n, address)).toBeUndefined()
  expect(await quote(coin, coin, 1000n, address)).toBeUndefined()
  for (const [change, name] of [
    [{ to: stranger }, 'LIQUIDITY_INSUFFICIENT'],
    [{ amount: '0' }, 'AMOUNT_INVALID'],
    [{ amount: (2n ** 256n).toString() }, 'AMOUNT_INVALID'],
    [{ to: `eip155:1:${usdc.address}` }, 'SWAPS_UNSUPPORTED'],
    [{ from: `eip155:1:${usdc.address}`, to: `eip155:1:${lkey.address}` }, 'SWAPS_UNSUPPORTED'],
    [{ userAddress: `eip155:1:${address}` }, 'ADDRESS_INVALID'],
  ] as const)
    await expect(build({ ...swap, ...change })).rejects.toThrow(name)
  await expect(get('tokens', { chainId: 'eip155:1' })).rejects.toThrow('SWAPS_UNSUPPORTED')
  await expect(get('gas-price', { chainId: 'eip155:1' })).rejects.toThrow('GAS_PRICE_UNSUPPORTED')
})

test('returns gas prices, lower for slower ones', async () => {
  const { standard, fast, instant } = (await get('gas-price', { chainId })) as Record<string, string>
  expect(BigInt(standard ?? 0)).toBeGreaterThan(0n)
  expect(BigInt(fast ?? 0)).toBeGreaterThanOrEqual(BigInt(standard ?? 0))
  expect(BigInt(instant ?? 0)).toBeGreaterThanOrEqual(BigInt(fast ?? 0))
})
