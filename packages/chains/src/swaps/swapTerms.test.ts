import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { decodeCall } from '../calldata/decodeCall.ts'
import { effectsOf } from '../calldata/effectsOf.ts'
import { thrown } from '../testing/thrown.ts'
import { findSwapFault, formatSwapTerms, parseSwapTerms, type SwapTerms } from './swapTerms.ts'

const at = (digit: string) => toChecksumAddress(`0x${digit.repeat(40)}`)
const [account, router, usdc, weth, stranger] = [at('1'), at('2'), at('3'), at('4'), at('5')]
const routerAbi = parseAbi([
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokens(uint256, address[], address, uint256)',
  'function swapETHForExactTokens(uint256, address[], address, uint256)',
])

type Sent = { to: ReturnType<typeof at>; value?: bigint; data: `0x${string}` }
const read = ({ to, value = 0n, data }: Sent) => ({
  to,
  value,
  effects: effectsOf(decodeCall({ from: account, to, value, data }), account),
})
const fault = (terms: SwapTerms, ...calls: Sent[]) =>
  findSwapFault(calls.map(read), terms, account, (address) => address === router)

const toUsdc: SwapTerms = { give: { asset: 'native', amount: 100n }, get: { asset: usdc, minimum: 240n } }
const toEth: SwapTerms = { give: { asset: usdc, amount: 240n }, get: { asset: 'native', minimum: 99n } }

const buy = ({ minimum = 240n, path = [weth, usdc], to = account, value = 100n, router: at = router } = {}): Sent => ({
  to: at,
  value,
  data: encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args: [minimum, path, to, 9n] }),
})
const sell = ({ amount = 240n, minimum = 99n, path = [usdc, weth], to = account, value = 0n } = {}): Sent => ({
  to: router,
  value,
  data: encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForETH',
    args: [amount, minimum, path, to, 9n],
  }),
})
const approve = ({ token = usdc, spender = router, amount = 240n, value = 0n } = {}): Sent => ({
  to: token,
  value,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})

describe('findSwapFault', () => {
  test('finds none in the swap that was agreed to, its approval, or both', () => {
    expect(fault(toUsdc, buy())).toBeNull()
    expect(fault(toEth, sell())).toBeNull()
    expect(fault(toEth, approve())).toBeNull()
    expect(fault(toEth, approve(), sell())).toBeNull()
    expect(fault(toEth, approve({ amount: 0n }), approve(), sell())).toBeNull()
  })

  test.each([
    ['another recipient', 'recipient', [buy({ to: stranger })]],
    ['the zero address as recipient', 'recipient', [buy({ to: at('0') })]],
    ['another router', 'router', [buy({ router: stranger })]],
    ['more coins', 'amount', [buy({ value: 101n })]],
    ['fewer coins', 'amount', [buy({ value: 99n })]],
    ['a lower minimum', 'received', [buy({ minimum: 239n })]],
    ['no minimum', 'received', [buy({ minimum: 0n })]],
    ['another token', 'received', [buy({ path: [weth, stranger] })]],
    ['a swap twice', 'more', [buy(), buy()]],
    ['a transfer beside it', 'more', [{ to: stranger, value: 1n, data: '0x' as const }, buy()]],
    ['no swap at all', 'more', [{ to: stranger, value: 100n, data: '0x' as const }]],
    ['an unknown function of the router', 'more', [{ to: router, value: 100n, data: '0xdeadbeef' as const }]],
    ['nothing', 'more', []],
  ])('finds %s', (_, found, calls) => {
    expect(fault(toUsdc, ...calls)).toBe(found)
  })

  test.each([
    ['another recipient', 'recipient', [approve(), sell({ to: stranger })]],
    ['more of the token', 'amount', [sell({ amount: 241n })]],
    ['coins beside the token', 'amount', [sell({ value: 1n })]],
    ['another token that is given', 'amount', [sell({ path: [stranger, weth] })]],
    ['a lower minimum', 'received', [sell({ minimum: 98n })]],
    ['an allowance without limit', 'allowance', [approve({ amount: 2n ** 256n - 1n }), sell()]],
    ['an allowance of more', 'allowance', [approve({ amount: 241n })]],
    ['an allowance of another token', 'allowance', [approve({ token: stranger })]],
    ['an allowance to someone else', 'router', [approve({ spender: stranger }), sell()]],
    ['an approval that pays', 'more', [approve({ value: 1n })]],
    ['an approval after the swap', 'more', [sell(), approve()]],
  ])('finds %s where a token is given', (_, found, calls) => {
    expect(fault(toEth, ...calls)).toBe(found)
  })

  test('finds a function that fixes what comes out', () => {
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapETHForExactTokens',
      args: [240n, [weth, usdc], account, 9n],
    })
    expect(fault(toUsdc, { to: router, value: 100n, data })).toBe('amount')
  })
})

test('terms are read as they are written', () => {
  for (const terms of [toUsdc, toEth]) expect(parseSwapTerms(formatSwapTerms(terms))).toEqual(terms)
})

test.each([
  null,
  'swap',
  {},
  { ...formatSwapTerms(toUsdc), give: 'eth' },
  { ...formatSwapTerms(toUsdc), get: '0x12' },
  { ...formatSwapTerms(toUsdc), giveAmount: 100 },
  { ...formatSwapTerms(toUsdc), minimum: '240' },
  { ...formatSwapTerms(toUsdc), minimum: `0x1${'0'.repeat(64)}` },
])('terms that make no sense are refused: %j', (input) => {
  expect(['INVALID_PARAMS', 'ADDRESS_INVALID']).toContain(thrown(() => parseSwapTerms(input)))
})
