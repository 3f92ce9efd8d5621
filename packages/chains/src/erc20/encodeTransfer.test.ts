import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { thrown } from '../testing/thrown.ts'
import { decodeTokenCall } from './decodeTokenCall.ts'
import { encodeTransfer } from './encodeTransfer.ts'

const to = toChecksumAddress('0x1234567890abcdef1234567890abcdef1234abcd')

test.each([0n, 1n, 10n ** 18n, 2n ** 256n - 1n])('%s units are written as viem writes them, and read back', (units) => {
  const data = encodeTransfer(to, units)
  expect(data).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }))
  expect(decodeTokenCall(data)).toMatchObject({ to, amount: units })
})

test.each([-1n, 2n ** 256n])('%s units have no place in a word', (units) => {
  expect(thrown(() => encodeTransfer(to, units))).toBe('AMOUNT_INVALID')
})
