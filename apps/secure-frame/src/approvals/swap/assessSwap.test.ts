import { type EvmAddress, type SwapTerms, toChecksumAddress } from '@latchkey/chains'
import { type KyberSwapChange, kyberSwapCall } from '@latchkey/chains/testing/kyberSwapCall'
import { describe, expect, test } from 'vitest'
import { describeCalls } from '../calls/describeCalls.ts'
import type { Change } from '../simulation/changesOf.ts'
import type { Tried } from '../transaction/gatherInsight.ts'
import { assessSwap, type SwapFacts } from './assessSwap.ts'
import { routersOn, swapRoutersText } from './swapRouters.ts'

const at = (digit: string) => toChecksumAddress(`0x${digit.repeat(40)}`)
const [account, router, usdc, weth, stranger, otherRouter] = [at('1'), at('2'), at('3'), at('4'), at('5'), at('6')]
const word = (value: bigint | string) =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')

const terms: SwapTerms = { give: { asset: usdc, amount: 240n }, get: { asset: 'native', minimum: 99n } }
const approve = (spender = router, amount = 240n) => ({
  to: usdc,
  value: 0n,
  data: `0x095ea7b3${word(spender)}${word(amount)}` as const,
})
const swap = ({ minimum = 99n, to = account, exchange = router } = {}) => ({
  to: exchange,
  value: 0n,
  data: `0x18cbafe5${word(240n)}${word(minimum)}${word(160n)}${word(to)}${word(9n)}${word(2n)}${word(usdc)}${word(weth)}` as const,
})

const gave: Change = { kind: 'amount', asset: usdc, amount: -240n }
const got: Change = { kind: 'amount', asset: 'native', amount: 100n }
const allowed = (spender: EvmAddress = router, amount = 240n): Change => ({
  kind: 'allowance',
  token: usdc,
  spender,
  amount,
  unlimited: false,
})
const ran = (...changes: Change[]): Tried => ({ kind: 'ran', changes })

const assess = (calls: Parameters<typeof describeCalls>[0], tried: Tried, facts: Partial<SwapFacts> = {}) =>
  assessSwap({
    planned: describeCalls(calls, account),
    terms,
    account,
    routers: [router, otherRouter],
    tried,
    nowMs: 0,
    ...facts,
  })

describe('assessSwap', () => {
  test('accepts the agreed swap as one transaction, as two, and as a batch', () => {
    expect(assess([swap()], ran(gave, got))).toBeNull()
    expect(assess([approve()], ran(allowed()))).toBeNull()
    expect(assess([approve(), swap()], ran(gave, got, allowed()))).toBeNull()
    expect(assess([approve(), swap()], ran(gave, got, allowed(router, 0n)))).toBeNull()
    expect(assess([swap()], ran(gave, { ...got, amount: 99n }))).toBeNull()
  })

  test.each([
    ['the tokens go to someone else', 'recipient', [swap({ to: stranger })]],
    ['the exchange is another', 'router', [swap({ exchange: stranger })]],
    ['the spender is another', 'router', [approve(stranger), swap()]],
    ['the allowance has no limit', 'allowance', [approve(router, 2n ** 256n - 1n), swap()]],
    ['the minimum is lower than what was shown', 'received', [swap({ minimum: 1n })]],
    ['the spender is another known exchange', 'router', [approve(otherRouter), swap()]],
    ['there is a call beside it', 'more', [{ to: stranger, value: 1n, data: '0x' as const }, swap()]],
  ])('stops a request in which %s, whatever the simulation shows', (_, stop, calls) => {
    expect(assess(calls, ran(gave, got))).toBe(stop)
    expect(assess(calls, { kind: 'unavailable' })).toBe(stop)
  })

  test.each<[string, string, Change[]]>([
    ['less arrives than the minimum, as of a token with a fee', 'less', [gave, { ...got, amount: 98n }]],
    ['nothing arrives', 'less', [gave]],
    ['what was to arrive leaves', 'less', [gave, { ...got, amount: -1n }]],
    ['more of the token leaves', 'amount', [{ ...gave, amount: -241n }, got]],
    ['another token leaves too', 'more', [gave, got, { kind: 'amount', asset: stranger, amount: -1n }]],
    ['an item leaves too', 'more', [gave, got, { kind: 'item', collection: stranger, id: 1n, amount: -1n }]],
    ['someone may spend more', 'allowance', [gave, got, allowed(stranger)]],
    ['the exchange may spend more', 'allowance', [gave, got, allowed(router, 241n)]],
    [
      'someone may move a collection',
      'more',
      [gave, got, { kind: 'operator', collection: stranger, operator: stranger, approved: true }],
    ],
  ])('stops a request whose simulation shows that %s', (_, stop, changes) => {
    expect(assess([swap()], ran(...changes))).toBe(stop)
  })

  test('stops an approval whose simulation shows that something leaves', () => {
    expect(assess([approve()], ran(allowed(), gave))).toBe('more')
    expect(assess([approve()], ran(allowed(), { ...got, amount: -1n }))).toBe('more')
  })

  test('stops a request that reverts or can’t be simulated', () => {
    expect(assess([swap()], { kind: 'reverted', reason: 'no', at: 0 })).toBe('fails')
    expect(assess([swap()], { kind: 'unavailable' })).toBe('untried')
  })

  test('stops everything on a network without a known exchange', () => {
    expect(assess([swap()], ran(gave, got), { routers: [] })).toBe('router')
  })

  test('accepts other tokens that arrive as well', () => {
    expect(assess([swap()], ran(gave, got, { kind: 'amount', asset: stranger, amount: 5n }))).toBeNull()
  })
})

describe('assessSwap, with what KyberSwap’s aggregator has built', () => {
  const through = (change: KyberSwapChange = {}, { to = router, value = 0n } = {}) => ({
    to,
    value,
    data: kyberSwapCall({ terms, account, ...change }),
  })

  test('accepts the agreed swap with a minimum of at least what was shown', () => {
    expect(assess([through()], ran(gave, got))).toBeNull()
    expect(assess([approve(), through({ minReturnAmount: 100n })], ran(gave, got, allowed(router, 0n)))).toBeNull()
  })

  test.each<[string, string, ReturnType<typeof through>]>([
    ['the tokens go to someone else', 'recipient', through({ dstReceiver: stranger })],
    ['the router is another', 'router', through({}, { to: stranger })],
    ['the minimum is lower than what was shown', 'received', through({ minReturnAmount: 98n })],
    ['something else comes', 'received', through({ dstToken: weth })],
    ['something else is given', 'amount', through({ srcToken: stranger })],
    ['more is given', 'amount', through({ amount: 241n, srcAmounts: [241n] })],
    ['coins are sent along', 'amount', through({}, { value: 1n })],
    ['a fee is taken', 'more', through({ feeReceivers: [stranger], feeAmounts: [1n] })],
    ['the minimum is scaled', 'more', through({ flags: 1n })],
    ['more is moved', 'more', through({ srcReceivers: [stranger, weth], srcAmounts: [240n, 1n] })],
    ['a permit is used', 'more', through({ permit: '0x01' })],
    ['a contract is approved', 'more', through({ approveTarget: stranger })],
    ['the data are cut', 'more', { ...through(), data: through().data.slice(0, -64) as `0x${string}` }],
  ])('stops a request in which %s, whatever the simulation shows', (_, stop, call) => {
    expect(assess([call], ran(gave, got))).toBe(stop)
    expect(assess([approve(), call], { kind: 'unavailable' })).toBe(stop)
  })

  test('stops one that brings less or takes more when it is tried', () => {
    expect(assess([through()], ran(gave, { ...got, amount: 98n }))).toBe('less')
    expect(assess([through()], ran({ ...gave, amount: -241n }, got))).toBe('amount')
    expect(assess([through()], ran(gave, got, { kind: 'amount', asset: stranger, amount: -1n }))).toBe('more')
  })
})

test('routers are those of the network alone', () => {
  const text = `eip155:1:${router},eip155:11:${stranger},eip155:1:${weth}`
  expect(swapRoutersText.test(text)).toBe(true)
  expect(routersOn(text, 'eip155:1')).toEqual([router, weth])
  expect(routersOn(text, 'eip155:11')).toEqual([stranger])
  expect(routersOn(text, 'eip155:2')).toEqual([])
  expect(routersOn('', 'eip155:1')).toEqual([])
  for (const wrong of [`eip155:1:${router},`, router, `eip155:1:${router.slice(1)}`, 'solana:1:x', `${text};`])
    expect([wrong, swapRoutersText.test(wrong)]).toEqual([wrong, false])
})
