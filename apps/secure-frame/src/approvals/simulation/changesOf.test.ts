import { toChecksumAddress } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import { nativeLogAddress } from '../insights/insights.ts'
import { changesOf } from './changesOf.ts'

const [me, other, token] = ['a1', 'b0', '70'].map((byte) => toChecksumAddress(`0x${byte.repeat(20)}`)) as [
  ReturnType<typeof toChecksumAddress>,
  ReturnType<typeof toChecksumAddress>,
  ReturnType<typeof toChecksumAddress>,
]
const weth = toChecksumAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')
const word = (value: bigint | string) =>
  `0x${(typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')}`
const data = (...values: bigint[]) => `0x${values.map((value) => word(value).slice(2)).join('')}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const log = (address: string, topics: (bigint | string)[], values: bigint[]) => ({
  address,
  topics: topics.map((topic) => word(topic)),
  data: data(...values),
})
const transfer = (from: string, to: string, amount: bigint, address: string = token) =>
  log(address, [transferTopic, from, to], [amount])

describe('changesOf', () => {
  test('adds up what comes and goes, what leaves first', () => {
    const logs = [transfer(other, me, 7n), transfer(me, other, 5n, nativeLogAddress), transfer(me, other, 1n)]
    expect(changesOf(logs, me)).toEqual([
      { kind: 'amount', asset: 'native', amount: -5n },
      { kind: 'amount', asset: token, amount: 6n },
    ])
  })

  test.each([
    ['what others do', [transfer(other, token, 5n)]],
    ['what comes back', [transfer(me, other, 5n), transfer(other, me, 5n)]],
    ['what one sends oneself', [transfer(me, me, 5n)]],
    ['a transfer without an amount', [log(token, [transferTopic, me, other], [])]],
    ['an event that nobody knows', [log(token, ['0x1234', me, other], [5n])]],
    ['an anonymous event', [log(token, [], [5n])]],
    [
      'coins wrapped by who knows',
      [log(token, ['0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c', me], [5n])],
    ],
  ])('is silent on %s', (_, logs) => {
    expect(changesOf(logs, me)).toEqual([])
  })

  test('knows items of both kinds', () => {
    const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
    const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
    const logs = [
      log(token, [transferTopic, me, other, 77n], []),
      log(weth, [single, other, other, me], [8n, 3n]),
      log(weth, [batch, other, me, other], [64n, 160n, 2n, 9n, 10n, 2n, 1n, 4n]),
      log(weth, [batch, other, me, other], [64n, 160n, 2n ** 200n]),
    ]
    expect(changesOf(logs, me)).toEqual([
      { kind: 'item', collection: token, id: 77n, amount: -1n },
      { kind: 'item', collection: weth, id: 9n, amount: -1n },
      { kind: 'item', collection: weth, id: 10n, amount: -4n },
      { kind: 'item', collection: weth, id: 8n, amount: 3n },
    ])
  })

  test('knows wrapped coins', () => {
    const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
    const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
    expect(changesOf([log(weth, [deposit, me], [5n])], me)).toEqual([{ kind: 'amount', asset: weth, amount: 5n }])
    expect(changesOf([log(weth, [withdrawal, me], [5n])], me)).toEqual([{ kind: 'amount', asset: weth, amount: -5n }])
  })

  test('knows rights, the last word of each', () => {
    const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
    const forAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
    const logs = [
      log(token, [approval, me, other], [5n]),
      log(token, [approval, me, other], [2n ** 256n - 1n]),
      log(token, [approval, other, me], [5n]),
      log(weth, [approval, me, other, 77n], []),
      log(weth, [forAll, me, other], [1n]),
    ]
    expect(changesOf(logs, me)).toEqual([
      { kind: 'allowance', token, spender: other, amount: 2n ** 256n - 1n, unlimited: true },
      { kind: 'itemAllowance', collection: weth, id: 77n, spender: other },
      { kind: 'operator', collection: weth, operator: other, approved: true },
    ])
  })
})
