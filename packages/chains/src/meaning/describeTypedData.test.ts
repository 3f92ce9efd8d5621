import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { parseTypedData } from '../message/parseTypedData.ts'
import { describeTypedData } from './describeTypedData.ts'

const safe = toChecksumAddress(`0x${'5a'.repeat(20)}`)
const [a, b, c] = ['aa', 'bb', 'cc'].map((byte) => toChecksumAddress(`0x${byte.repeat(20)}`))
const zero = `0x${'00'.repeat(20)}`
const zeroWord = `0x${'00'.repeat(32)}`

type Fields = Record<string, string>
const describeIt = (structs: Record<string, Fields>, message: object, primaryType = Object.keys(structs)[0]) =>
  describeTypedData(
    parseTypedData({
      types: Object.fromEntries(
        Object.entries(structs).map(([struct, fields]) => [
          struct,
          Object.entries(fields).map(([name, type]) => ({ name, type })),
        ]),
      ),
      primaryType,
      domain: { chainId: 1, verifyingContract: safe },
      message,
    }),
  )

const safeTx = {
  to: 'address',
  value: 'uint256',
  data: 'bytes',
  operation: 'uint8',
  safeTxGas: 'uint256',
  baseGas: 'uint256',
  gasPrice: 'uint256',
  gasToken: 'address',
  refundReceiver: 'address',
  nonce: 'uint256',
}
const safeMessage = (operation: number) => ({
  ...{ to: a, value: 7, data: '0x1234', operation, safeTxGas: 0, baseGas: 0 },
  ...{ gasPrice: 0, gasToken: zero, refundReceiver: zero, nonce: 3 },
})

// The struct of the Seaport 1.6 contracts.
const seaport = {
  OrderComponents: {
    offerer: 'address',
    zone: 'address',
    offer: 'OfferItem[]',
    consideration: 'ConsiderationItem[]',
    orderType: 'uint8',
    startTime: 'uint256',
    endTime: 'uint256',
    zoneHash: 'bytes32',
    salt: 'uint256',
    conduitKey: 'bytes32',
    counter: 'uint256',
  },
  OfferItem: {
    itemType: 'uint8',
    token: 'address',
    identifierOrCriteria: 'uint256',
    startAmount: 'uint256',
    endAmount: 'uint256',
  },
  ConsiderationItem: {
    itemType: 'uint8',
    token: 'address',
    identifierOrCriteria: 'uint256',
    startAmount: 'uint256',
    endAmount: 'uint256',
    recipient: 'address',
  },
}
const item = (itemType: number, token: unknown, id: number, startAmount: number, endAmount = startAmount) => ({
  itemType,
  token,
  identifierOrCriteria: id,
  startAmount,
  endAmount,
})
const seaportMessage = (offer: object[], consideration: object[]) => ({
  ...{ offerer: a, zone: zero, offer, consideration, orderType: 0, startTime: 1, endTime: 2 },
  ...{ zoneHash: zeroWord, salt: 3, conduitKey: zeroWord, counter: 0 },
})

describe('typed data are recognised by their fields', () => {
  test.each([
    [0, false],
    [1, true],
  ])('a Safe transaction with operation %i', (operation, delegates) => {
    expect(describeIt({ SafeTx: safeTx }, safeMessage(operation))).toEqual({
      kind: 'safeTransaction',
      safe,
      call: { from: safe, to: a, value: 7n, data: '0x1234' },
      delegates,
    })
  })

  test('a Seaport listing: an item for coins, a part of them to somebody else', () => {
    const message = seaportMessage(
      [item(2, b, 77, 1)],
      [
        { ...item(0, zero, 0, 950), recipient: a },
        { ...item(0, zero, 0, 50), recipient: c },
      ],
    )
    expect(describeIt(seaport, message)).toEqual({
      kind: 'order',
      give: [{ asset: b, amount: 1n, id: 77n, to: null }],
      get: [
        { asset: 'native', amount: 950n, id: null, to: a },
        { asset: 'native', amount: 50n, id: null, to: c },
      ],
      expires: 2n,
    })
  })

  test('a Seaport order whose amounts move counts at its worst for whoever signs', () => {
    const message = seaportMessage([item(1, b, 0, 5, 9)], [{ ...item(1, c, 0, 9, 5), recipient: a }])
    expect(describeIt(seaport, message)).toMatchObject({ give: [{ amount: 9n }], get: [{ amount: 5n }] })
  })

  test('a Seaport order that gives for nothing', () => {
    expect(describeIt(seaport, seaportMessage([item(2, b, 77, 1)], []))).toMatchObject({ give: [{ id: 77n }], get: [] })
  })

  test('a 0x limit order', () => {
    const fields = { makerToken: 'address', takerToken: 'address', makerAmount: 'uint128', takerAmount: 'uint128' }
    const message = { makerToken: b, takerToken: c, makerAmount: 5, takerAmount: 6, expiry: 9 }
    expect(describeIt({ LimitOrder: { ...fields, expiry: 'uint64' } }, message)).toEqual({
      kind: 'order',
      give: [{ asset: b, amount: 5n, id: null, to: null }],
      get: [{ asset: c, amount: 6n, id: null, to: null }],
      expires: 9n,
    })
  })

  test('a CoW order: the fee is given as well, the coins are named by a placeholder', () => {
    const fields = { sellToken: 'address', buyToken: 'address', receiver: 'address', sellAmount: 'uint256' }
    const more = { buyAmount: 'uint256', validTo: 'uint32', feeAmount: 'uint256' }
    const message = {
      ...{ sellToken: b, buyToken: `0x${'ee'.repeat(20)}`, receiver: c, sellAmount: 5, buyAmount: 6 },
      ...{ validTo: 9, feeAmount: 2 },
    }
    expect(describeIt({ Order: { ...fields, ...more } }, message)).toEqual({
      kind: 'order',
      give: [{ asset: b, amount: 7n, id: null, to: null }],
      get: [{ asset: 'native', amount: 6n, id: null, to: c }],
      expires: 9n,
    })
  })

  test('a call that somebody else sends', () => {
    const fields = { from: 'address', to: 'address', value: 'uint256', gas: 'uint256', nonce: 'uint256', data: 'bytes' }
    const message = { from: a, to: b, value: 1, gas: 2, nonce: 3, data: '0xabcd' }
    expect(describeIt({ ForwardRequest: fields }, message)).toEqual({
      kind: 'forwardedCall',
      call: { from: a, to: b, value: 1n, data: '0xabcd' },
    })
  })

  test('a delegation of votes, and one of the account', () => {
    const votes = { delegatee: 'address', nonce: 'uint256', expiry: 'uint256' }
    expect(describeIt({ Delegation: votes }, { delegatee: b, nonce: 0, expiry: 9 })).toEqual({
      kind: 'delegation',
      delegate: b,
      power: 'votes',
      expires: 9n,
    })
    const power = { delegate: 'address', delegator: 'address', authority: 'bytes32' }
    expect(describeIt({ Delegation: power }, { delegate: b, delegator: a, authority: zeroWord })).toEqual({
      kind: 'delegation',
      delegate: b,
      power: 'account',
      expires: null,
    })
  })

  test('a log-in', () => {
    const fields = { domain: 'string', statement: 'string', nonce: 'string' }
    expect(describeIt({ Login: fields }, { domain: 'bank.example', statement: 'Hello', nonce: '1' })).toEqual({
      kind: 'signIn',
      named: 'bank.example',
      statement: 'Hello',
    })
  })

  test.each<[string, Record<string, Fields>, object]>([
    ['a mail', { Mail: { from: 'string', contents: 'string' } }, { from: 'Ada', contents: 'Hello' }],
    ['a link without a log-in', { Post: { url: 'string', title: 'string' } }, { url: 'x', title: 'y' }],
    ['half an order', { Order: { makerToken: 'address', makerAmount: 'uint256' } }, { makerToken: a, makerAmount: 1 }],
    [
      'an offer of numbers',
      { O: { offer: 'uint8[]', consideration: 'uint8[]', offerer: 'address' } },
      { offer: [1], consideration: [], offerer: a },
    ],
    [
      'an amount that is text',
      { D: { delegatee: 'address', nonce: 'string', expiry: 'uint256' } },
      { delegatee: a, nonce: '', expiry: 1 },
    ],
  ])('%s is nothing of these', (_, structs, message) => {
    expect(describeIt(structs, message)).toEqual({ kind: 'unknown' })
  })
})
