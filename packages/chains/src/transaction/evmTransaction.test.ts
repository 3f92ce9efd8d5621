import { expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { completeTransaction } from './evmTransaction.ts'
import { parseEvmTransaction } from './parseEvmTransaction.ts'

const request = { from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, value: '0x1' }
const fees = { model: 'eip1559', maxFeePerGas: 20n, maxPriorityFeePerGas: 2n } as const
const fill = { chainId: 31337, nonce: 4, gas: 21_000n, fees }
const common = { chainId: 31337, nonce: 4, gas: 21_000n, to: request.to, value: 1n, data: '0x' }

test('EIP-1559 fees make type 2', () => {
  expect(completeTransaction(parseEvmTransaction(request), fill)).toEqual({
    type: 2,
    ...common,
    maxFeePerGas: 20n,
    maxPriorityFeePerGas: 2n,
    accessList: [],
  })
})

test('a gas price makes type 0, or 1 with an access list', () => {
  const legacy = { ...fill, fees: { model: 'legacy', gasPrice: 9n } as const }
  const accessList = [{ address: request.to, storageKeys: [] }]
  expect(completeTransaction(parseEvmTransaction(request), legacy)).toEqual({ type: 0, ...common, gasPrice: 9n })
  expect(completeTransaction(parseEvmTransaction({ ...request, accessList }), legacy)).toEqual({
    type: 1,
    ...common,
    gasPrice: 9n,
    accessList,
  })
  expect(completeTransaction(parseEvmTransaction({ ...request, type: '0x1' }), legacy)).toMatchObject({ type: 1 })
})

test('what the dapp set stays', () => {
  const set = parseEvmTransaction({ ...request, nonce: '0x0', gas: '0x1' })
  expect(completeTransaction(set, fill)).toMatchObject({ nonce: 0, gas: 1n })
})

test('a transaction for another chain is refused', () => {
  const other = parseEvmTransaction({ ...request, chainId: '0x1' })
  expect(thrown(() => completeTransaction(other, fill))).toBe('CHAIN_ID_MISMATCH')
})
