import type { TokenMint } from '@latchkey/chains'
import { swapStranger, swapUsdc } from '@latchkey/chains/testing/solanaSwap'
import { expect, test } from 'vitest'
import { tokenAmount } from './solanaAmounts.ts'

const facts: TokenMint = {
  ...{ decimals: 6, symbol: null, accountBytes: 165 },
  ...{ hasFee: false, hookProgram: null, permanentDelegate: null },
}
const mints = new Map([swapUsdc.mint, swapStranger].map((mint): [string, TokenMint] => [mint, facts]))

test('a token without a symbol is named only where its mint is that of a known issuer', () => {
  expect(tokenAmount(swapUsdc.mint, 15_790_000n, { mints })).toMatchObject({ value: '15.79', symbol: 'USDC' })
  expect(tokenAmount(swapStranger, 15_790_000n, { mints })).toMatchObject({ value: '15.79', symbol: 'tokens' })
})
