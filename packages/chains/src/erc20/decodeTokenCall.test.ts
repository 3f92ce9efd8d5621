import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import { random } from '../testing/random.ts'
import { decodeTokenCall } from './decodeTokenCall.ts'

const alice = toChecksumAddress(`0x${'a1'.repeat(20)}`)
const bob = toChecksumAddress(`0x${'b0'.repeat(20)}`)
const maxUint256 = 2n ** 256n - 1n
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 5n] })
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, maxUint256] })

test('transfer, approve and transferFrom are read', () => {
  expect(decodeTokenCall(transfer)).toEqual({ kind: 'transfer', to: bob, amount: 5n })
  expect(decodeTokenCall(approve)).toEqual({ kind: 'approve', spender: bob, amount: maxUint256, unlimited: true })
  const args = [alice, bob, 7n] as const
  expect(decodeTokenCall(encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args }))).toEqual({
    kind: 'transferFrom',
    from: alice,
    to: bob,
    amount: 7n,
  })
})

test.each([
  [0n, false],
  [10n ** 27n, false],
  [2n ** 159n - 1n, false],
  [2n ** 160n - 1n, true],
  [2n ** 255n, true],
])('an approval of %i: unlimited is %s', (amount, unlimited) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, amount] })
  expect(decodeTokenCall(data)).toMatchObject({ amount, unlimited })
})

describe('nothing hides a call that the token would carry out', () => {
  test.each<[string, Hex]>([
    ['bytes after the arguments', `${approve}deadbeef`],
    ['dirt above the address', approve.replace('0x095ea7b3000000', '0x095ea7b3ffffff') as Hex],
    ['a selector in capitals', approve.replace('095ea7b3', '095EA7B3') as Hex],
  ])('%s', (_, data) => {
    expect(decodeTokenCall(data)).toEqual(decodeTokenCall(approve))
  })

  test('arguments that are cut short end in zeros', () => {
    expect(decodeTokenCall(approve.slice(0, -2) as Hex)).toMatchObject({ spender: bob, amount: maxUint256 - 255n })
    expect(decodeTokenCall('0xa9059cbb')).toEqual({ kind: 'transfer', to: `0x${'00'.repeat(20)}`, amount: 0n })
  })
})

test.each<Hex>(['0x', '0xa9059c', '0x095ea7b4', '0x70a08231', `0x00${transfer.slice(2)}` as Hex])(
  '%s is no such call',
  (data) => {
    expect(decodeTokenCall(data)).toBeNull()
  },
)

test('2,000 random calls come back as viem encoded them', () => {
  const { hex, integer } = random(20)
  for (let i = 0; i < 2000; i++) {
    const [from, to, amount] = [toChecksumAddress(hex(20)), toChecksumAddress(hex(20)), integer(256)]
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, amount] })
    expect(decodeTokenCall(data)).toEqual({ kind: 'transferFrom', from, to, amount })
  }
})
