import {
  formatBase58,
  formatSwapTerms,
  parseSolanaTransaction,
  type SolanaSwapTerms,
  tokenAccountOf,
} from '@latchkey/chains'
import {
  makerSwap,
  swapAmounts,
  swapMaker,
  swapStranger,
  swapUsdc,
  swapUser,
} from '@latchkey/chains/testing/solanaSwap'
import { AppError } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScenario } from './openScenario.fixture.ts'
import { press } from './press.fixture.ts'
import type { Scenario } from './scenarios.fixture.ts'
import { mint, solanaChain, tokenAccount, wallet } from './solana/solanaChain.fixture.ts'
import { solanaAccount, solanaScenarios } from './solanaScenarios.fixture.ts'

/** A swap on Solana in the wallet: only the agreed swap can be confirmed; anything else stops with a message. */

const had = 10_000_000_000n
const rent = 2_039_280n
const terms: SolanaSwapTerms = {
  give: { asset: 'native', amount: swapAmounts.give },
  get: { asset: swapUsdc.mint, minimum: swapAmounts.minimum },
}

type Facts = { bytes?: Uint8Array; received?: bigint; swapRouters?: string; err?: unknown }
const scenarioOf = ({
  bytes = makerSwap(),
  received = 158_500_000n,
  swapRouters,
  err = null,
}: Facts = {}): Scenario => {
  const { network } = solanaScenarios['SOL transfer'] as Scenario
  return {
    ...(solanaScenarios['SOL transfer'] as Scenario),
    params: { transaction: formatBase58(bytes), swap: formatSwapTerms(terms) },
    swapRouters: swapRouters ?? `${network?.caipNetworkId}:${swapMaker}`,
    chain: solanaChain({
      accounts: { [swapUser]: wallet(had), [swapMaker]: wallet(had), [swapUsdc.mint]: mint(6) },
      after: {
        [swapUser]: wallet(had - swapAmounts.give - 10_000n - rent),
        [tokenAccountOf(swapUser, swapUsdc)]: tokenAccount({ mint: swapUsdc.mint, owner: swapUser, amount: received }),
      },
      err,
    }),
  } as Scenario
}
/** With the maker's signature in its position, so that the account's is the last. */
const signed = (bytes: Uint8Array): Uint8Array => {
  const { signers } = parseSolanaTransaction(bytes)
  const filled = new Uint8Array(bytes)
  if (signers.length > 1) filled.fill(9, 1 + 64, 1 + 128)
  return filled
}
const open = (facts: Facts = {}) => openScenario(scenarioOf({ ...facts, bytes: signed(facts.bytes ?? makerSwap()) }))
const says = (words: string) => expect.poll(() => document.body.textContent).toContain(words)

beforeEach(async () => {
  await page.viewport(370, 600)
})

describe('a swap on Solana', () => {
  test('has its receipt as the title, with the network fee and the account’s deposit, and is signed as it is', async () => {
    expect(solanaAccount).toBe(swapUser)
    using screen = open()
    await says('Swap 1 SOL for at least 158')
    await says('0.00203928 SOL')
    screen.chain.sendTransaction = formatBase58(new Uint8Array(64).fill(7))
    await press('Confirm')
    expect(await screen.result).toEqual({ signature: formatBase58(new Uint8Array(64).fill(7)) })
  })

  test.each<[string, string, string, Facts]>([
    [
      'another maker',
      'Your wallet doesn’t recognize this exchange',
      'SWAP_MISMATCH',
      { bytes: makerSwap({ maker: swapStranger }) },
    ],
    ['no exchange that is known', 'Your wallet doesn’t recognize this exchange', 'SWAP_MISMATCH', { swapRouters: '' }],
    ['a lower minimum', 'This swap has a different minimum', 'SWAP_MISMATCH', { bytes: makerSwap({ units: 1n }) }],
    [
      'another amount',
      'This swap uses a different amount',
      'SWAP_MISMATCH',
      { bytes: makerSwap({ lamports: 2_000_000_000n }) },
    ],
    ['less that arrives', 'You’d receive less than the minimum', 'PRICE_MOVED', { received: 1n }],
  ])('with %s is stopped with words, and nothing is signed', async (_, words, name, facts) => {
    using screen = open(facts)
    await says(words)
    await expect.element(page.getByRole('button', { name: 'Confirm', exact: true })).not.toBeInTheDocument()
    await press('Close')
    const thrown = await screen.result.catch((error: unknown) => error)
    expect(AppError.from(thrown).name).toBe(name)
    expect(screen.signed).toEqual([])
  })

  test('whose blockhash is too old says so, and nothing is signed', async () => {
    using screen = open({ err: 'BlockhashNotFound' })
    await expect.element(page.getByRole('button', { name: 'Confirm', exact: true })).not.toBeInTheDocument()
    await press('Close')
    const thrown = await screen.result.catch((error: unknown) => error)
    expect(AppError.from(thrown).name).toBe('TRANSACTION_EXPIRED')
    expect(screen.signed).toEqual([])
  })
})
