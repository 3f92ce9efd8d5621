/**
 * Changes that an API, a driver behind it or a page can make in the transactions of a swap, one field per row, for each form that the
 * drivers build. The wallet stops each with a message, regardless of the simulation.
 */
import {
  type EvmAddress,
  localA,
  parseTypedData,
  permitTypedData,
  type SwapTerms,
  toChecksumAddress,
} from '@latchkey/chains'
import { kyberSwapCall } from '@latchkey/chains/testing/kyberSwapCall'
import { t } from '@latchkey/copy/approveSwap'
import type { RpcParams } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, pad, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { asPage } from '../../boundary/Page.ts'
import { asCaller } from '../../session/Caller.ts'
import { describeCalls } from '../calls/describeCalls.ts'
import { sendTransaction } from '../eth_sendTransaction.tsx'
import type { Change } from '../simulation/changesOf.ts'
import type { Tried } from '../transaction/gatherInsight.ts'
import { assessPermit } from './assessPermit.ts'
import { assessSwap, type SwapStop } from './assessSwap.ts'

const at = (digit: string) => toChecksumAddress(`0x${digit.repeat(40)}`)
const [account, router, usdc, weth, stranger, dai] = [at('1'), at('2'), at('3'), at('4'), at('5'), at('6')]
const nowMs = Date.UTC(2026, 10, 28)
const deadline = BigInt(nowMs / 1000 + 1200)
const day = 86_400n

/** The fields of a swap's transaction. Amounts are in base units. */
type Told = SwapTerms & { to: EvmAddress; value: bigint; recipient: EvmAddress; deadline: bigint }
type Call = { to: EvmAddress; value: bigint; data: Hex }

const v2Abi = parseAbi([
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256)',
  'function swapExactTokensForTokensWithPermit(uint256, uint256, address[], address, uint256, uint8, bytes32, bytes32)',
  'function swapExactTokensForETHWithPermit(uint256, uint256, address[], address, uint256, uint8, bytes32, bytes32)',
])
const contractOf = (asset: SwapTerms['give']['asset']): Hex => (asset === 'native' ? weth : asset)
const v2 = ({ give, get, to, value, recipient, deadline }: Told): Call => {
  const rest = [get.minimum, [contractOf(give.asset), contractOf(get.asset)], recipient, deadline] as const
  if (give.asset === 'native')
    return { to, value, data: encodeFunctionData({ abi: v2Abi, functionName: 'swapExactETHForTokens', args: rest }) }
  const functionName = get.asset === 'native' ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return { to, value, data: encodeFunctionData({ abi: v2Abi, functionName, args: [give.amount, ...rest] }) }
}
/** Coins need no permit. */
const v2WithPermit = (told: Told): Call => {
  const { give, get, to, value, recipient, deadline } = told
  if (give.asset === 'native') return v2(told)
  const functionName = get.asset === 'native' ? 'swapExactTokensForETHWithPermit' : 'swapExactTokensForTokensWithPermit'
  const path = [contractOf(give.asset), contractOf(get.asset)]
  const args = [give.amount, get.minimum, path, recipient, deadline, 27, pad('0x1'), pad('0x2')] as const
  return { to, value, data: encodeFunctionData({ abi: v2Abi, functionName, args }) }
}
const kyberSwap = ({ give, get, to, value, recipient }: Told): Call => ({
  to,
  value,
  data: kyberSwapCall({ terms: { give, get }, account: recipient }),
})

const drivers = { 'Uniswap V2': v2, 'Uniswap V2 with a permit': v2WithPermit, KyberSwap: kyberSwap }
const pairs: Readonly<Record<string, SwapTerms>> = {
  'the coin for a token': { give: { asset: 'native', amount: 100n }, get: { asset: usdc, minimum: 240n } },
  'a token for the coin': { give: { asset: usdc, amount: 240n }, get: { asset: 'native', minimum: 99n } },
  'a token for a token': { give: { asset: usdc, amount: 240n }, get: { asset: dai, minimum: 230n } },
}

type Row = [field: string, stop: SwapStop, lie: (honest: Told) => Partial<Told>]
const rows: readonly Row[] = [
  ['the contract', 'router', () => ({ to: stranger })],
  ['the contract: the token itself', 'router', () => ({ to: usdc })],
  ['the contract: the account itself', 'router', () => ({ to: account })],
  ['the recipient', 'recipient', () => ({ recipient: stranger })],
  ['the recipient: the exchange', 'recipient', () => ({ recipient: router })],
  ['the recipient: none', 'recipient', () => ({ recipient: at('0') })],
  ['more coins that are sent along', 'amount', ({ value }) => ({ value: value + 1n })],
  ['the token that comes', 'received', ({ get }) => ({ get: { ...get, asset: stranger } })],
  ['the minimum', 'received', ({ get }) => ({ get: { ...get, minimum: get.minimum - 1n } })],
  ['no minimum', 'received', ({ get }) => ({ get: { ...get, minimum: 0n } })],
]
/** A coin's amount is the value of the transaction. */
const rowsOfTokens: readonly Row[] = [
  ['the token that leaves', 'amount', ({ give }) => ({ give: { ...give, asset: stranger } })],
  ['more that leaves', 'amount', ({ give }) => ({ give: { ...give, amount: give.amount + 1n } })],
  ['less that leaves', 'amount', ({ give }) => ({ give: { ...give, amount: give.amount - 1n } })],
]

const approve = ({ token = usdc, spender = router, amount = 240n, value = 0n } = {}): Call => ({
  to: token,
  value,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})

const honestRun = ({ give, get }: SwapTerms): Change[] => [
  { kind: 'amount', asset: give.asset, amount: -give.amount },
  { kind: 'amount', asset: get.asset, amount: get.minimum },
]
const wordsOf = (calls: readonly Call[], terms: SwapTerms, tried: Tried) => {
  const planned = describeCalls(calls, account)
  const stop = assessSwap({ planned, terms, account, routers: [router], tried, nowMs })
  return stop === null ? null : t(`${stop}.title`)
}

describe.each(Object.entries(drivers))('%s', (name, build) => {
  describe.each(Object.entries(pairs))('%s', (_, terms) => {
    const isToken = terms.give.asset !== 'native'
    const value = isToken ? 0n : terms.give.amount
    const honest: Told = { ...terms, to: router, value, recipient: account, deadline }
    const ran: Tried = { kind: 'ran', changes: honestRun(terms) }
    const judge = (call: Call, tried: Tried = ran) => wordsOf([call], terms, tried)

    test('passes as it was agreed to', () => {
      expect(judge(build(honest))).toBeNull()
    })

    const fitting: readonly Row[] = [
      ...rows,
      ...(isToken ? rowsOfTokens : ([['fewer coins', 'amount', () => ({ value: value - 1n })]] satisfies Row[])),
      ...(name !== 'KyberSwap'
        ? ([
            ['the deadline', 'deadline', () => ({ deadline: deadline + day })],
            ['a deadline without end', 'deadline', () => ({ deadline: maxUint256 })],
          ] satisfies Row[])
        : []),
    ]
    test.each(fitting)('with another field is stopped: %s', (_field, stop, lie) => {
      const call = build({ ...honest, ...lie(honest) })
      const calls = isToken ? [[call], [approve(), call]] : [[call]]
      for (const tried of [ran, { kind: 'unavailable' }] satisfies Tried[])
        for (const each of calls) expect(wordsOf(each, terms, tried)).toBe(t(`${stop}.title`))
    })

    test('with another function, or with calldata that are cut, is stopped', () => {
      const { data, ...call } = build(honest)
      const others = [`0xdeadbeef${data.slice(10)}`, data.slice(0, 10), '0x', data.slice(0, -64)] as Hex[]
      for (const other of others) {
        const stop = judge({ ...call, data: other })
        expect(stop).toBe(t('more.title'))
      }
    })

    test.each<[string, SwapStop, Tried]>([
      [
        'reverts, as after its deadline or of a token that can’t be sold',
        'fails',
        { kind: 'reverted', reason: '', at: 0 },
      ],
      ['could not be tried', 'untried', { kind: 'unavailable' }],
      [
        'brings less than the minimum, as of a token that keeps a part',
        'less',
        {
          kind: 'ran',
          changes: honestRun(terms).map((each) =>
            each.kind === 'amount' && each.amount > 0n ? { ...each, amount: each.amount - 1n } : each,
          ),
        },
      ],
      [
        'takes something else too',
        'more',
        { kind: 'ran', changes: [...honestRun(terms), { kind: 'amount', asset: stranger, amount: -1n }] },
      ],
    ])('that %s is stopped', (_what, stop, tried) => {
      expect(judge(build(honest), tried)).toBe(t(`${stop}.title`))
    })
  })
})

describe('an allowance', () => {
  const terms = pairs['a token for the coin'] as SwapTerms
  test.each<[string, SwapStop, Call]>([
    ['for another spender', 'router', approve({ spender: stranger })],
    ['without a limit', 'allowance', approve({ amount: maxUint256 })],
    ['of one more', 'allowance', approve({ amount: 241n })],
    ['of less', 'allowance', approve({ amount: 239n })],
    ['of another token', 'allowance', approve({ token: stranger })],
    ['with coins', 'more', approve({ value: 1n })],
    ['that is a transfer', 'more', { ...approve(), data: approve().data.replace('095ea7b3', 'a9059cbb') as Hex }],
    [
      'that is raised',
      'allowance',
      { ...approve({ amount: 241n }), data: approve({ amount: 241n }).data.replace('095ea7b3', '39509351') as Hex },
    ],
  ])('%s is stopped, alone and with the swap', (_, stop, call) => {
    const swap = v2({ ...terms, to: router, value: 0n, recipient: account, deadline })
    for (const calls of [[call], [call, swap]])
      expect(wordsOf(calls, terms, { kind: 'unavailable' })).toBe(t(`${stop}.title`))
  })
})

describe('the permit for a swap', () => {
  const terms = pairs['a token for the coin'] as SwapTerms
  const domain = { name: 'USD Coin', version: '1', chainId: 31337, verifyingContract: usdc }
  const message = { owner: account, spender: router, value: 240n, nonce: 0n, deadline: Number(deadline) }
  const honest = permitTypedData(domain, message)
  const wordsOfPermit = (typedData: object) => {
    const stop = assessPermit({
      typedData: parseTypedData(JSON.stringify(typedData)),
      terms,
      account,
      routers: [router],
      nowMs,
    })
    return stop === null ? null : t(`${stop}.title`)
  }

  test('passes as it was agreed to', () => {
    expect(wordsOfPermit(honest)).toBeNull()
  })

  test.each<[string, SwapStop, object]>([
    ['the spender', 'router', permitTypedData(domain, { ...message, spender: stranger })],
    ['the token', 'allowance', permitTypedData({ ...domain, verifyingContract: stranger }, message)],
    ['more', 'allowance', permitTypedData(domain, { ...message, value: 241n })],
    ['less', 'allowance', permitTypedData(domain, { ...message, value: 239n })],
    ['nothing', 'allowance', permitTypedData(domain, { ...message, value: 0n })],
    ['an amount without a limit', 'allowance', permitTypedData(domain, { ...message, value: maxUint256 })],
    ['the owner', 'more', permitTypedData(domain, { ...message, owner: stranger })],
    ['the deadline', 'deadline', permitTypedData(domain, { ...message, deadline: Number(deadline + day) })],
    [
      'every chain',
      'more',
      {
        ...honest,
        types: { ...honest.types, EIP712Domain: honest.types.EIP712Domain.filter(({ name }) => name !== 'chainId') },
        domain: { ...domain, chainId: undefined },
      },
    ],
    [
      'a DAI permit, which has no amount',
      'more',
      {
        ...honest,
        types: {
          ...honest.types,
          Permit: [
            { name: 'holder', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'nonce', type: 'uint256' },
            { name: 'expiry', type: 'uint256' },
            { name: 'allowed', type: 'bool' },
          ],
        },
        message: { holder: account, spender: router, nonce: '0', expiry: deadline.toString(), allowed: true },
      },
    ],
    [
      'no permit at all',
      'more',
      {
        ...honest,
        types: { ...honest.types, Permit: [{ name: 'text', type: 'string' }] },
        message: { text: 'a permit' },
      },
    ],
  ])('of another field is stopped: %s', (_, stop, typedData) => {
    expect(wordsOfPermit(typedData)).toBe(t(`${stop}.title`))
  })
})

test.each([
  ['another chain', { chainId: '0x1' }],
  ['another account', { from: stranger }],
  ['gas that is no number', { gas: '1e9' }],
  ['a fee above 256 bits', { maxFeePerGas: `0x${'f'.repeat(65)}` }],
  ['a number below nothing', { nonce: '-1' }],
])('a transaction of %s never gets a screen', async (_, lie) => {
  const terms = pairs['the coin for a token'] as SwapTerms
  const { value, ...call } = v2({ ...terms, to: router, value: 100n, recipient: account, deadline })
  const swap = { give: 'native', giveAmount: '0x64', get: usdc, minimum: '0xf0' }
  const params = (change: object) =>
    [
      { from: account, chainId: '0x7a69', ...call, value: `0x${value.toString(16)}`, swap, ...change },
    ] as unknown as RpcParams<'eth_sendTransaction'>
  const caller = asCaller(asPage('https://dapp.example', 'demo', 5), {
    userId: 'user',
    sessionId: 'session',
    address: account,
  })
  const prepare = async (change: object) =>
    sendTransaction.prepare(params(change), { caller, network: localA } as never)
  expect(await prepare({})).toBeTypeOf('function')
  await expect(prepare(lie)).rejects.toThrow()
})
