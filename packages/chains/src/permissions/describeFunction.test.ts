import { expect, test } from 'vitest'
import { describeFunction } from './describeFunction.ts'

test('a known function goes by the name that we have for it, whatever the page calls it', () => {
  const withdraw = { name: 'withdraw(address,uint256,address)', does: 'withdrawFromLendingPool', handsOver: true }
  const selector = '0x69328dec'
  expect(describeFunction({ selector, signature: null })).toEqual({ ...withdraw, claimed: null })
  expect(describeFunction({ selector, signature: withdraw.name })).toEqual({ ...withdraw, claimed: null })
  const claimed = 'claimDailyReward_1xk9(uint256)'
  expect(describeFunction({ selector, signature: claimed })).toEqual({ ...withdraw, claimed })
})

test('one that is not known goes by its selector; its name is what the page says, and it may do anything', () => {
  expect(describeFunction({ selector: '0xa0712d68', signature: 'mint(uint256)' })).toEqual({
    name: '0xa0712d68',
    claimed: 'mint(uint256)',
    does: null,
    handsOver: true,
  })
  expect(describeFunction({ selector: '0xa0712d68', signature: null })).toMatchObject({ claimed: null })
})

test.each([
  ['transfers', '0xa9059cbb'],
  ['approvals', '0x095ea7b3'],
  ['withdrawals of Aave', '0x69328dec'],
  ['withdrawals of vaults', '0xb460af94'],
  ['redemptions of vaults', '0xba087652'],
  ['swaps to anybody', '0x38ed1739'],
  ['swaps to any recipient', '0x414bf389'],
  ['liquidity that is removed', '0xbaa2abde'],
  ['liquidity with coins that is removed', '0x02751cec'],
  ['sweeps', '0xdf2ab5bb'],
  ['loans in one’s name', '0xa415bcad'],
  ['the universal router', '0x3593564c'],
  ['calls that carry others', '0xb61d27f6'],
  ['contracts that are given away', '0xf2fde38b'],
  ['rights over contracts', '0x2f2ff15d'],
] as const)('%s can hand over what there is', (_, selector) => {
  expect(describeFunction({ selector, signature: null }).handsOver).toBe(true)
})

test.each([
  ['allowances taken back', '0xa457c2d7'],
  ['coins unwrapped', '0x2e1a7d4d'],
] as const)('%s stay with the account', (_, selector) => {
  expect(describeFunction({ selector, signature: null }).handsOver).toBe(false)
})
