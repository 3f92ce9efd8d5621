import { createPublicClient, erc20Abi, http, parseAbi } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import type { Chain } from '../chain/createChain.ts'
import { rpc } from '../chain/rpc.ts'
import { startTestChain } from '../testing/startTestChain.ts'
import { localCollections, localExchange, localTokens, wellKnownContracts } from './localContracts.ts'
import { placeLocalContracts } from './placeLocalContracts.ts'

const withChain = async () => {
  const { chain, stateFile } = await startTestChain()
  onTestFinished(chain.stop)
  await placeLocalContracts(chain.url)
  return { chain, stateFile, client: createPublicClient({ transport: http(chain.url) }) }
}

const codeOf = (chain: Chain, address: string): Promise<unknown> => rpc(chain.url, 'eth_getCode', [address, 'latest'])

test('the tokens say of themselves what the table says of them', async () => {
  const { client } = await withChain()
  for (const { address, name, symbol, decimals, permit } of Object.values(localTokens)) {
    const read = (functionName: 'name' | 'symbol' | 'decimals') =>
      client.readContract({ address, abi: erc20Abi, functionName })
    expect([await read('name'), await read('symbol'), await read('decimals')]).toEqual([name, symbol, decimals])
    const nonces = client.readContract({
      address,
      abi: parseAbi(['function nonces(address) view returns (uint256)']),
      functionName: 'nonces',
      args: [address],
    })
    expect(
      await nonces.then(
        () => true,
        () => false,
      ),
    ).toBe(permit)
  }
  const isErc = (address: `0x${string}`, id: `0x${string}`) =>
    client.readContract({
      address,
      abi: parseAbi(['function supportsInterface(bytes4) view returns (bool)']),
      functionName: 'supportsInterface',
      args: [id],
    })
  expect(await isErc(localCollections.keys.address, '0x80ac58cd')).toBe(true)
  expect(await isErc(localCollections.items.address, '0xd9b67a26')).toBe(true)
})

test('the pools trade at 2,500 USDC and 5,000 LKEY for one ETH', async () => {
  const { client } = await withChain()
  const { usdc, lkey, weth } = localTokens
  const amountsOut = (path: `0x${string}`[]) =>
    client.readContract({
      address: localExchange.router,
      abi: parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])']),
      functionName: 'getAmountsOut',
      args: [10n ** 15n, path],
    })
  // A thousandth of an ether moves no price, and 0.3 % stays in each pool.
  expect(Number((await amountsOut([weth.address, usdc.address])).at(-1))).toBeCloseTo(2_500_000 * 0.997, -2)
  const [, , usdcOfLkey = 0n] = await amountsOut([lkey.address, weth.address, usdc.address])
  expect(Number(usdcOfLkey)).toBeCloseTo(500 * 0.997 ** 2, -1)
})

test('Permit2 and Multicall3 answer at their addresses', async () => {
  const { client } = await withChain()
  const separator = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)'])
  const { multicall3, permit2 } = wellKnownContracts
  expect(await client.readContract({ address: permit2, abi: separator, functionName: 'DOMAIN_SEPARATOR' })).toMatch(
    /^0x/,
  )
  const read = { address: localTokens.usdc.address, abi: erc20Abi } as const
  const results = await client.multicall({
    contracts: [
      { ...read, functionName: 'symbol' },
      { ...read, functionName: 'transfer', args: [multicall3, 1n] },
    ],
    multicallAddress: multicall3,
  })
  expect(results.map(({ status }) => status)).toEqual(['success', 'failure'])
})

test('a chain keeps its tokens over a restart, and balances are not set back', async () => {
  const { chain, client } = await withChain()
  const [owner] = (await rpc(chain.url, 'eth_accounts', [])) as [`0x${string}`]
  const hash = await rpc(chain.url, 'eth_sendTransaction', [
    // mint(owner, 5)
    {
      from: owner,
      to: localTokens.usdc.address,
      data: `0x40c10f19${owner.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`,
    },
  ])
  await client.waitForTransactionReceipt({ hash: hash as `0x${string}` })
  await chain.stop()
  await chain.start()
  await placeLocalContracts(chain.url)
  const balance = client.readContract({
    address: localTokens.usdc.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })
  expect(await balance).toBe(5n)
})

test('a placing that was cut off is finished by the next, and no block is made', async () => {
  const { chain } = await withChain()
  const { address } = localTokens.weth
  const code = await codeOf(chain, address)
  await rpc(chain.url, 'anvil_setCode', [address, '0x'])
  await placeLocalContracts(chain.url)
  expect(await codeOf(chain, address)).toBe(code)
  expect(await rpc(chain.url, 'eth_blockNumber', [])).toBe('0x0')
})
