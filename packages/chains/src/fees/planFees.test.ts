import { describe, expect, test } from 'vitest'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { checkFees, type RequestedFees } from './fees.ts'
import { planFees } from './planFees.ts'

const market = { baseFeePerGas: 100n, priorityFeePerGas: 3n }

describe('on an EIP-1559 network', () => {
  test('nothing asked for: the market tip, and a cap of twice the base fee above it', () => {
    expect(planFees({}, market)).toEqual({ model: 'eip1559', maxFeePerGas: 203n, maxPriorityFeePerGas: 3n })
  })
  test('a cap is kept, and holds down the tip', () => {
    expect(planFees({ maxFeePerGas: 150n }, market)).toMatchObject({ maxFeePerGas: 150n, maxPriorityFeePerGas: 3n })
    expect(planFees({ maxFeePerGas: 2n }, market)).toMatchObject({ maxFeePerGas: 2n, maxPriorityFeePerGas: 2n })
  })
  test('a tip is kept, and the cap leaves room for it', () => {
    expect(planFees({ maxPriorityFeePerGas: 7n }, market)).toMatchObject({
      maxFeePerGas: 207n,
      maxPriorityFeePerGas: 7n,
    })
  })
  test('a gas price makes a legacy transaction', () => {
    expect(planFees({ gasPrice: 5n }, market)).toEqual({ model: 'legacy', gasPrice: 5n })
  })
  test.each([0, 1] as const)('type %i without a price pays one full block above the base fee', (type) => {
    expect(planFees({}, market, type)).toEqual({ model: 'legacy', gasPrice: 115n })
  })
  test('a base fee of zero is a base fee', () => {
    expect(planFees({}, { baseFeePerGas: 0n, priorityFeePerGas: 1n })).toMatchObject({ maxFeePerGas: 1n })
  })
})

describe('on a legacy network', () => {
  test('the network’s price is paid, and a cap stays a cap', () => {
    expect(planFees({}, { gasPrice: 50n })).toEqual({ model: 'legacy', gasPrice: 50n })
    expect(planFees({ maxFeePerGas: 60n }, { gasPrice: 50n })).toEqual({ model: 'legacy', gasPrice: 50n })
    expect(planFees({ maxFeePerGas: 40n }, { gasPrice: 50n })).toEqual({ model: 'legacy', gasPrice: 40n })
    expect(planFees({ gasPrice: 45n }, { gasPrice: 50n })).toEqual({ model: 'legacy', gasPrice: 45n })
  })
})

test.each([
  [{ gasPrice: 1n, maxFeePerGas: 1n }, 'GAS_PRICE_CONFLICT'],
  [{ maxFeePerGas: 1n, maxPriorityFeePerGas: 2n }, 'TIP_ABOVE_FEE_CAP'],
  [{ maxPriorityFeePerGas: 2n ** 256n - 1n }, 'FEE_CAP_TOO_HIGH'],
])('%o is refused with %s', (requested, name) => {
  expect(thrown(() => planFees(requested, market))).toBe(name)
})

test('whatever is planned keeps the rules and the dapp’s own numbers', () => {
  const { integer, below } = random(1559)
  for (let i = 0; i < 5000; i++) {
    const tip = integer(64)
    const requested: RequestedFees = {
      ...(below(2) ? { maxPriorityFeePerGas: tip } : {}),
      ...(below(2) ? { maxFeePerGas: tip + integer(64) } : {}),
    }
    const { model, ...fees } = planFees(requested, { baseFeePerGas: integer(64), priorityFeePerGas: integer(64) })
    expect(model).toBe('eip1559')
    expect(thrown(() => checkFees(fees))).toBeUndefined()
    expect(fees).toMatchObject(requested)
  }
})
