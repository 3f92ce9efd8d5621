/**
 * Changes that an API, the vendor behind it or a page can make in the transactions of a swap to another network, one field per row. The
 * wallet stops each with a message, regardless of the simulation.
 */
import { localA, type SwapTerms, toChecksumAddress } from '@latchkey/chains'
import { type LifiChange, lifiCall } from '@latchkey/chains/testing/lifiCall'
import { t } from '@latchkey/copy/approveSwap'
import { AppError, type RpcParams } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { asPage } from '../../boundary/Page.ts'
import { asCaller } from '../../session/Caller.ts'
import { describeCalls } from '../calls/describeCalls.ts'
import { sendTransaction } from '../eth_sendTransaction.tsx'
import type { Change } from '../simulation/changesOf.ts'
import type { Tried } from '../transaction/gatherInsight.ts'
import { assessSwap, type SwapStop } from './assessSwap.ts'

const at = (digit: string) => toChecksumAddress(`0x${digit.repeat(40)}`)
const [account, diamond, usdc, there, stranger] = [at('1'), at('2'), at('3'), at('4'), at('5')]
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const nowMs = Date.UTC(2026, 10, 28)
const until = nowMs / 1000 + 7200
const terms: SwapTerms = {
  give: { asset: usdc, amount: 1_000_000n },
  get: { asset: there, minimum: 990_000n, network: 'eip155:8453' },
}
const leaves: Change = { kind: 'amount', asset: usdc, amount: -1_000_000n }
const ran: Tried = { kind: 'ran', changes: [leaves] }

/** A step before the bridge, as the table changes it. */
const feeStep = {
  callTo: stranger,
  approveTo: stranger,
  sendingAssetId: usdc,
  receivingAssetId: usdc,
  fromAmount: 997_500n,
  callData: '0xdecade',
}

type Call = { to: ReturnType<typeof at>; value: bigint; data: Hex }
const bridge = (hasFee: boolean, change: LifiChange = {}, call: Partial<Call> = {}): Call => ({
  to: diamond,
  value: 0n,
  data: lifiCall({ terms, account, until, hasFee, change }),
  ...call,
})
const approve = (amount = 1_000_000n, spender = diamond): Call => ({
  to: usdc,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
const wordsOf = (calls: readonly Call[], tried: Tried = ran, agreed = terms) => {
  const planned = describeCalls(calls, account, { isCrossing: true })
  const stop = assessSwap({ planned, terms: agreed, account, routers: [diamond], tried, nowMs })
  return stop === null ? null : t(`${stop}.title`)
}

describe.each([
  ['with the vendor’s fee', true],
  ['without a fee', false],
])('a swap to another network %s', (_, hasFee) => {
  test('passes as it was agreed to, with its approval, and nothing has to arrive here', () => {
    expect(wordsOf([bridge(hasFee)])).toBeNull()
    expect(wordsOf([approve(), bridge(hasFee)])).toBeNull()
    expect(wordsOf([approve()], { kind: 'ran', changes: [] })).toBeNull()
  })

  test.each<[string, SwapStop, LifiChange, Partial<Call>]>([
    ['the contract', 'router', {}, { to: stranger }],
    ['coins that are sent along', 'amount', {}, { value: 1n }],
    ['the receiver', 'recipient', { bridge: { receiver: stranger }, across: { receiverAddress: word(stranger) } }, {}],
    ['the receiver for the bridge alone', 'more', { across: { receiverAddress: word(stranger) } }, {}],
    ['who is paid back', 'recipient', { across: { refundAddress: word(stranger) } }, {}],
    ['the network', 'network', { bridge: { destinationChainId: 10n } }, {}],
    ['the token that arrives', 'received', { across: { receivingAssetId: word(stranger) } }, {}],
    ['the minimum', 'received', { across: { outputAmount: 989_999n, outputAmountMultiplier: 1n } }, {}],
    ['the time to fill it', 'deadline', { across: { fillDeadline: until + 172_800 } }, {}],
    ['a call there', 'more', { bridge: { hasDestinationCall: true }, across: { message: '0xdecade' } }, {}],
    ['a message', 'more', { across: { message: '0xdecade' } }, {}],
    ['the token for the bridge', 'more', { across: { sendingAssetId: word(stranger) } }, {}],
    ['the function', 'more', {}, { data: '0xdeadbeef' }],
    ['a byte after the arguments', 'more', {}, { data: `${bridge(hasFee).data}00` }],
  ])('is stopped for a lie in %s', (_field, stop, change, call) => {
    expect(wordsOf([bridge(hasFee, change, call)])).toBe(t(`${stop}.title`))
  })

  test.each<[string, SwapStop, Tried]>([
    ['would fail', 'fails', { kind: 'reverted', reason: '', at: 0 }],
    ['could not be tried', 'untried', { kind: 'unavailable' }],
    ['takes more than was shown', 'amount', { kind: 'ran', changes: [{ ...leaves, amount: -1_000_001n }] }],
    [
      'takes something else too',
      'more',
      { kind: 'ran', changes: [leaves, { kind: 'amount', asset: there, amount: -1n }] },
    ],
    ['takes coins too', 'more', { kind: 'ran', changes: [leaves, { kind: 'amount', asset: 'native', amount: -1n }] }],
  ])('that %s is stopped', (_what, stop, tried) => {
    expect(wordsOf([bridge(hasFee)], tried)).toBe(t(`${stop}.title`))
  })

  test('is stopped where the page shows a swap on this network', () => {
    const here = { ...terms, get: { asset: there, minimum: 990_000n } }
    expect(wordsOf([bridge(hasFee)], ran, here)).toBe(t('network.title'))
  })
})

test.each<[string, SwapStop, Call]>([
  ['more', 'allowance', approve(1_000_001n)],
  ['another spender', 'router', approve(1_000_000n, stranger)],
])('an approval of %s is stopped', (_, stop, call) => {
  expect(wordsOf([call])).toBe(t(`${stop}.title`))
  expect(wordsOf([call, bridge(true)])).toBe(t(`${stop}.title`))
})

test.each([
  ['that leaves', { swap: { fromAmount: 1_000_001n } }, 'amount'],
  ['that is not taken', { swap: { requiresDeposit: false } }, 'more'],
  [
    'that a step keeps nearly all of, with a minimum that no relayer will pay',
    { bridge: { minAmount: 1n }, across: { outputAmountMultiplier: 990_000n * 10n ** 18n } },
    'more',
  ],
  ['whose fee is above one percent', { bridge: { minAmount: 989_999n } }, 'more'],
  ['that becomes another token', { swap: { receivingAssetId: stranger } }, 'more'],
  ['that is of another token', { swap: { sendingAssetId: stranger } }, 'more'],
  [
    'that a later step makes another token of',
    { more: [{ ...feeStep, requiresDeposit: false, receivingAssetId: stranger }] },
    'more',
  ],
] as const)('an amount before the bridge %s otherwise is stopped', (_, change, stop) => {
  expect(wordsOf([bridge(true, change)])).toBe(t(`${stop}.title`))
})

test('a contract with the bridge’s function is any contract where no swap is compared', () => {
  const [planned] = describeCalls([bridge(true, {}, { to: stranger })], account)
  expect(planned?.transaction).toMatchObject({ effects: [], call: { to: stranger } })
})

test('a smart account’s never gets a screen: nothing says that its address is the user’s elsewhere', async () => {
  const { value, ...call } = bridge(true)
  const swap = { give: usdc, giveAmount: '0xf4240', get: there, minimum: '0xf1b30', network: 'eip155:8453' }
  const params = [{ from: account, chainId: '0x7a69', ...call, value: `0x${value.toString(16)}`, swap }]
  const page = asPage('https://dapp.example', 'demo', 5)
  const own = { userId: 'user', sessionId: 'session', address: account }
  const prepare = async (smartAccount: object | null) =>
    sendTransaction.prepare(
      params as unknown as RpcParams<'eth_sendTransaction'>,
      { caller: { ...asCaller(page, own), smartAccount }, network: localA } as never,
    )
  expect(await prepare(null)).toBeTypeOf('function')
  await expect(prepare({})).rejects.toEqual(new AppError('SWAPS_UNSUPPORTED'))
})
