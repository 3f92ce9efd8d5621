import {
  parseSolanaAddress,
  parseSolanaTransaction,
  token2022Program,
  tokenAccountOf,
  tokenProgram,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { Keypair, SystemInstruction, Transaction } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import type { SendWish } from './SendPlan.ts'
import { solanaSender } from './solanaSender.ts'
import { testTools } from './testTools.fixture.ts'

const network = 'solana:LocaLatchkey11111111111111111111'
const keyOf = (byte: number) => Keypair.fromSeed(new Uint8Array(32).fill(byte)).publicKey.toBase58()
const [me, friend, mint, blockhash] = [keyOf(1), keyOf(2), keyOf(3), keyOf(4)]
const signature = base58.encode(new Uint8Array(64).fill(7))
const sol = 1_000_000_000
const rent = 890_880
const token = { mint: parseSolanaAddress(mint), program: tokenProgram }
const mine = tokenAccountOf(parseSolanaAddress(me), token)
const theirs = tokenAccountOf(parseSolanaAddress(friend), token)

const coin = (numeric: string) => ({
  name: 'Solana',
  symbol: 'SOL',
  chainId: network,
  price: 150,
  quantity: { decimals: '9', numeric },
  iconUrl: '',
})
const wish: SendWish = {
  network,
  account: me,
  token: coin('2'),
  units: 500_000_000n,
  recipient: { address: friend, name: null },
}
const ofToken: SendWish = {
  ...wish,
  token: { ...coin('10'), symbol: 'USDC', address: `${network}:${mint}`, quantity: { decimals: '6', numeric: '10' } },
  units: 5_000_000n,
}
const inContext = (value: unknown) => ({ context: { slot: 5 }, value })
const tokenAccount = (pubkey: string, amount: string) => ({
  pubkey,
  account: { data: { parsed: { info: { tokenAmount: { amount, decimals: 6 } } } } },
})
/** A mint, with extensions that add bytes to the accounts for it. */
const mintOf = (owner: string, ...extensions: readonly number[]) => {
  const bytes = new Uint8Array(extensions.length === 0 ? 82 : 166 + 4 * extensions.length)
  bytes.set([6, 1], 44)
  if (extensions.length > 0) bytes.set([1, ...extensions.flatMap((type) => [type, 0, 0, 0])], 165)
  return { owner, data: [base64.encode(bytes), 'base64'] }
}
type Facts = { mine?: number; theirs?: number; accounts?: Record<string, unknown>; held?: unknown[] }
const nodeOf = ({
  mine: own = 2 * sol,
  theirs: other = sol,
  accounts = {},
  held = [tokenAccount(mine, '10000000')],
}: Facts = {}) => ({
  getBalance: (address: string) => inContext(address === me ? own : other),
  getMinimumBalanceForRentExemption: (bytes: number) => (bytes === 0 ? rent : 2_039_280 + 10 * (bytes - 165)),
  getLatestBlockhash: inContext({ blockhash, lastValidBlockHeight: 100 }),
  getFeeForMessage: inContext(5000),
  getSignaturesForAddress: [{ signature: 'before' }],
  getAccountInfo: (address: string) =>
    inContext({ [mint]: mintOf(tokenProgram), [theirs]: { owner: tokenProgram }, ...accounts }[address] ?? null),
  getTokenAccountsByOwner: inContext(held),
  simulateTransaction: inContext({ err: null, logs: [] }),
})
const bytesOf = ({ request }: { request: { params?: unknown } }) =>
  base58.decode((request.params as { transaction: string }).transaction)

describe('a plan of SOL', () => {
  test('is a transfer that web3.js reads, with its fee', async () => {
    const plan = await solanaSender.plan(testTools(network, nodeOf()), wish)
    const [instruction] = Transaction.from(bytesOf(plan)).instructions
    if (instruction === undefined) throw new Error('No instruction')
    const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction)
    expect([fromPubkey.toBase58(), toPubkey.toBase58(), BigInt(lamports)]).toEqual([me, friend, 500_000_000n])
    expect(plan).toMatchObject({ feeUnits: 5000n, depositUnits: 0n, problem: null })
    const transaction = base58.encode(bytesOf(plan))
    expect(plan.mark).toEqual({ lastSignature: 'before', transaction, lastValidBlockHeight: 100 })
  })

  test.each<[string, Facts, bigint, object | null]>([
    ['everything', {}, 2_000_000_000n - 5000n, null],
    ['more than everything', {}, 2_000_000_000n, { kind: 'short', neededUnits: 2_000_005_000n }],
    ['all but dust', {}, 2_000_000_000n - 6000n, { kind: 'leavesTooLittle', minimumUnits: 890_880n }],
    ['dust to a new account', { theirs: 0 }, 1000n, { kind: 'tooLittle', minimumUnits: 890_880n }],
    ['just enough to a new account', { theirs: 0 }, 890_880n, null],
    ['dust to an account that is there', {}, 1000n, null],
  ])('of %s', async (_, facts, units, problem) => {
    const plan = await solanaSender.plan(testTools(network, nodeOf(facts)), { ...wish, units })
    expect(plan.problem).toEqual(problem)
  })

  test.each<[string, object, string]>([
    [
      'a program that refuses',
      {
        simulateTransaction: inContext({
          err: { InstructionError: [0, 'Custom'] },
          logs: ['Program log: Error: no way'],
        }),
      },
      'EXECUTION_REVERTED',
    ],
    ['a node that is away', { getLatestBlockhash: new AppError('CHAIN_UNREACHABLE') }, 'CHAIN_UNREACHABLE'],
    ['a node that answers rubbish', { getBalance: inContext(-5) }, 'CHAIN_UNREACHABLE'],
    [
      'a blockhash that is none',
      { getLatestBlockhash: inContext({ blockhash: 'soon', lastValidBlockHeight: 100 }) },
      'INVALID_PARAMS',
    ],
  ])('fails by %s', async (_, change, name) => {
    const tools = testTools(network, { ...nodeOf(), ...change })
    await expect(solanaSender.plan(tools, wish)).rejects.toMatchObject({ name })
  })

  test('a refusal says why, in the words of the program', async () => {
    const simulateTransaction = inContext({ err: 'x', logs: ['Program log: Error: not\u0007 today'] })
    const tools = testTools(network, { ...nodeOf(), simulateTransaction })
    await expect(solanaSender.plan(tools, wish)).rejects.toMatchObject({ details: { reason: 'not today' } })
  })
})

describe('a plan of tokens', () => {
  test('moves them from account to account', async () => {
    const plan = await solanaSender.plan(testTools(network, nodeOf()), ofToken)
    const { instructions } = parseSolanaTransaction(bytesOf(plan))
    expect(instructions.map(({ program, accounts }) => [program, accounts])).toEqual([
      [tokenProgram, [mine, mint, theirs, me]],
    ])
    expect(plan).toMatchObject({ feeUnits: 5000n, depositUnits: 0n, problem: null })
  })

  test('makes the account of a recipient who has none, and says what that costs', async () => {
    const tools = testTools(network, nodeOf({ accounts: { [theirs]: null } }))
    const plan = await solanaSender.plan(tools, ofToken)
    expect(parseSolanaTransaction(bytesOf(plan)).instructions).toHaveLength(2)
    expect(plan).toMatchObject({ depositUnits: 2_039_280n, problem: null })
  })

  // Accounts for tokens with a fee, or with a hook, are longer.
  test.each<[string, number, number[]]>([
    ['none', 170, []],
    ['a fee', 182, [1]],
    ['a hook', 175, [14]],
    ['a fee, a hook and a pause', 191, [1, 14, 26]],
    ['a permanent delegate', 170, [12]],
  ])('of the newer program, with %s, deposits for an account of %i bytes', async (_, bytes, extensions) => {
    const tools = testTools(network, nodeOf({ accounts: { [mint]: mintOf(token2022Program, ...extensions) } }))
    expect(await solanaSender.plan(tools, ofToken)).toMatchObject({
      depositUnits: 2_039_280n + 10n * BigInt(bytes - 165),
    })
  })

  test('needs SOL for fee and account', async () => {
    const tools = testTools(network, nodeOf({ mine: 1_000_000, accounts: { [theirs]: null } }))
    expect((await solanaSender.plan(tools, ofToken)).problem).toEqual({ kind: 'short', neededUnits: 2_044_280n })
  })

  test('is for the program that keeps the mint', async () => {
    const newer = { ...token, program: token2022Program }
    const to = tokenAccountOf(parseSolanaAddress(friend), newer)
    const from = tokenAccountOf(parseSolanaAddress(me), newer)
    const tools = testTools(
      network,
      nodeOf({ accounts: { [mint]: mintOf(token2022Program), [to]: {} }, held: [tokenAccount(from, '9000000')] }),
    )
    const { instructions } = parseSolanaTransaction(bytesOf(await solanaSender.plan(tools, ofToken)))
    expect(instructions.map(({ program, accounts }) => [program, accounts])).toEqual([
      [token2022Program, [from, mint, to, me]],
    ])
  })

  test('takes them from the account that has enough', async () => {
    const other = keyOf(9)
    const tools = testTools(network, nodeOf({ held: [tokenAccount(mine, '1'), tokenAccount(other, '5000000')] }))
    const { instructions } = parseSolanaTransaction(bytesOf(await solanaSender.plan(tools, ofToken)))
    expect(instructions[0]?.accounts[0]).toBe(other)
  })

  test('is none for an address without a key, nor for a mint that is none', async () => {
    const tools = testTools(network, nodeOf())
    const toProgram = { ...ofToken, recipient: { address: theirs, name: null } }
    await expect(solanaSender.plan(tools, toProgram)).rejects.toMatchObject({ name: 'ADDRESS_INVALID' })
    const lost = testTools(network, nodeOf({ accounts: { [mint]: null } }))
    await expect(solanaSender.plan(lost, ofToken)).rejects.toMatchObject({ name: 'TOKEN_MISSING' })
  })
})

describe('giving it to the wallet', () => {
  test('asks once, and resolves with the signature', async () => {
    const tools = testTools(network, nodeOf(), { solana_signAndSendTransaction: { signature } })
    expect(await solanaSender.send(tools, await solanaSender.plan(tools, wish))).toBe(signature)
    expect(tools.requests).toHaveLength(1)
  })

  test('sends what a wallet signs that cannot send here', async () => {
    const sent: unknown[] = []
    const node = { ...nodeOf(), sendTransaction: (transaction: string) => sent.push(transaction) && signature }
    const wallet = {
      solana_signAndSendTransaction: new AppError('CHAIN_NOT_SUPPORTED'),
      solana_signTransaction: { transaction: base58.encode(new Uint8Array([1, 2, 3])) },
    }
    const tools = testTools(network, node, wallet, { isEmbedded: false })
    expect(await solanaSender.send(tools, await solanaSender.plan(tools, wish))).toBe(signature)
    expect(sent).toEqual([base64.encode(new Uint8Array([1, 2, 3]))])
  })

  test.each(['USER_REJECTED', 'DISCONNECTED', 'TIMEOUT'] as const)(
    'never asks a second time after %s',
    async (name) => {
      const wallet = { solana_signAndSendTransaction: new AppError(name) }
      const tools = testTools(network, nodeOf(), wallet, { isEmbedded: false })
      const plan = await solanaSender.plan(tools, wish)
      await expect(solanaSender.send(tools, plan)).rejects.toMatchObject({ name })
      expect(tools.requests).toHaveLength(1)
    },
  )
})

test.each<[string, unknown, string]>([
  ['a user', { owner: '11111111111111111111111111111111' }, 'person'],
  ['a user who was never there', null, 'person'],
  ['a token account', { owner: tokenProgram }, 'tokenAccount'],
  ['an account of a program', { owner: keyOf(8) }, 'contract'],
])('%s is told from the others', async (_, account, kind) => {
  expect(await solanaSender.inspect(testTools(network, { getAccountInfo: inContext(account) }), friend)).toBe(kind)
})

test('an address without a key is no user, though nothing is there', async () => {
  expect(await solanaSender.inspect(testTools(network, { getAccountInfo: inContext(null) }), theirs)).toBe('contract')
})

test.each<[unknown, string]>([
  [null, 'pending'],
  [{ err: null, confirmationStatus: 'processed' }, 'pending'],
  [{ err: null, confirmationStatus: 'confirmed' }, 'confirmed'],
  [{ err: null, confirmationStatus: 'finalized' }, 'confirmed'],
  [{ err: { InstructionError: [] }, confirmationStatus: 'confirmed' }, 'failed'],
])('a status %j means %s', async (found, status) => {
  expect(await solanaSender.status?.(testTools(network, { getSignatureStatuses: inContext([found]) }), signature)).toBe(
    status,
  )
})
