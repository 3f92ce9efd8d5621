import { describe, expect, test } from 'vitest'
import { parseSolanaAddress } from '../address/solanaAddress.ts'
import { parseSolanaTransaction } from '../solana/parseSolanaTransaction.ts'
import { resolveLookups } from '../solana/resolveLookups.ts'
import { jupiterProgram } from '../solana/solanaPrograms.ts'
import { token2022Program, tokenAccountOf } from '../solana/transferInstructions.ts'
import {
  hostileInstructions,
  type JupiterChange,
  jupiterSwap,
  type MakerChange,
  makerSwap,
  swapAmounts,
  swapMaker,
  swapOther,
  swapStranger,
  swapUsdc,
  swapUser,
} from '../testing/solanaSwap.ts'
import { findSolanaSwapFault, parseSolanaSwapTerms, type SolanaSwapTerms, wrappedSolMint } from './solanaSwap.ts'
import { formatSwapTerms } from './swapTerms.ts'

const terms: SolanaSwapTerms = {
  give: { asset: 'native', amount: swapAmounts.give },
  get: { asset: swapUsdc.mint, minimum: swapAmounts.minimum },
}
const known = [jupiterProgram, swapMaker] as readonly string[]
const faultOf = (bytes: Uint8Array, agreed = terms) =>
  findSolanaSwapFault(resolveLookups(parseSolanaTransaction(bytes), new Map()), agreed, swapUser, (one) =>
    known.includes(one),
  )
const theirs = tokenAccountOf(swapStranger, swapUsdc)

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

  test.each<[string, string, MakerChange]>([
    ['one unit less comes out', 'received', { units: swapAmounts.minimum - 1n }],
    ['another token comes out', 'more', { token: swapOther }],
    ['the tokens go to someone else', 'more', { recipient: swapStranger }],
    ['more SOL leaves', 'amount', { lamports: swapAmounts.give + 1n }],
    ['less SOL leaves', 'amount', { lamports: 1n }],
    ['the SOL goes to someone else', 'recipient', { to: swapStranger }],
    ['another maker signs', 'router', { maker: swapStranger }],
    ['the maker pays the fee', 'more', { payer: swapMaker }],
    ['someone else pays the fee', 'more', { payer: swapStranger }],
  ])('stops a transaction in which %s', (_, fault, change) => {
    expect(faultOf(makerSwap(change))).toBe(fault)
  })

  test.each<[keyof typeof hostileInstructions, string]>([
    ['delegate', 'allowance'],
    ['owner', 'allowance'],
    ['assign', 'allowance'],
    ['close', 'more'],
    ['nonce', 'more'],
    ['tip', 'recipient'],
    ['token', 'amount'],
    ['unknown', 'router'],
    ['account', 'more'],
    ['nested', 'more'],
    ['price', 'fee'],
  ])('stops one to which %s is added', (name, fault) => {
    const more = [hostileInstructions[name]]
    expect(faultOf(makerSwap({ more }))).toBe(fault)
    expect(faultOf(jupiterSwap({ more }))).toBe(fault)
  })
})

describe('findSolanaSwapFault, with Jupiter’s program', () => {
  test.each(['route', 'shared'] as const)('lets pass what was agreed to, by %s', (form) => {
    expect(faultOf(jupiterSwap({ form }))).toBeNull()
    expect(faultOf(jupiterSwap({ form, quoted: swapAmounts.minimum, slippageBps: 0n }))).toBeNull()
  })

  test.each<[string, string, JupiterChange]>([
    ['the minimum is one unit less', 'received', { quoted: swapAmounts.minimum - 1n, slippageBps: 0n }],
    ['the slippage is larger', 'received', { slippageBps: 126n }],
    ['the slippage is more than all of it', 'more', { slippageBps: 10_001n }],
    ['another token comes out', 'received', { get: swapOther.mint }],
    ['another token is given', 'amount', { give: swapOther.mint }],
    ['another account gives', 'amount', { from: theirs }],
    ['more is given', 'amount', { amount: swapAmounts.give + 1n }],
    ['more is wrapped', 'amount', { wrappedLamports: swapAmounts.give + 1n }],
    ['the tokens go to someone else', 'recipient', { to: theirs }],
    ['what is left goes to someone else', 'more', { closeTo: swapStranger }],
    ['a fee is taken', 'more', { feeBps: 1n }],
    ['a better price is kept', 'more', { surplusFeeBps: 1n }],
    ['the program is another', 'router', { program: swapStranger }],
    ['the instruction is of version 1', 'more', { form: 'routeOfVersion1' }],
    ['another one’s tokens are given', 'router', { authority: swapStranger }],
  ])('stops a transaction in which %s', (_, fault, change) => {
    expect(faultOf(jupiterSwap({ form: 'shared', ...change }))).toBe(fault)
    expect(faultOf(jupiterSwap(change))).toBe(fault)
  })

  test('stops one whose tokens go elsewhere in place of the destination', () => {
    expect(faultOf(jupiterSwap({ instead: theirs }))).toBe('recipient')
    expect(faultOf(jupiterSwap({ instead: tokenAccountOf(swapUser, swapUsdc) }))).toBeNull()
  })

  test('stops one for other terms', () => {
    expect(faultOf(jupiterSwap(), { ...terms, give: { asset: swapOther.mint, amount: 5n } })).toBe('more')
    expect(faultOf(makerSwap(), { ...terms, get: { asset: 'native', minimum: 1n } })).toBe('more')
  })
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
