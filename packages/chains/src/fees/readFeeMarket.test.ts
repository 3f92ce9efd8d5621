import { expect, test } from 'vitest'
import { gasLimitFor, type ReadFees, readFeeMarket } from './readFeeMarket.ts'

const answering =
  (answers: Record<string, unknown>): ReadFees =>
  async (method) => {
    if (!Object.hasOwn(answers, method)) throw new Error(`asked for ${method}`)
    return answers[method] as never
  }

test('a network with a base fee is asked for it and for the tip', async () => {
  const read = answering({ eth_getBlockByNumber: { baseFeePerGas: '0x64' }, eth_maxPriorityFeePerGas: '0x3' })
  expect(await readFeeMarket('eip1559', read)).toEqual({ baseFeePerGas: 100n, priorityFeePerGas: 3n })
})

test('a legacy network is asked for its price alone', async () => {
  expect(await readFeeMarket('legacy', answering({ eth_gasPrice: '0x32' }))).toEqual({ gasPrice: 50n })
})

test.each([null, {}, { baseFeePerGas: 7 }, { baseFeePerGas: 'much' }])(
  'a block without a base fee that can be read (%j) leads to the plain price',
  async (block) => {
    const read = answering({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: '0x3', eth_gasPrice: '0x32' })
    expect(await readFeeMarket('eip1559', read)).toEqual({ gasPrice: 50n })
  },
)

test.each([
  [21_000n, 21_000n],
  [21_001n, 25_201n],
  [100_000n, 120_000n],
])('an estimate of %s gas gets a limit of %s', (estimate, limit) => {
  expect(gasLimitFor(estimate)).toBe(limit)
})
