import { describe, expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { checkFees, checkFunds, worstCaseFee } from './fees.ts'

const max = 2n ** 256n - 1n

describe('checkFees', () => {
  test.each([
    {},
    { gasPrice: 0n },
    { gasPrice: max },
    { maxFeePerGas: max },
    { maxFeePerGas: 2n, maxPriorityFeePerGas: 2n },
    { maxPriorityFeePerGas: 1n },
  ])('%o passes', (fees) => {
    expect(thrown(() => checkFees(fees))).toBeUndefined()
  })

  test.each([
    [{ gasPrice: 1n, maxFeePerGas: 1n }, 'gasPrice cannot be combined with maxFeePerGas or maxPriorityFeePerGas'],
    [
      { gasPrice: 1n, maxPriorityFeePerGas: 1n },
      'gasPrice cannot be combined with maxFeePerGas or maxPriorityFeePerGas',
    ],
    [{ gasPrice: 0n, maxFeePerGas: 0n }, 'gasPrice cannot be combined with maxFeePerGas or maxPriorityFeePerGas'],
    [{ maxFeePerGas: max + 1n }, 'maxFeePerGas cannot exceed the 256-bit maximum'],
    [{ maxPriorityFeePerGas: max + 1n }, 'maxFeePerGas cannot exceed the 256-bit maximum'],
    [{ gasPrice: max + 1n }, 'maxFeePerGas cannot exceed the 256-bit maximum'],
    [{ maxFeePerGas: 1n, maxPriorityFeePerGas: 2n }, 'The priority fee cannot exceed the max fee'],
  ])('%o: %s', (fees, message) => {
    expect(() => checkFees(fees)).toThrow(message)
  })
})

describe('funds', () => {
  const fees = { model: 'eip1559', maxFeePerGas: 10n, maxPriorityFeePerGas: 1n } as const

  test('the worst case is the cap, or the gas price, for all the gas', () => {
    expect(worstCaseFee(21_000n, fees)).toBe(210_000n)
    expect(worstCaseFee(21_000n, { model: 'legacy', gasPrice: 3n })).toBe(63_000n)
  })

  test('value and worst case have to be there, to the last wei', () => {
    expect(thrown(() => checkFunds({ balance: 210_005n, value: 5n, gas: 21_000n, fees }))).toBeUndefined()
    expect(thrown(() => checkFunds({ balance: 210_004n, value: 5n, gas: 21_000n, fees }))).toBe('INSUFFICIENT_FUNDS')
  })
})
