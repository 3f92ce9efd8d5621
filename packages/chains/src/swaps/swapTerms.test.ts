import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { decodeCall } from '../calldata/decodeCall.ts'
import { effectsOf } from '../calldata/effectsOf.ts'
import { type KyberSwapChange, kyberSwapCall } from '../testing/kyberSwapCall.ts'
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
  findSwapFault(calls.map(read), terms, account, (address) => address === router, 0)

const toUsdc: SwapTerms = { give: { asset: 'native', amount: 100n }, get: { asset: usdc, minimum: 240n } }
const toEth: SwapTerms = { give: { asset: usdc, amount: 240n }, get: { asset: 'native', minimum: 99n } }

const buy = ({ minimum = 240n, path = [weth, usdc], to = account, value = 100n, router: at = router } = {}): Sent => ({
  to: at,
  value,
  data: encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args: [minimum, path, to, 9n] }),
})
const sell = ({
  amount = 240n,
  minimum = 99n,
  path = [usdc, weth],
  to = account,
  value = 0n,
  until = 9n,
} = {}): Sent => ({
  to: router,
  value,
  data: encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForETH',
    args: [amount, minimum, path, to, until],
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
    expect(fault(toEth, sell({ minimum: 100n }))).toBeNull()
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

  test('finds a deadline that is more than a day away', () => {
    expect(fault(toEth, sell({ until: 86_400n }))).toBeNull()
    expect(fault(toEth, sell({ until: 86_401n }))).toBe('deadline')
    expect(fault(toEth, approve(), sell({ until: 2n ** 256n - 1n }))).toBe('deadline')
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

describe('a swap through KyberSwap’s router', () => {
  const through = (terms: SwapTerms, change: KyberSwapChange = {}, value?: bigint): Sent => {
    const { give } = terms
    const native = give.asset === 'native' ? give.amount : 0n
    return { to: router, value: value ?? native, data: kyberSwapCall({ terms, account, ...change }) }
  }
  const toWeth: SwapTerms = { give: { asset: usdc, amount: 240n }, get: { asset: weth, minimum: 99n } }

  test('has no fault as the vendor’s api builds it', () => {
    for (const terms of [toUsdc, toEth, toWeth]) {
      expect(fault(terms, through(terms))).toBeNull()
      expect(fault(terms, through(terms, { minReturnAmount: 1000n }))).toBeNull()
      expect(fault(terms, through(terms, { flags: 0n }))).toBeNull()
    }
    expect(fault(toEth, approve(), through(toEth))).toBeNull()
    // Directly to the pools of the first hops.
    const pools = { srcReceivers: [stranger, weth], srcAmounts: [200n, 40n] }
    expect(fault(toEth, through(toEth, pools))).toBeNull()
  })

  test.each<[string, string, KyberSwapChange]>([
    ['another recipient', 'recipient', { dstReceiver: stranger }],
    ['the zero address as recipient', 'recipient', { dstReceiver: at('0') }],
    ['another token that is given', 'amount', { srcToken: stranger }],
    ['more of the token', 'amount', { amount: 241n, srcAmounts: [241n] }],
    ['less of the token', 'amount', { amount: 239n, srcAmounts: [239n] }],
    ['another token', 'received', { dstToken: stranger }],
    ['the wrapped coin in place of the coin', 'received', { dstToken: weth }],
    ['a lower minimum', 'received', { minReturnAmount: 98n }],
    ['no minimum', 'received', { minReturnAmount: 0n }],
    ['a minimum that is scaled', 'more', { flags: 0x201n }],
    ['extra coins', 'more', { flags: 0x202n }],
    ['the simple mode, whose transfers are elsewhere', 'more', { flags: 0x220n }],
    ['a fee on what comes out', 'more', { flags: 0x240n }],
    ['an approval by the router', 'more', { flags: 0x300n }],
    ['an unknown flag', 'more', { flags: 0x600n }],
    ['a fee', 'more', { feeReceivers: [stranger], feeAmounts: [1n] }],
    ['a fee without a receiver', 'more', { feeAmounts: [1n] }],
    ['a permit', 'more', { permit: '0x01' }],
    ['a contract that the router approves', 'more', { approveTarget: stranger }],
    ['transfers of more than the amount', 'more', { srcReceivers: [stranger, weth], srcAmounts: [240n, 1n] }],
    ['transfers of less than the amount', 'more', { srcAmounts: [239n] }],
    ['no transfer', 'more', { srcReceivers: [], srcAmounts: [] }],
    ['a transfer to no one', 'more', { srcReceivers: [] }],
  ])('has a fault with %s', (_, found, change) => {
    expect(fault(toEth, approve(), through(toEth, change))).toBe(found)
  })

  test('has a fault with other coins than the amount, and with tokens beside them', () => {
    expect(fault(toUsdc, through(toUsdc, {}, 99n))).toBe('amount')
    expect(fault(toUsdc, through(toUsdc, {}, 0n))).toBe('amount')
    expect(fault(toEth, through(toEth, {}, 1n))).toBe('amount')
    expect(fault(toUsdc, through(toUsdc, { srcReceivers: [stranger], srcAmounts: [1n] }))).toBe('more')
  })

  test('is not read where a byte is too much, too little or out of its order', () => {
    const { data, ...call } = through(toEth)
    for (const odd of [`${data}00`, data.slice(0, -2), `0xe21fd0e8${data.slice(10)}`, '0xe21fd0e9'])
      expect(fault(toEth, { ...call, data: odd as `0x${string}` })).toBe('more')
    const [head, tail] = [data.slice(0, 10 + 64), data.slice(10 + 64)]
    const gap = `${head.slice(0, -2)}40${'0'.repeat(64)}${tail}` as const
    expect(fault(toEth, { ...call, data: gap as `0x${string}` })).toBe('more')
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
