import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { decodeCall } from '../calldata/decodeCall.ts'
import { effectsOf } from '../calldata/effectsOf.ts'
import { type LifiChange, lifiAbi, lifiCall } from '../testing/lifiCall.ts'
import { findSwapFault, formatSwapTerms, parseSwapTerms, type SwapTerms } from './swapTerms.ts'

const at = (digit: string) => toChecksumAddress(`0x${digit.repeat(40)}`)
const [account, diamond, usdc, usdcThere, stranger] = [at('1'), at('2'), at('3'), at('4'), at('5')]
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const nowMs = Date.UTC(2026, 10, 28)
const until = nowMs / 1000 + 7200

const ofToken: SwapTerms = {
  give: { asset: usdc, amount: 1_000_000n },
  get: { asset: usdcThere, minimum: 990_000n, network: 'eip155:8453' },
}
const ofCoin: SwapTerms = { give: { asset: 'native', amount: 10n ** 18n }, get: ofToken.get }

const effects = (terms: SwapTerms, hasFee: boolean, change: LifiChange = {}) => {
  const value = terms.give.asset === 'native' ? terms.give.amount : 0n
  const data = lifiCall({ terms, account, until, hasFee, change })
  return { value, effects: effectsOf(decodeCall({ from: account, to: diamond, value, data }), account) }
}
const fault = (terms: SwapTerms, hasFee: boolean, change: LifiChange = {}, agreed = terms, to = diamond) =>
  findSwapFault([{ to, ...effects(terms, hasFee, change) }], agreed, account, (each) => each === diamond, nowMs)

test('the functions are those of the vendor’s facet', () => {
  const selectors = lifiAbi.flatMap((each) => (each.type === 'function' ? [toFunctionSelector(each)] : []))
  expect(selectors).toEqual(['0xa1f1ce43', '0x1794958f'])
})

describe.each([
  ['with a fee before it', true],
  ['without', false],
])('a bridge %s', (_, hasFee) => {
  test.each([
    ['a token', ofToken],
    ['the coin', ofCoin],
  ])('of %s is read, and is what was agreed to', (_, terms) => {
    expect(effects(terms, hasFee).effects).toEqual([
      {
        kind: 'bridge',
        give: terms.give,
        get: { network: 'eip155:8453', asset: usdcThere, amount: 990_000n },
        to: account,
        refundTo: account,
        until: BigInt(until),
      },
    ])
    expect(fault(terms, hasFee)).toBeNull()
    expect(fault(terms, hasFee, {}, { ...terms, get: { ...terms.get, minimum: 989_999n } })).toBeNull()
  })

  test.each([
    ['another contract', 'router', fault(ofToken, hasFee, {}, ofToken, stranger)],
    [
      'another receiver',
      'recipient',
      fault(ofToken, hasFee, { bridge: { receiver: stranger }, across: { receiverAddress: word(stranger) } }),
    ],
    [
      'another account to be paid back',
      'recipient',
      fault(ofToken, hasFee, { across: { refundAddress: word(stranger) } }),
    ],
    ['another network', 'network', fault(ofToken, hasFee, { bridge: { destinationChainId: 10n } })],
    [
      'a swap on this network in its place',
      'network',
      fault(ofToken, hasFee, {}, { ...ofToken, get: { asset: usdcThere, minimum: 990_000n } }),
    ],
    [
      'another token that arrives',
      'received',
      fault(ofToken, hasFee, { across: { receivingAssetId: word(stranger) } }),
    ],
    [
      'a lower minimum',
      'received',
      fault(ofToken, hasFee, { across: { outputAmount: 989_999n, outputAmountMultiplier: 10n ** 17n } }),
    ],
    ['two days to fill it', 'deadline', fault(ofToken, hasFee, { across: { fillDeadline: until + 172_800 } })],
    [
      'more that leaves',
      'amount',
      fault(ofToken, hasFee, hasFee ? { swap: { fromAmount: 1_000_001n } } : { bridge: { minAmount: 1_000_001n } }),
    ],
    [
      'another token that leaves',
      'amount',
      fault(ofToken, hasFee, {
        bridge: { sendingAssetId: stranger },
        across: { sendingAssetId: word(stranger) },
        ...(hasFee && { swap: { sendingAssetId: stranger, receivingAssetId: stranger } }),
      }),
    ],
  ])('with %s is a fault', (_, expected, found) => {
    expect(found).toBe(expected)
  })

  test.each<[string, LifiChange]>([
    ['a call on the other network', { bridge: { hasDestinationCall: true }, across: { message: '0xdecade' } }],
    ['a message alone', { across: { message: '0xdecade' } }],
    ['another receiver for the bridge than for the diamond', { across: { receiverAddress: word(stranger) } }],
    ['a receiver that is no address', { across: { receiverAddress: `0x${'1'.repeat(64)}` } }],
    ['no one to be paid back', { across: { refundAddress: `0x${'0'.repeat(64)}` } }],
    ['another token for the bridge than the diamond holds', { across: { sendingAssetId: word(stranger) } }],
    ['a wrapped coin that would arrive', { across: { receivingAssetId: word(`0x${'42'.padEnd(39, '0')}6`) } }],
    ['the wrong word about swaps before it', { bridge: { hasSourceSwaps: !hasFee } }],
  ])('with %s isn’t read', (_, change) => {
    expect(effects(ofToken, hasFee, change).effects).toEqual([])
    expect(fault(ofToken, hasFee, change)).toBe('more')
  })
})

test.each<[string, LifiChange]>([
  ['takes nothing from the account', { swap: { requiresDeposit: false } }],
  [
    'takes from the account twice',
    {
      more: [
        {
          callTo: stranger,
          approveTo: stranger,
          sendingAssetId: usdc,
          receivingAssetId: usdc,
          fromAmount: 1n,
          callData: '0x',
          requiresDeposit: true,
        },
      ],
    },
  ],
])('a bridge whose swap beforehand %s isn’t read', (_, change) => {
  expect(effects(ofToken, true, change).effects).toEqual([])
})

test('the network is a part of the terms, and of their form on the wire', () => {
  expect(parseSwapTerms(formatSwapTerms(ofToken))).toEqual(ofToken)
  for (const network of ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 8453, '', 'eip155:0'])
    expect(() => parseSwapTerms({ ...formatSwapTerms(ofToken), network })).toThrow()
})
