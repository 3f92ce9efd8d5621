/**
 * The api, or the driver behind it, lies in one field of its response: the modal shows an error, and no wallet is asked. Lies that the
 * frame stops by itself are in `apps/secure-frame/src/approvals/swap/hostileSwap.test.ts`.
 */
import { parseEvmAddress } from '@latchkey/chains'
import { kyberSwapCall } from '@latchkey/chains/testing/kyberSwapCall'
import { errorCopy } from '@latchkey/copy/error'
import { AppError } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { createTestModal, settle, testAddress } from '../modal.fixture.ts'
import { answerWith } from '../send/testTools.fixture.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { previewAtom } from '../state/send/preview.ts'
import { sendingAtom } from '../state/send/sending.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import { openSwapAtom } from './openSwap.ts'
import { coinAddress, createSwapApi, isCoin } from './SwapApi.ts'
import { flipAtom, typeSwapAmountAtom } from './swapForm.ts'
import { quotedAtom, refreshQuoteAtom, submitSwapFormAtom } from './swapQuote.ts'
import { refreshSwapTokensAtom, swapTokensAtom } from './swapTokens.ts'

const network = 'eip155:31337'
const coin = coinAddress(network)
const usdc = testUsdc().address as string
const at = (digit: string): Hex => parseEvmAddress(`0x${digit.repeat(40)}`)
const [router, stranger, weth] = [at('2'), at('5'), at('1')]
const onChain = (address: string) => `${network}:${address}`
const bare = (address: string) => address.split(':').at(-1) as Hex

/** The content of a swap's calldata. Amounts are in base units, `deadline` in seconds since 1970. */
type Told = {
  from: string
  to: string
  amount: bigint
  minimum: bigint
  recipient: Hex
  deadline: bigint
}
const v2Abi = parseAbi([
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256)',
])
const drivers: Readonly<Record<string, (told: Told) => Hex>> = {
  'Uniswap V2': ({ from, to, amount, minimum, recipient, deadline }) => {
    const path = [from, to].map((each) => (isCoin(each) ? weth : bare(each)))
    const rest = [minimum, path, recipient, deadline] as const
    if (isCoin(from)) return encodeFunctionData({ abi: v2Abi, functionName: 'swapExactETHForTokens', args: rest })
    const functionName = isCoin(to) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
    return encodeFunctionData({ abi: v2Abi, functionName, args: [amount, ...rest] })
  },
  KyberSwap: ({ from, to, amount, minimum, recipient }) => {
    const assetOf = (each: string) => (isCoin(each) ? 'native' : parseEvmAddress(bare(each)))
    const terms = { give: { asset: assetOf(from), amount }, get: { asset: assetOf(to), minimum } } as const
    return kyberSwapCall({ terms, account: parseEvmAddress(recipient) })
  },
}

type Fields = Readonly<Record<string, unknown>>
type Lie = {
  /** Lies of the row that lists the tokens: about the coin, and about the token. */
  coin?: Fields
  token?: Fields
  quote?: Fields
  allowance?: string
  /** Lies about the transactions, apart from their calldata. */
  approve?: Fields
  swap?: Fields
  /** Lies in the calldata. */
  call?: (honest: Told) => Partial<Told>
  data?: (honest: Hex) => string
  spender?: Hex
  allowed?: bigint
  gasPrice?: string
  /** The chain's true answers. */
  node?: Fields
}
const transaction = (to: string, data: string, value: Fields) => ({
  from: onChain(testAddress),
  to: onChain(to),
  data,
  eip155: { gas: '200000', gasPrice: '1000000000' },
  ...value,
})

/** The api with a driver behind it, that is honest but for `lie`. */
const createLiar =
  (driver: string, lie: Lie): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const asked = request.method === 'POST' ? await request.json() : Object.fromEntries(searchParams)
    const answerOf = (): object => {
      const { from, to, amount } = asked
      switch (pathname.split('/').at(-1)) {
        case 'tokens':
          return {
            tokens: [
              { address: coin, name: 'Ether', symbol: 'ETH', decimals: 18, logoUri: '', ...lie.coin },
              { address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, logoUri: '', ...lie.token },
            ],
          }
        case 'price':
          return { fungibles: [] }
        case 'quotes': {
          const own = { fromAccount: onChain(testAddress), toAccount: onChain(testAddress) }
          const honest = { id: null, fromAmount: amount, toAmount: '1000000', route: [from, to], ...own }
          return { quotes: [{ ...honest, provider: driver, ...lie.quote }] }
        }
        case 'gas-price': {
          const price = lie.gasPrice ?? '1000000000'
          return { standard: price, fast: price, instant: price }
        }
        case 'allowance':
          return { allowance: lie.allowance ?? '0' }
        case 'build-approve': {
          const args = [lie.spender ?? router, lie.allowed ?? BigInt(amount)] as const
          const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
          return { tx: { ...transaction(bare(from), data, { value: '0' }), ...lie.approve } }
        }
        case 'build-transaction': {
          const honest: Told = {
            from,
            to,
            amount: BigInt(amount),
            minimum: BigInt(asked.minimumAmount),
            recipient: testAddress,
            deadline: BigInt(Math.floor(Date.now() / 1000) + 1200),
          }
          const data = drivers[driver]?.({ ...honest, ...lie.call?.(honest) }) as Hex
          const value = { amount: isCoin(from) ? amount : '0' }
          return { tx: { ...transaction(router, lie.data?.(data) ?? data, value), ...lie.swap } }
        }
        default:
          throw new Error(`asked for ${pathname}`)
      }
    }
    return Response.json(answerOf())
  }

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

/** Swaps half an ETH, or 240 USDC. Returns the embedded wallet's requests, and the modal's final texts. */
const swapWith = async (driver: string, side: 'coin' | 'token', lie: Lie) => {
  const node = answerWith({
    eth_getTransactionCount: '0x7',
    eth_getBalance: `0x${(10n ** 18n).toString(16)}`,
    eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: '0x20000',
    eth_call: ({ data }: { data: string }) => word(data === '0x313ce567' ? 6 : 1),
    eth_getTransactionReceipt: { status: '0x1' },
    ...lie.node,
  })
  const { store, calls } = createTestModal({
    remembered: true,
    settings: { features: { swaps: true } },
    services: {
      loadAccountApi: async () => testAccountApi({ balances: async () => [testEther('1'), testUsdc('250')] }),
      loadSwapApi: async () =>
        createSwapApi({
          apiUrl: 'https://api.example',
          projectId: 'demo',
          sdkVersion: '1.0.0',
          fetch: createLiar(driver, lie),
        }),
      askNode: (_, { method, params }) => node(method, params as readonly unknown[]),
    },
  })
  await store.set(restoreAtom)
  await store.set(openAtom)
  await store.set(refreshTokensAtom)
  store.set(openSwapAtom)
  await store.set(refreshSwapTokensAtom)
  if (side === 'token') store.set(flipAtom)
  store.set(typeSwapAmountAtom, side === 'coin' ? '0.5' : '240')
  await store.set(refreshQuoteAtom, true)
  await store.set(submitSwapFormAtom)
  await settle()
  const [quoted, preview, sending] = [store.get(quotedAtom), store.get(previewAtom), store.get(sendingAtom)]
  const error =
    store.get(swapTokensAtom).error ??
    [quoted, preview, sending].flatMap((each) => (each?.kind === 'failed' ? [each.error] : []))[0]
  const asked = calls.flatMap(({ name, payload }) => (name === 'RPC_REQUEST' ? [payload] : []))
  return {
    asked: asked as { method: string; params: [Record<string, unknown>] }[],
    words: error && errorCopy(error).title,
  }
}

const mismatch = 'This isn’t the swap you asked for'
const undone = errorCopy(new AppError('EXECUTION_REVERTED')).title
const both = ['coin', 'token'] as const
const reverts = { eth_estimateGas: new AppError('EXECUTION_REVERTED') }
const year = 365n * 86_400n

const lies: readonly [field: string, lie: Lie, words?: string, sides?: readonly ('coin' | 'token')[]][] = [
  ['the decimals of the coin', { coin: { decimals: 6 } }],
  ['the decimals of the token', { token: { decimals: 18 } }],
  ['the amount of the quote', { quote: { fromAmount: '1' } }],
  ['a quote of nothing', { quote: { toAmount: '0' } }],
  ['the account that the quote takes from', { quote: { fromAccount: onChain(stranger) } }],
  ['the account that the quote pays', { quote: { toAccount: onChain(stranger) } }],
  ['the chain that the quote pays on', { quote: { toAccount: `eip155:1:${testAddress}` } }],
  ['the first token of the route', { quote: { route: [onChain(stranger), usdc] } }],
  ['the last token of the route', { quote: { route: [coin, onChain(weth), onChain(stranger)] } }],
  ['the sender of the transaction', { swap: { from: onChain(stranger) } }],
  ['the chain of the sender', { swap: { from: `eip155:1:${testAddress}` } }],
  ['the chain of the exchange', { swap: { to: `eip155:1:${router}` } }],
  ['the exchange, other than what is allowed', { swap: { to: onChain(stranger) } }, mismatch, ['token']],
  ['the value', { swap: { amount: '1' } }],
  ['the function', { data: (data) => `0xa9059cbb${data.slice(10)}` }],
  ['a function of nothing', { data: () => '0xdeadbeef' }],
  ['calldata that are cut', { data: (data) => data.slice(0, -64) }],
  ['no calldata', { data: () => '0x' }],
  ['the recipient', { call: () => ({ recipient: stranger }) }],
  ['the token that leaves', { call: () => ({ from: onChain(stranger) }) }],
  ['the token that comes', { call: () => ({ to: onChain(stranger) }) }],
  ['more that leaves', { call: ({ amount }) => ({ amount: amount + 1n }) }, mismatch, ['token']],
  ['less that leaves', { call: ({ amount }) => ({ amount: amount - 1n }) }, mismatch, ['token']],
  ['the minimum', { call: ({ minimum }) => ({ minimum: minimum - 1n }) }],
  ['no minimum', { call: () => ({ minimum: 0n }) }],
  ['a swap that the chain undoes, as after its deadline', { node: reverts }, undone],
  ['an allowance that is not there', { allowance: maxUint256.toString(), node: reverts }, undone, ['token']],
  ['the spender', { spender: stranger }, mismatch, ['token']],
  ['an allowance of more', { allowed: maxUint256 }, mismatch, ['token']],
  ['an allowance of less', { allowed: 1n }, mismatch, ['token']],
  ['the token that is allowed', { approve: { to: onChain(stranger) } }, mismatch, ['token']],
  ['the sender of the allowance', { approve: { from: onChain(stranger) } }, mismatch, ['token']],
  ['the chain of the allowance', { approve: { to: `eip155:1:${bare(usdc)}` } }, mismatch, ['token']],
  ['coins with the allowance', { approve: { value: '1' } }, mismatch, ['token']],
  ['the function of the allowance', { approve: { data: `0xa9059cbb${'0'.repeat(128)}` } }, mismatch, ['token']],
]

describe.each(Object.keys(drivers))('%s that lies about', (driver) => {
  for (const [field, lie, words = mismatch, sides = both] of lies)
    test.each(sides)(`${field} is stopped in words, of a %s`, async (side) => {
      expect(await swapWith(driver, side, lie)).toEqual({ asked: [], words })
    })

  test.each<[string, Lie]>([
    ['the gas', { swap: { eip155: { gas: '9'.repeat(20), gasPrice: '9'.repeat(30) } } }],
    ['the gas price', { gasPrice: '9'.repeat(30) }],
    ['the id of the quote', { quote: { id: 'another' } }],
    ['a time when the quote ends, which it has none of', { quote: { expiresAt: 1, validUntil: '9'.repeat(20) } }],
    ['the impact', { quote: { priceImpact: -5 } }],
    ['the provider', { quote: { provider: 'Your bank' } }],
  ])('%s changes nothing that the wallet is asked', async (_, lie) => {
    const [honest, lied] = [await swapWith(driver, 'coin', {}), await swapWith(driver, 'coin', lie)]
    const withoutTime = ({ params: [call], ...asked }: (typeof honest.asked)[number]) => ({
      ...asked,
      call: { ...call, data: String(call.data).length },
    })
    expect(honest).toMatchObject({ words: undefined, asked: [{ params: [{ to: router, from: testAddress }] }] })
    expect(lied.words).toBeUndefined()
    expect(lied.asked.map(withoutTime)).toEqual(honest.asked.map(withoutTime))
  })

  test('an allowance that is less than there is only has exactly the amount allowed once more', async () => {
    const { asked } = await swapWith(driver, 'token', { allowance: '0' })
    const [first] = asked
    expect(first?.params[0]).toMatchObject({
      to: bare(usdc),
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, 240_000_000n] }),
    })
  })
})

test('Uniswap V2 that builds a swap which stays valid for a year is stopped in words', async () => {
  const lie: Lie = { call: ({ deadline }) => ({ deadline: deadline + year }) }
  for (const side of both) expect(await swapWith('Uniswap V2', side, lie)).toEqual({ asked: [], words: mismatch })
})
