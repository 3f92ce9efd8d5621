import { localCollections, localExchange, localTokens, type Stack } from '@latchkey/local'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseSignature,
} from 'viem'
import { expect, test } from '../fixtures.ts'

/** Tokens of the local chains: from the faucet to another address, into an allowance, and into a permit that a contract takes. */

const { usdc, lkey, weth } = localTokens
const receiver: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const permitAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const keysAbi = parseAbi(['function balanceOf(address owner) view returns (uint256)'])

const chainOf = (stack: Stack) => createPublicClient({ transport: http(stack.chainA.url), pollingInterval: 50 })
const balanceOf = (stack: Stack, token: Address, owner: Address) =>
  chainOf(stack).readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const allowanceOf = (stack: Stack, owner: Address) =>
  chainOf(stack).readContract({
    address: usdc.address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, localExchange.router],
  })

test('a user gets tokens, sends some, lets the exchange spend some, and signs a permit that the token takes', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address

  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  await dapp.press('Get local tokens')
  await expect(dapp.results).toContainText('The faucet sent USDC, LKEY and an NFT')
  await expect(dapp.page.locator('[data-balance=usdc]')).toHaveText('1000 USDC')
  expect(await balanceOf(stack, usdc.address, me)).toBe(1_000_000_000n)
  expect(await balanceOf(stack, lkey.address, me)).toBe(10n ** 21n)
  const keys = { address: localCollections.keys.address, abi: keysAbi, functionName: 'balanceOf', args: [me] } as const
  expect(await chainOf(stack).readContract(keys)).toBe(1n)

  const before = await balanceOf(stack, usdc.address, receiver)
  await dapp.press('Send 10 USDC')
  await dapp.approval.confirm()
  await expect(dapp.results.getByText('Confirmed in block')).toHaveCount(1)
  expect(await balanceOf(stack, usdc.address, me)).toBe(990_000_000n)
  expect((await balanceOf(stack, usdc.address, receiver)) - before).toBe(10_000_000n)
  await expect(dapp.page.locator('[data-balance=usdc]')).toHaveText('990 USDC')

  expect(await allowanceOf(stack, me)).toBe(0n)
  await dapp.press('Approve USDC spending')
  await dapp.approval.confirm()
  await expect(dapp.results.getByText('Confirmed in block')).toHaveCount(2)
  expect(await allowanceOf(stack, me)).toBe(100_000_000n)

  await dapp.press('Sign USDC permit')
  await dapp.approval.confirm()
  const accepted = dapp.results.getByText('The token accepts the permit')
  await expect(accepted).toBeVisible()
  const said = /until (\d+): (0x[0-9a-f]+)/.exec((await accepted.textContent()) ?? '')
  await usePermit(stack, me, BigInt(said?.[1] ?? 0), said?.[2] as Hex)
})

/** Sends a permit to the chain, as the exchange would: another account pays, and only the signature decides. */
const usePermit = async (stack: Stack, owner: Address, deadline: bigint, signature: Hex): Promise<void> => {
  const transport = http(stack.chainA.url)
  const [account] = await createWalletClient({ transport }).getAddresses()
  const { r, s, yParity } = parseSignature(signature)
  const hash = await createWalletClient({ account: account as Address, transport }).writeContract({
    chain: null,
    address: usdc.address,
    abi: permitAbi,
    functionName: 'permit',
    args: [owner, localExchange.router, 50_000_000n, deadline, yParity + 27, r, s],
  })
  expect((await chainOf(stack).waitForTransactionReceipt({ hash })).status).toBe('success')
  expect(await allowanceOf(stack, owner)).toBe(50_000_000n)
  const nonces = { address: usdc.address, abi: permitAbi, functionName: 'nonces', args: [owner] } as const
  expect(await chainOf(stack).readContract(nonces)).toBe(1n)
}

test('the api returns token prices, and an error while the chain is unreachable', async ({ stack }) => {
  const ask = async (addresses: readonly string[]) => {
    const body = JSON.stringify({ projectId: 'demo', currency: 'usd', addresses })
    const response = await fetch(`${stack.urls.api}/v1/fungible/price`, { method: 'POST', body })
    return {
      status: response.status,
      body: (await response.json()) as { fungibles: { symbol: string; price: number }[] },
    }
  }
  const native = `0x${'e'.repeat(40)}`
  const all = [usdc.address, weth.address, lkey.address, native, receiver].map((address) => `eip155:31337:${address}`)
  const { status, body } = await ask([...all, `eip155:1337:${lkey.address}`])
  expect(status).toBe(200)
  expect(body.fungibles.map(({ symbol, price }) => [symbol, Math.round(price * 1e6) / 1e6])).toEqual([
    ['USDC', 1],
    ['WETH', 2_500],
    ['LKEY', 0.5],
    ['ETH', 2_500],
    ['LKEY', 0.5],
  ])

  // An unread token: earlier results are cached for 15 s.
  const other = `eip155:1337:${weth.address}`
  await stack.chainB.stop()
  const away = await ask([other])
  await stack.chainB.start()
  expect([away.status, away.body]).toMatchObject([503, { status: 'FAILED', error: { name: 'CHAIN_UNREACHABLE' } }])
  await expect(async () => expect((await ask([other])).body.fungibles).toHaveLength(1)).toPass()
})
