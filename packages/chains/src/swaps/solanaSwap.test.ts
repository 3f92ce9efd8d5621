import { describe, expect, test } from 'vitest'
import { parseSolanaAddress } from '../address/solanaAddress.ts'
import { parseSolanaTransaction } from '../solana/parseSolanaTransaction.ts'
import { resolveLookups } from '../solana/resolveLookups.ts'
import { jupiterProgram } from '../solana/solanaPrograms.ts'
import { token2022Program, tokenAccountOf } from '../solana/transferInstructions.ts'
import {
  jupiterSwap,
  makerSwap,
  swapAmounts,
  swapMaker,
  swapOther,
  swapStranger,
  swapUsdc,
  swapUser,
} from '../testing/solanaSwap.ts'
import { type SolanaSwapLie, solanaSwapLies } from '../testing/solanaSwapLies.ts'
import { findSolanaSwapFault, parseSolanaSwapTerms, type SolanaSwapTerms, wrappedSolMint } from './solanaSwap.ts'
import { formatSwapTerms } from './swapTerms.ts'

const terms: SolanaSwapTerms = {
  give: { asset: 'native', amount: swapAmounts.give },
  get: { asset: swapUsdc.mint, minimum: swapAmounts.minimum },
}
const known = [jupiterProgram, swapMaker] as readonly string[]
const faultOf = (bytes: Uint8Array, agreed = terms, tables: SolanaSwapLie['tables'] = {}) =>
  findSolanaSwapFault(
    resolveLookups(parseSolanaTransaction(bytes), new Map(Object.entries(tables))),
    agreed,
    swapUser,
    (one) => known.includes(one),
  )

describe('what lookup tables are said to hold', () => {
  const wrapped = { mint: wrappedSolMint, program: swapUsdc.program }
  const withTables = (bytes: Uint8Array, looked: readonly string[]) =>
    findSolanaSwapFault(
      { ...resolveLookups(parseSolanaTransaction(bytes), new Map()), looked: new Set(looked) },
      terms,
      swapUser,
      (one) => known.includes(one),
    )

  test.each<[string, string]>([
    ['the user', swapUser],
    ['the account that the tokens come to', tokenAccountOf(swapUser, swapUsdc)],
    ['the account of wrapped SOL', tokenAccountOf(swapUser, wrapped)],
    ['the same of the newer program', tokenAccountOf(swapUser, { ...swapUsdc, program: token2022Program })],
    ['the program, which stands for no account', jupiterProgram],
  ])('is not believed of %s', (_, address) => {
    expect(withTables(jupiterSwap(), [swapStranger, address])).toBe('recipient')
  })

  test.each([swapMaker, tokenAccountOf(swapMaker, swapUsdc), swapUser])(
    'is not believed of a maker’s %s',
    (address) => {
      expect(withTables(makerSwap(), [address])).toBe('recipient')
    },
  )

  test('may be mints and markets', () => {
    expect(withTables(jupiterSwap(), [swapStranger, swapUsdc.mint, wrappedSolMint])).toBeNull()
  })
})

test('a program that copies the form of Jupiter’s instructions is none, even one that the operator lists', () => {
  expect(
    findSolanaSwapFault(
      resolveLookups(parseSolanaTransaction(jupiterSwap({ program: swapOther.mint })), new Map()),
      terms,
      swapUser,
      () => true,
    ),
  ).toBe('more')
})

test('a maker pays with tokens of its own', () => {
  const transaction = resolveLookups(parseSolanaTransaction(makerSwap()), new Map())
  const own = tokenAccountOf(swapMaker, swapUsdc)
  const instructions = transaction.instructions.map((each) => ({
    ...each,
    accounts: each.accounts.map((account) => (account === own ? tokenAccountOf(swapUser, swapOther) : account)),
  }))
  expect(findSolanaSwapFault({ ...transaction, instructions }, terms, swapUser, (one) => known.includes(one))).toBe(
    'more',
  )
})

describe('findSolanaSwapFault, with a market maker', () => {
  test('lets pass what was agreed to', () => {
    expect(faultOf(makerSwap())).toBeNull()
    expect(faultOf(makerSwap({ units: swapAmounts.minimum }))).toBeNull()
  })
})

describe('findSolanaSwapFault, with Jupiter’s program', () => {
  test.each(['route', 'shared'] as const)('lets pass what was agreed to, by %s', (form) => {
    expect(faultOf(jupiterSwap({ form }))).toBeNull()
    expect(faultOf(jupiterSwap({ form, quoted: swapAmounts.minimum, slippageBps: 0n }))).toBeNull()
  })

  test('lets tokens go to the user’s own account in place of the destination', () => {
    expect(faultOf(jupiterSwap({ instead: tokenAccountOf(swapUser, swapUsdc) }))).toBeNull()
  })

  test('stops one for other terms', () => {
    expect(faultOf(jupiterSwap(), { ...terms, give: { asset: swapOther.mint, amount: 5n } })).toBe('more')
    expect(faultOf(makerSwap(), { ...terms, get: { asset: 'native', minimum: 1n } })).toBe('more')
  })
})

test.each(solanaSwapLies)('a swap by $form is stopped in which $field', ({ bytes, tables, fault }) => {
  expect(faultOf(bytes, terms, tables)).toBe(fault)
})

test('terms are read as they are written, in 64 bits', () => {
  expect(parseSolanaSwapTerms(formatSwapTerms(terms))).toEqual(terms)
  const json = formatSwapTerms(terms)
  for (const wrong of [
    null,
    [],
    { ...json, give: '0x12' },
    { ...json, giveAmount: `0x${'f'.repeat(17)}` },
    { give: 'native' },
  ])
    expect(() => parseSolanaSwapTerms(wrong)).toThrow()
  expect(parseSolanaAddress(wrappedSolMint)).toBe(wrappedSolMint)
})
