import {
  type Address,
  createTestClient,
  erc20Abi,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestChain } from '../src/testing/startTestChain.ts'
import { localExchange, localTokens } from '../src/tokens/localContracts.ts'
import { placeLocalContracts } from '../src/tokens/placeLocalContracts.ts'

const { usdc, lkey, weth } = localTokens
const tokenAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
])
const factoryAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function allPairsLength() view returns (uint256)',
  'function createPair(address, address) returns (address)',
  'error InvalidTokens()',
  'error PairExists()',
])
const errors = [
  'error Expired()',
  'error InvalidPath()',
  'error InsufficientAmount()',
  'error InsufficientLiquidity()',
  'error InsufficientInput()',
  'error InsufficientOutput()',
  'error InvalidReceiver()',
  'error InvariantBroken()',
] as const
const routerAbi = parseAbi([
  'function WETH() view returns (address)',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function getAmountsIn(uint256, address[]) view returns (uint256[])',
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256) returns (uint256[])',
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256) returns (uint256[])',
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256) returns (uint256, uint256, uint256)',
  ...errors,
])
const pairAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address, uint256) returns (bool)',
  'function swap(uint256, uint256, address, bytes)',
  'function mint(address) returns (uint256)',
  'function burn(address) returns (uint256, uint256)',
  ...errors,
])
const deadline = maxUint256

const open = (url: string, account: Address) =>
  createTestClient({ mode: 'anvil', chain: foundry, account, transport: http(url), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)

let client: ReturnType<typeof open>
let me: Address
beforeAll(async () => {
  const { chain } = await startTestChain()
  await placeLocalContracts(chain.url)
  // The first development account: it owns the tokens.
  me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  client = open(chain.url, me)
  for (const { address, decimals } of [usdc, lkey]) {
    await done(
      client.writeContract({
        address,
        abi: tokenAbi,
        functionName: 'mint',
        args: [me, parseUnits('1000000', decimals)],
      }),
    )
  }
  await done(
    client.writeContract({ address: weth.address, abi: tokenAbi, functionName: 'deposit', value: parseEther('100') }),
  )
  for (const { address } of [usdc, lkey, weth]) {
    await done(
      client.writeContract({
        address,
        abi: erc20Abi,
        functionName: 'approve',
        args: [localExchange.router, maxUint256],
      }),
    )
  }
  return chain.stop
})

const done = async (sent: Promise<`0x${string}`>) => {
  const receipt = await client.waitForTransactionReceipt({ hash: await sent })
  expect(receipt.status).toBe('success')
  return receipt
}
const balanceOf = (address: Address, owner: Address = me) =>
  client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const pairOf = (a: Address, b: Address) =>
  client.readContract({ address: localExchange.factory, abi: factoryAbi, functionName: 'getPair', args: [a, b] })
const reservesOf = async (pair: Address) => {
  const [reserve0, reserve1] = await client.readContract({ address: pair, abi: pairAbi, functionName: 'getReserves' })
  return [reserve0, reserve1] as const
}
const router = { address: localExchange.router, abi: routerAbi } as const

describe('a trade', () => {
  test('over two pools gives what was quoted, and leaves each pool worth more', async () => {
    const path = [lkey.address, weth.address, usdc.address]
    const amountIn = parseEther('100')
    const pairs = [await pairOf(lkey.address, weth.address), await pairOf(weth.address, usdc.address)]
    const before = await Promise.all(pairs.map(reservesOf))
    const quoted = await client.readContract({ ...router, functionName: 'getAmountsOut', args: [amountIn, path] })
    const usdcBefore = await balanceOf(usdc.address)
    await done(
      client.writeContract({
        ...router,
        functionName: 'swapExactTokensForTokens',
        args: [amountIn, quoted[2] ?? 0n, path, me, deadline],
      }),
    )
    expect((await balanceOf(usdc.address)) - usdcBefore).toBe(quoted[2])
    const after = await Promise.all(pairs.map(reservesOf))
    for (const [index, [x, y]] of after.entries()) {
      const [x0, y0] = before[index] ?? [0n, 0n]
      expect(x * y).toBeGreaterThan(x0 * y0)
    }
  })

  test('needs what getAmountsIn says, and not one unit less', async () => {
    const path = [weth.address, usdc.address]
    const wanted = parseUnits('1000', 6)
    const [needed = 0n] = await client.readContract({ ...router, functionName: 'getAmountsIn', args: [wanted, path] })
    const outOf = async (amount: bigint) =>
      (await client.readContract({ ...router, functionName: 'getAmountsOut', args: [amount, path] }))[1] ?? 0n
    expect(await outOf(needed)).toBeGreaterThanOrEqual(wanted)
    expect(await outOf(needed - 1_000_000_000n)).toBeLessThan(wanted)
  })

  test('with ether goes both ways', async () => {
    const before = await balanceOf(usdc.address)
    await done(
      client.writeContract({
        ...router,
        functionName: 'swapExactETHForTokens',
        args: [1n, [weth.address, usdc.address], me, deadline],
        value: parseEther('1'),
      }),
    )
    const bought = (await balanceOf(usdc.address)) - before
    expect(bought).toBeGreaterThan(parseUnits('2400', 6))
    const stranger: Address = '0x00000000000000000000000000000000000000e1'
    await done(
      client.writeContract({
        ...router,
        functionName: 'swapExactTokensForETH',
        args: [bought, 1n, [usdc.address, weth.address], stranger, deadline],
      }),
    )
    const received = await client.getBalance({ address: stranger })
    expect(received).toBeGreaterThan(parseEther('0.99'))
    expect(received).toBeLessThan(parseEther('1'))
    expect(await client.getBalance({ address: localExchange.router })).toBe(0n)
  })

  test.each([
    ['too late', 'Expired', [1n, 0n, [usdc.address, weth.address], 0n]],
    [
      'below the least amount',
      'InsufficientAmount',
      [1_000_000n, parseEther('1'), [usdc.address, weth.address], deadline],
    ],
    ['between tokens without a pool', 'InvalidPath', [1n, 0n, [usdc.address, lkey.address], deadline]],
    ['of a path of one', 'InvalidPath', [1n, 0n, [usdc.address], deadline]],
  ] as const)('%s is refused with %s', async (_, error, [amountIn, least, path, until]) => {
    await expect(
      client.simulateContract({
        ...router,
        functionName: 'swapExactTokensForTokens',
        args: [amountIn, least, path, me, until],
      }),
    ).rejects.toThrow(error)
  })
})

describe('a pool', () => {
  test('hands out nothing that was not paid for', async () => {
    const pair = await pairOf(weth.address, usdc.address)
    const swap = (out0: bigint, out1: bigint, to: Address = me) =>
      client.simulateContract({ address: pair, abi: pairAbi, functionName: 'swap', args: [out0, out1, to, '0x'] })
    const [reserve0] = await reservesOf(pair)
    const token0 = await client.readContract({ address: pair, abi: pairAbi, functionName: 'token0' })
    await expect(swap(1n, 0n)).rejects.toThrow('InsufficientInput')
    await expect(swap(0n, 0n)).rejects.toThrow('InsufficientOutput')
    await expect(swap(reserve0, 0n)).rejects.toThrow('InsufficientLiquidity')
    await expect(swap(1n, 0n, token0)).rejects.toThrow('InvalidReceiver')
    await done(
      client.writeContract({
        address: usdc.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [pair, 1_000_000n],
      }),
    )
    const isUsdcFirst = token0 === usdc.address
    // One USDC buys less than half a thousandth of an ether.
    const tooMuch = parseEther('0.0005')
    await expect(isUsdcFirst ? swap(0n, tooMuch) : swap(tooMuch, 0n)).rejects.toThrow('InvariantBroken')
  })

  test('gives shares for deposits, and pays back their worth', async () => {
    await done(
      client.writeContract({
        ...router,
        functionName: 'addLiquidity',
        args: [weth.address, usdc.address, parseEther('1'), parseUnits('10000', 6), 0n, 0n, me, deadline],
      }),
    )
    const pair = await pairOf(weth.address, usdc.address)
    const shares = await balanceOf(pair)
    expect(shares).toBeGreaterThan(0n)
    const before = [await balanceOf(weth.address), await balanceOf(usdc.address)] as const
    await done(client.writeContract({ address: pair, abi: pairAbi, functionName: 'transfer', args: [pair, shares] }))
    await done(client.writeContract({ address: pair, abi: pairAbi, functionName: 'burn', args: [me] }))
    expect(await balanceOf(pair)).toBe(0n)
    const back = (await balanceOf(weth.address)) - before[0]
    expect(Number(back) / 1e18).toBeCloseTo(1, 3)
    expect(await balanceOf(usdc.address)).toBeGreaterThan(before[1])
  })

  test('is made once for two tokens, in either order', async () => {
    const create = (a: Address, b: Address) =>
      client.simulateContract({
        address: localExchange.factory,
        abi: factoryAbi,
        functionName: 'createPair',
        args: [a, b],
      })
    await expect(create(usdc.address, weth.address)).rejects.toThrow('PairExists')
    await expect(create(usdc.address, usdc.address)).rejects.toThrow('InvalidTokens')
    expect(await pairOf(usdc.address, weth.address)).toBe(await pairOf(weth.address, usdc.address))
  })
})

test('wrapped ether can be had back', async () => {
  const before = await balanceOf(weth.address)
  await done(
    client.writeContract({ address: weth.address, abi: tokenAbi, functionName: 'withdraw', args: [parseEther('2')] }),
  )
  expect(await balanceOf(weth.address)).toBe(before - parseEther('2'))
})
