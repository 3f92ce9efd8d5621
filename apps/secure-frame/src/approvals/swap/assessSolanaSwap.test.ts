import {
  jupiterProgram,
  parseSolanaTransaction,
  type SolanaSwapTerms,
  token2022Program,
  tokenAccountOf,
  wrappedSolMint,
} from '@latchkey/chains'
import {
  jupiterSwap,
  makerSwap,
  swapAmounts,
  swapMaker,
  swapOther,
  swapStranger,
  swapUsdc,
  swapUser,
} from '@latchkey/chains/testing/solanaSwap'
import { solanaSwapLies } from '@latchkey/chains/testing/solanaSwapLies'
import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createSolanaReader } from '../../chain/createSolanaReader.ts'
import { examineSolana } from '../solana/examineSolana.ts'
import { type Accounts, mint, solanaChain, tokenAccount, wallet } from '../solana/solanaChain.fixture.ts'
import { assessSolanaSwap } from './assessSolanaSwap.ts'
import { routersOn, swapRoutersText } from './swapRouters.ts'

const terms: SolanaSwapTerms = {
  give: { asset: 'native', amount: swapAmounts.give },
  get: { asset: swapUsdc.mint, minimum: swapAmounts.minimum },
}
const own: string = swapUser
const ownUsdc = tokenAccountOf(swapUser, swapUsdc)
const ownOther = tokenAccountOf(swapUser, swapOther)
const ownWrapped = tokenAccountOf(swapUser, { ...swapUsdc, mint: wrappedSolMint as typeof swapUsdc.mint })
const rent = 2_039_280n
/** With one signature; makers sign beside the user. */
const fee = 5_000n
const had = 10_000_000_000n

const held = (amount: bigint, more: Partial<Parameters<typeof tokenAccount>[0]> = {}) =>
  tokenAccount({ mint: swapUsdc.mint, owner: own, amount, ...more })
const before: Accounts = {
  [own]: wallet(had),
  [swapMaker]: wallet(had),
  [ownOther]: tokenAccount({ mint: swapOther.mint, owner: own, amount: 50n }),
  [swapUsdc.mint]: mint(6),
}
const honest = (signers: number): Accounts => ({
  [own]: wallet(had - swapAmounts.give - fee * BigInt(signers) - rent),
  [ownUsdc]: held(158_500_000n),
})

type Facts = Partial<{
  bytes: Uint8Array
  after: Accounts
  err: unknown
  terms: SolanaSwapTerms
  exchanges: string[]
  accounts: Accounts
  canTry: boolean
}>

const judge = async ({ bytes = makerSwap(), after = {}, err = null, canTry = true, ...facts }: Facts = {}) => {
  const parsed = parseSolanaTransaction(bytes)
  const chain = solanaChain({
    accounts: { ...before, ...facts.accounts },
    after: { ...honest(parsed.signers.length), ...after },
    err,
  }) as Record<string, unknown>
  const read = createSolanaReader(async (_, method, params) => {
    if (method === 'simulateTransaction' && !canTry) throw new AppError('METHOD_NOT_ALLOWED')
    const answer = chain[method]
    return { result: typeof answer === 'function' ? answer(params) : answer }
  }, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  const examined = await examineSolana([{ bytes, transaction: parsed }], { own }, read)
  const [transaction] = examined.transactions
  if (transaction === undefined) throw new Error('nothing was examined')
  return assessSolanaSwap(transaction, facts.terms ?? terms, own, facts.exchanges ?? [swapMaker, jupiterProgram])
}

describe('assessSolanaSwap', () => {
  test('lets pass what was agreed to, with a maker and by a program', async () => {
    expect(await judge()).toBeNull()
    expect(await judge({ after: { [ownUsdc]: held(swapAmounts.minimum) } })).toBeNull()
    expect(await judge({ bytes: jupiterSwap() })).toBeNull()
  })

  test('takes wrapped SOL for SOL: what is left of it comes out too', async () => {
    const accounts: Accounts = { [ownWrapped]: tokenAccount({ mint: wrappedSolMint, owner: own, amount: 70_000n }) }
    const after: Accounts = {
      [ownWrapped]: null,
      [own]: wallet(had - swapAmounts.give - fee - rent + 70_000n + rent),
    }
    expect(await judge({ bytes: jupiterSwap(), accounts, after })).toBeNull()
  })

  test.each(solanaSwapLies)('stops a swap by $form in which $field, whatever trying it shows', async (lie) => {
    const { bytes, fault, tables: accounts } = lie
    expect(await judge({ bytes, accounts })).toBe(fault)
    expect(await judge({ bytes, accounts, err: 'BlockhashNotFound' })).toBe(fault)
  })

  test.each<[string, string, Accounts]>([
    ['less arrives than the minimum', 'less', { [ownUsdc]: held(swapAmounts.minimum - 1n) }],
    ['nothing arrives', 'less', { [ownUsdc]: held(0n) }],
    ['it arrives as another token', 'less', { [ownUsdc]: held(158_500_000n, { mint: swapOther.mint }) }],
    ['it arrives at an account of someone else', 'less', { [ownUsdc]: held(158_500_000n, { owner: swapStranger }) }],
    ['more SOL leaves', 'amount', { [own]: wallet(had - swapAmounts.give - 2n * fee - rent - 1n) }],
    [
      'someone may take of what arrives',
      'allowance',
      { [ownUsdc]: held(158_500_000n, { delegate: swapStranger, delegated: 1n }) },
    ],
    [
      'the account goes to a program',
      'allowance',
      { [own]: { ...wallet(had - swapAmounts.give - fee - rent), owner: swapStranger } },
    ],
    [
      'a new account takes more than it has to hold',
      'amount',
      {
        [own]: wallet(had - swapAmounts.give - fee - 1_000_000_000n),
        [ownUsdc]: { ...held(158_500_000n), lamports: 1_000_000_000n },
      },
    ],
  ])('stops one of which trying shows that %s', async (_, stop, after) => {
    expect(await judge({ after })).toBe(stop)
    expect(await judge({ bytes: jupiterSwap(), after })).toBe(stop)
  })

  test('stops one of which trying shows that another token leaves, or that someone may close an account', async () => {
    const bytes = jupiterSwap({ form: 'shared' })
    const closed = held(158_500_000n)
    const data = new Uint8Array(closed.data)
    data.set([1, 0, 0, 0, ...new Uint8Array(32).fill(9)], 129)
    expect(await judge({ bytes, after: { [ownUsdc]: { ...closed, data } } })).toBe('allowance')
    // One of the user's token accounts is in the position of a pool of the route.
    const other = (amount: bigint): Accounts => ({
      [swapStranger]: tokenAccount({ mint: swapOther.mint, owner: own, amount }),
    })
    expect(await judge({ bytes, accounts: other(5n), after: other(4n) })).toBe('more')
    expect(await judge({ bytes, accounts: other(5n), after: other(6n) })).toBeNull()
  })

  test('stops what no node could try; one that fails has words of its own', async () => {
    expect(await judge({ canTry: false })).toBe('untried')
    expect(await judge({ err: { InstructionError: [0, { Custom: 1 }] } })).toBeNull()
  })

  test('stops everything on a cluster without a known exchange', async () => {
    expect(await judge({ exchanges: [] })).toBe('router')
  })
})

test('exchanges of Solana are those of the cluster alone', () => {
  const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const text = `eip155:1:0x${'1'.repeat(40)},${cluster}:${jupiterProgram},${cluster}:${token2022Program}`
  expect(swapRoutersText.test(text)).toBe(true)
  expect(routersOn(text, cluster)).toEqual([jupiterProgram, token2022Program])
  expect(routersOn(text, 'eip155:1')).toHaveLength(1)
  expect(routersOn(text, `solana:${'1'.repeat(32)}`)).toEqual([])
  for (const wrong of [
    `solana:5ey:${jupiterProgram}`,
    `${cluster}:0x${'1'.repeat(40)}`,
    `${cluster}:`,
    `${cluster}:${jupiterProgram};`,
  ])
    expect([wrong, swapRoutersText.test(wrong)]).toEqual([wrong, false])
})
