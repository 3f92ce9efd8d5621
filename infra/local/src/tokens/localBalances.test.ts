import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { rpc } from '../chain/rpc.ts'
import { requireStackPorts, type Stack, startStack } from '../startStack.ts'
import { localTokens } from './localContracts.ts'

const chainA = 'eip155:31337'
const { usdc, lkey } = localTokens

/** Chains and services as they run in `npm start`. */
const withStack = async (): Promise<Stack> => {
  let portBase = 18_600 + (process.pid % 50) * 50
  const isTaken = () =>
    requireStackPorts(portBase).then(
      () => false,
      () => true,
    )
  while (await isTaken()) portBase += 50
  const stack = await startStack({
    portBase,
    dataFolder: mkdtempSync(join(tmpdir(), 'latchkey-balances-')),
    parts: ['chainA', 'chainB', 'api'],
  })
  onTestFinished(stack.close)
  return stack
}

const mint = async (url: string, token: `0x${string}`, to: `0x${string}`, amount: bigint): Promise<void> => {
  const [from] = (await rpc(url, 'eth_accounts', [])) as string[]
  const data = encodeFunctionData({
    abi: parseAbi(['function mint(address, uint256)']),
    args: [to, amount],
  })
  await rpc(url, 'eth_sendTransaction', [{ from, to: token, data }])
}

type Answer = { balances: { chainId: string; symbol: string; value?: number; quantity: { numeric: string } }[] }

test('coins and tokens of the local chains are told with what the local exchange says they are worth', async () => {
  const { urls, chainA: chain } = await withStack()
  const account = privateKeyToAddress(generatePrivateKey())
  const ask = async (query: Record<string, string>): Promise<Answer> => {
    const parameters = new URLSearchParams({ projectId: 'demo', currency: 'usd', ...query })
    const response = await fetch(`${urls.api}/v1/account/${account}/balance?${parameters}`)
    return (await response.json()) as Answer
  }
  const told = ({ balances }: Answer) => balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])

  expect(told(await ask({ chainId: chainA }))).toEqual([['ETH', '0']])
  await chain.setBalance(account, 2n * 10n ** 18n)
  await mint(urls.chainA, usdc.address, account, 1_250_001n)
  await mint(urls.chainA, lkey.address, account, 10n ** 20n)
  const { balances } = await ask({ chainId: chainA, forceUpdate: 'true' })
  expect(balances).toMatchObject([
    { name: 'Ether', quantity: { decimals: '18', numeric: '2' }, iconUrl: `${urls.api}/public/getTokenImage/ETH` },
    { symbol: 'LKEY', address: `${chainA}:${lkey.address}`, quantity: { decimals: '18', numeric: '100' } },
    {
      symbol: 'USDC',
      address: `${chainA}:${usdc.address}`,
      quantity: { decimals: '6', numeric: '1.250001' },
      price: 1,
    },
  ])
  expect(balances.map(({ value = 0 }) => Math.round(value))).toEqual([5_000, 50, 1])
})
