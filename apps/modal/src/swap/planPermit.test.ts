import { permitDomainSeparator, permitTypedData, toChecksumAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { encodeAbiParameters } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import type { SendPlan } from '../send/SendPlan.ts'
import { testTools } from '../send/testTools.fixture.ts'
import { planSwap } from './planSwap.ts'
import type { SwapApi } from './SwapApi.ts'
import type { SwapWish } from './swapWish.ts'
import { testRouter, testSwapApi, testSwapCall } from './testSwapApi.fixture.ts'

const network = 'eip155:31337'
const account = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const permitRouter = toChecksumAddress(`0x${'3'.repeat(40)}`)
const usdc = toChecksumAddress(testUsdc().address?.split(':').at(-1) as string)
const now = Date.UTC(2026, 10, 28)
vi.spyOn(Date, 'now').mockReturnValue(now)

const wish: SwapWish = {
  network,
  account,
  token: testUsdc(),
  units: 240_000_000n,
  recipient: { address: account, name: null },
  swap: { get: testEther(), quotedUnits: 10n ** 17n, minimumUnits: 9n * 10n ** 16n, provider: null },
}
const domain = { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: usdc }
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

/** The token's return values, by selector. */
type Token = Readonly<Record<string, string | AppError>>
const token: Token = {
  '0x313ce567': word(6),
  '0x06fdde03': encodeAbiParameters([{ type: 'string' }], ['USD Coin']),
  '0x3644e515': permitDomainSeparator(domain),
  '0x7ecebe00': word(4),
}
const node = (own: Token = {}, code = '0x') => ({
  eth_getTransactionCount: '0x7',
  eth_getBalance: `0x${(10n ** 18n).toString(16)}`,
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x3',
  eth_estimateGas: '0x20000',
  eth_getCode: code,
  eth_call: ({ data }: { data: string }) => {
    const answer = { ...token, ...own }[data.slice(0, 10)]
    if (answer instanceof AppError) throw answer
    return answer
  },
})
const withPermits = (replace: Partial<SwapApi> = {}) =>
  testSwapApi({
    allowance: async () => ({ units: 0n, permitSpender: permitRouter }),
    buildSwap: async (pair, minimum, permit) => ({
      ...testSwapCall(pair, minimum),
      to: permit === undefined ? testRouter : permitRouter,
    }),
    ...replace,
  })
const plan = (
  from: SwapWish,
  { api = withPermits(), own = {}, code = '0x', isEmbedded = true, type = 'eoa' as 'eoa' | 'smartAccount' } = {},
) => planSwap(testTools(network, node(own, code), {}, { isEmbedded }), api, from, type, async () => '0x')
const methodOf = ({ request }: SendPlan) => request.method
const signature = `0x${'1'.repeat(128)}1b`
const signedOf = (planned: SendPlan): SwapWish => planned.permit?.signed(signature) as SwapWish

describe('a token that takes permits', () => {
  test('is signed for: exactly the amount, for the contract that swaps, for twenty minutes', async () => {
    const planned = await plan(wish)
    const [owner, json, options] = planned.request.params as [string, string, object]
    expect(methodOf(planned)).toBe('eth_signTypedData_v4')
    expect(owner).toBe(account)
    const message = {
      owner: toChecksumAddress(account),
      spender: permitRouter,
      value: 240_000_000n,
      nonce: 4n,
      deadline: now / 1000 + 1200,
    }
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(permitTypedData(domain, message))))
    expect(options).toMatchObject({ swap: { give: usdc, giveAmount: '0xe4e1c00', get: 'native' } })
    expect(planned).toMatchObject({ isApproval: true, feeUnits: null })
  })

  test('is then swapped in one transaction, through that contract', async () => {
    const asked: unknown[] = []
    const api = withPermits({
      buildSwap: async (pair, minimum, permit) => {
        asked.push(permit)
        return { ...testSwapCall(pair, minimum), to: permit === undefined ? testRouter : permitRouter }
      },
    })
    const planned = await plan(signedOf(await plan(wish, { api })), { api })
    expect(planned).toMatchObject({ isApproval: false, request: { params: [{ to: permitRouter }] } })
    expect(asked.at(-1)).toEqual({ spender: permitRouter, deadline: now / 1000 + 1200, signature })
  })

  test('is signed for once more when the signature is about to end', async () => {
    const signed = signedOf(await plan(wish))
    vi.mocked(Date.now).mockReturnValueOnce(now + 1_150_000)
    expect(methodOf(await plan(signed))).toBe('eth_signTypedData_v4')
  })

  test('of another wallet has no terms in the request', async () => {
    expect((await plan(wish, { isEmbedded: false })).request.params).toHaveLength(2)
  })

  test.each(['0x', null, signature.slice(0, -2), `${signature.slice(0, -2)}05`, { signature }])(
    'whose wallet answers %j is told so',
    async (answer) => {
      const planned = await plan(wish)
      expect(() => planned.permit?.signed(answer)).toThrow(expect.objectContaining({ name: 'WALLET_INVALID_RESPONSE' }))
    },
  )
})

const refuses = new AppError('EXECUTION_REVERTED')
test.each<[string, Parameters<typeof plan>[1]]>([
  ['an exchange without permits', { api: testSwapApi() }],
  ['an account that is a contract', { code: '0x6080' }],
  ['an account that runs the code of another one (EIP-7702)', { code: `0xef0100${'ab'.repeat(20)}` }],
  ['a token without numbers', { own: { '0x7ecebe00': refuses } }],
  ['a token without a name', { own: { '0x06fdde03': '0x' } }],
  ['a token without a separator', { own: { '0x3644e515': refuses } }],
  ['a token of another domain', { own: { '0x3644e515': permitDomainSeparator({ ...domain, version: '7' }) } }],
  ['a token that says another chain', { own: { '0x3644e515': permitDomainSeparator({ ...domain, chainId: 1 }) } }],
])('%s gets an allowance of exactly the amount instead', async (_, options) => {
  const planned = await plan(wish, options)
  expect(planned).toMatchObject({
    isApproval: true,
    request: { method: 'eth_sendTransaction', params: [{ to: usdc }] },
  })
})

test('an allowance that is there needs no signature', async () => {
  const api = withPermits({ allowance: async () => ({ units: 240_000_000n, permitSpender: permitRouter }) })
  expect(await plan(wish, { api })).toMatchObject({ isApproval: false, request: { params: [{ to: testRouter }] } })
})

test('a smart account allows and swaps in one operation', async () => {
  const own = { '0x35567e1a': word(3) }
  expect(methodOf(await plan(wish, { type: 'smartAccount', own }))).toBe('wallet_sendCalls')
})

test.each<[string, Partial<SwapApi>]>([
  ['through another contract', { buildSwap: async (pair, minimum) => testSwapCall(pair, minimum) }],
  [
    'for someone else',
    {
      buildSwap: async (pair, minimum) => ({ ...testSwapCall({ ...pair, account: usdc }, minimum), to: permitRouter }),
    },
  ],
  ['for less', { buildSwap: async (pair, minimum) => ({ ...testSwapCall(pair, minimum - 1n), to: permitRouter }) }],
])('after the signature, a swap %s is stopped', async (_, replace) => {
  const signed = signedOf(await plan(wish))
  await expect(plan(signed, { api: withPermits(replace) })).rejects.toMatchObject({ name: 'SWAP_MISMATCH' })
})
