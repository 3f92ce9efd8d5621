import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Ed25519Program,
  Keypair,
  PublicKey,
  StakeProgram,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  VoteProgram,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import type { SolanaAddress } from '../address/solanaAddress.ts'
import { thrown } from '../testing/thrown.ts'
import { assessSolana } from './assessSolana.ts'
import { formatBase58, parseBase58, parseBase58Transaction } from './base58Bytes.ts'
import { readInstruction } from './instructions/readInstruction.ts'
import { parseSolanaTransaction } from './parseSolanaTransaction.ts'
import { type AccountState, resolveLookups } from './resolveLookups.ts'
import { solanaChanges } from './solanaChanges.ts'
import { solanaFailure, translateSolanaError } from './solanaFailure.ts'
import { solanaFee } from './solanaFee.ts'
import { lookupTableProgram } from './solanaPrograms.ts'
import { systemProgram, tokenProgram } from './transferInstructions.ts'
import { withSignature } from './withSignature.ts'

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1))
const second = Keypair.fromSeed(new Uint8Array(32).fill(2))
const key = (byte: number) => new PublicKey(new Uint8Array(32).fill(byte))
const own = payer.publicKey.toBase58()
const to = key(7)
const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 5 })

const compile = (instructions: TransactionInstruction[], tables: AddressLookupTableAccount[] = []) =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: key(9).toBase58(),
      instructions,
    }).compileToV0Message(tables),
  )
const parse = (...instructions: TransactionInstruction[]) => parseSolanaTransaction(compile(instructions).serialize())

const tableOf = (addresses: PublicKey[], deactivationSlot = 2n ** 64n - 1n) =>
  new AddressLookupTableAccount({
    key: key(20),
    state: {
      deactivationSlot,
      lastExtendedSlot: 1,
      lastExtendedSlotStartIndex: 0,
      authority: undefined as never,
      addresses,
    },
  })
const stateOf = (
  addresses: PublicKey[],
  { deactivation = 0xff, owner = lookupTableProgram as string } = {},
): AccountState => ({
  owner,
  lamports: 1n,
  data: Uint8Array.from([
    ...[1, 0, 0, 0],
    ...new Array(8).fill(deactivation),
    ...new Array(44).fill(0),
    ...addresses.flatMap((each) => [...each.toBytes()]),
  ]),
})

describe('lookup tables', () => {
  const transaction = parseSolanaTransaction(compile([transfer], [tableOf([key(30), to])]).serialize())
  const table = key(20).toBase58()

  test('bring the addresses that web3.js finds in them', () => {
    const state = stateOf([key(30), to])
    expect(AddressLookupTableAccount.deserialize(state.data).addresses).toEqual([key(30), to])
    const resolved = resolveLookups(transaction, new Map([[table, state]]))
    expect(resolved.instructions[0]?.accounts).toEqual([own, to.toBase58()])
    expect(resolved.writable).toEqual([own, to.toBase58()])
    expect([...resolved.looked]).toEqual([to.toBase58()])
  })

  test.each<[string, AccountState | null]>([
    ['is not there', null],
    ['belongs to another program', stateOf([key(30), to], { owner: systemProgram })],
    ['is being closed', stateOf([key(30), to], { deactivation: 0 })],
    ['is too short', stateOf([key(30)])],
    ['ends in the middle of an address', { ...stateOf([key(30), to]), data: stateOf([key(30), to]).data.slice(0, -1) }],
    ['was never made', { ...stateOf([]), data: new Uint8Array(56) }],
  ])('one that %s refuses the transaction', (_, state) => {
    expect(thrown(() => resolveLookups(transaction, new Map([[table, state]])))).toBe('LOOKUP_TABLE_INVALID')
  })
})

describe('a signature', () => {
  const both = [transfer, SystemProgram.transfer({ fromPubkey: second.publicKey, toPubkey: to, lamports: 1 })]

  test.each([payer, second])('goes to its place, and every other byte stays', (signer) => {
    const theirs = compile(both)
    const unsigned = theirs.serialize()
    theirs.sign([signer])
    const index = signer === payer ? 0 : 1
    const signature = theirs.signatures[index] as Uint8Array
    expect(withSignature(unsigned, signer.publicKey.toBase58(), signature)).toEqual(new Uint8Array(theirs.serialize()))
  })

  test('has no place in a transaction of others', () => {
    const bytes = compile([transfer]).serialize()
    expect(thrown(() => withSignature(bytes, key(5).toBase58(), new Uint8Array(64)))).toBe('INVALID_PARAMS')
    expect(thrown(() => withSignature(bytes, own, new Uint8Array(63)))).toBe('INVALID_PARAMS')
  })
})

describe('the fee', () => {
  const feeOf = (...instructions: TransactionInstruction[]) => {
    const transaction = parse(...instructions)
    return solanaFee(transaction, transaction.instructions.map(readInstruction))
  }

  test('is so much a signature, those that programs check among them', () => {
    expect(feeOf(transfer)).toEqual({ base: 5_000n, priority: 0n })
    const check = Ed25519Program.createInstructionWithPublicKey({
      ...{ publicKey: key(1).toBytes(), message: new Uint8Array(1), signature: new Uint8Array(64) },
    })
    expect(feeOf(transfer, check)).toEqual({ base: 10_000n, priority: 0n })
  })

  test('to be first is the price of all units that are asked for, rounded up', () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_001 })
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 })
    expect(feeOf(price, limit, transfer).priority).toBe(2n)
    expect(feeOf(price, transfer, transfer).priority).toBe(401n)
    const most = ComputeBudgetProgram.setComputeUnitLimit({ units: 4_000_000_000 })
    expect(feeOf(price, most, transfer).priority).toBe(1_402n)
  })
})

describe('what is different afterwards', () => {
  const me = own
  const mint = key(40).toBase58()
  const holder = key(41).toBase58()
  const sol = (lamports: bigint, owner: string = systemProgram): AccountState => ({
    owner,
    lamports,
    data: new Uint8Array(),
  })
  const tokens = (owner: string, amount: bigint, delegate: string | null = null, delegated = 0n): AccountState => {
    const data = new Uint8Array(165)
    const view = new DataView(data.buffer)
    data.set(parseBase58(mint, 'mint'))
    data.set(parseBase58(owner, 'owner'), 32)
    view.setBigUint64(64, amount, true)
    if (delegate !== null) {
      view.setUint32(72, 1, true)
      data.set(parseBase58(delegate, 'delegate'), 76)
    }
    data[108] = 1
    view.setBigUint64(121, delegated, true)
    return { owner: tokenProgram, lamports: 2n, data }
  }
  const friend = key(50).toBase58()
  const changes = (before: AccountState | null, after: AccountState | null) =>
    solanaChanges(
      me,
      new Map([
        [me, sol(10n)],
        [holder, before],
      ]),
      new Map([
        [me, sol(10n)],
        [holder, after],
      ]),
    )

  test('SOL and tokens, what leaves first', () => {
    const before = new Map([
      [me, sol(10n)],
      [holder, tokens(me, 5n)],
    ])
    const after = new Map([
      [me, sol(12n)],
      [holder, tokens(me, 1n)],
    ])
    expect(solanaChanges(me, before, after)).toEqual([
      { kind: 'token', mint, amount: -4n },
      { kind: 'sol', lamports: 2n },
    ])
  })

  test.each([
    ['tokens of somebody else', tokens(friend, 5n), tokens(friend, 1n), []],
    ['a new holding', null, tokens(me, 7n), [{ kind: 'token', mint, amount: 7n }]],
    ['a closed one', tokens(me, 0n), null, []],
    [
      'a holding that is given away',
      tokens(me, 5n),
      tokens(friend, 5n),
      [
        { kind: 'token', mint, amount: -5n },
        { kind: 'lost', mint, account: holder, to: friend },
      ],
    ],
    [
      'a new right',
      tokens(me, 5n),
      tokens(me, 5n, friend, 2n),
      [{ kind: 'delegate', mint, delegate: friend, amount: 2n, isAll: false }],
    ],
    [
      'a right over everything',
      tokens(me, 5n, friend, 2n),
      tokens(me, 5n, friend, 9n),
      [{ kind: 'delegate', mint, delegate: friend, amount: 9n, isAll: true }],
    ],
    ['a right as it was', tokens(me, 5n, friend, 2n), tokens(me, 5n, friend, 2n), []],
    [
      'a right that is used up',
      tokens(me, 5n, friend, 2n),
      tokens(me, 4n, friend, 1n),
      [{ kind: 'token', mint, amount: -1n }],
    ],
  ])('%s', (_, before, after, told) => {
    expect(changes(before, after)).toEqual(told)
  })

  test('an account that a program takes', () => {
    expect(solanaChanges(me, new Map([[me, sol(1n)]]), new Map([[me, sol(1n, friend)]]))).toEqual([
      { kind: 'assigned', to: friend },
    ])
  })
})

describe('risks', () => {
  const risks = (...instructions: TransactionInstruction[]) => {
    const transaction = resolveLookups(parse(...instructions), new Map())
    const read = transaction.instructions.map(readInstruction)
    return assessSolana({ own, transaction, instructions: read, changes: [] }).map(({ kind }) => kind)
  }

  test('are none in a plain transfer, and the worst comes first', () => {
    expect(risks(transfer)).toEqual([])
    const assign = SystemProgram.assign({ accountPubkey: payer.publicKey, programId: key(8) })
    const nonce = SystemProgram.nonceAdvance({ noncePubkey: key(3), authorizedPubkey: payer.publicKey })
    expect(risks(nonce, assign)).toEqual(['givesAccount', 'durable'])
  })

  const stakeOf = (authorizedPubkey: PublicKey) => ({ stakePubkey: key(3), authorizedPubkey })
  const voteOf = { votePubkey: key(3), authorizedWithdrawerPubkey: payer.publicKey, lamports: 7 }
  const seeded = { fromPubkey: key(3), basePubkey: payer.publicKey, lamports: 9, seed: 's', programId: key(8) }
  const authority = { newAuthorizedPubkey: to, stakeAuthorizationType: { index: 1 } }
  const raw = (program: string, keys: readonly PublicKey[], ...data: number[]) =>
    new TransactionInstruction({
      programId: new PublicKey(program),
      keys: keys.map((pubkey, at) => ({ pubkey, isSigner: pubkey === payer.publicKey, isWritable: at === 0 })),
      data: Buffer.from(data),
    })
  const loader = 'BPFLoaderUpgradeab1e11111111111111111111111'
  test.each<[string, TransactionInstruction, string[]]>([
    [
      'a stake is handed over',
      StakeProgram.authorize({ ...stakeOf(payer.publicKey), ...authority }).instructions[0] as TransactionInstruction,
      ['handsOver'],
    ],
    [
      'a stake of others is',
      StakeProgram.authorize({ ...stakeOf(second.publicKey), ...authority }).instructions[0] as TransactionInstruction,
      ['othersSign'],
    ],
    [
      'a stake is taken',
      StakeProgram.withdraw({ ...stakeOf(payer.publicKey), toPubkey: to, lamports: 7 })
        .instructions[0] as TransactionInstruction,
      ['closesFor'],
    ],
    [
      'a stake comes back',
      StakeProgram.withdraw({ ...stakeOf(payer.publicKey), toPubkey: payer.publicKey, lamports: 7 })
        .instructions[0] as TransactionInstruction,
      [],
    ],
    [
      'a validator is emptied',
      VoteProgram.withdraw({ ...voteOf, toPubkey: to }).instructions[0] as TransactionInstruction,
      ['closesFor'],
    ],
    [
      'a nonce account is emptied',
      SystemProgram.nonceWithdraw({
        noncePubkey: key(3),
        authorizedPubkey: payer.publicKey,
        toPubkey: to,
        lamports: 5,
      }),
      ['closesFor'],
    ],
    ['an account with a seed is emptied', SystemProgram.transfer({ ...seeded, toPubkey: to }), ['closesFor']],
    ['a program is handed over', raw(loader, [key(3), payer.publicKey, to], 4, 0, 0, 0), ['handsOver']],
    ['a program is changed', raw(loader, [key(3), payer.publicKey], 3, 0, 0, 0), ['unreadable']],
    ['a lookup table is closed', raw(lookupTableProgram, [key(3), payer.publicKey, to], 4, 0, 0, 0), ['unreadable']],
    [
      'an item is changed',
      raw('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s', [key(3), payer.publicKey], 50),
      ['unreadable'],
    ],
    [
      'a position is emptied',
      raw('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', [key(3), payer.publicKey], 9),
      ['unreadable'],
    ],
    ['tokens are exchanged', raw('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', [key(3), payer.publicKey], 9), []],
  ])('that trying does not show: %s', (_, instruction, told) => {
    expect(risks(instruction)).toEqual(told)
  })

  test('are strangers among the receivers, and who looks like somebody known', () => {
    const transaction = resolveLookups(parse(transfer), new Map())
    const instructions = transaction.instructions.map(readInstruction)
    const [friend, like] = [
      'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      'oeYf6KAJkLYhBuR9CiGc6L4D4Xtfepr85fuDgA9kq96',
    ]
    const judged = (receivers: readonly string[], known?: readonly string[]) =>
      assessSolana({ own, transaction, instructions, changes: [], receivers, known })
    expect(judged([friend], [friend])).toEqual([])
    expect(judged([friend], [])).toEqual([{ kind: 'firstTime', address: friend }])
    expect(judged([key(7).toBase58(), like, friend], [friend])).toEqual([
      { kind: 'lookalike', address: like, of: friend },
      { kind: 'firstTime', address: key(7).toBase58() },
    ])
    // Without known addresses, no recipient is flagged as unknown.
    expect(judged([friend])).toEqual([])
    const mirror = `${own.slice(0, 5)}${own[5] === 'a' ? 'b' : 'a'}${own.slice(6)}`
    expect(judged([mirror])).toEqual([{ kind: 'lookalike', address: mirror, of: own }])
  })

  test('that could not be tried is one of its own', () => {
    const transaction = resolveLookups(parse(transfer), new Map())
    const instructions = transaction.instructions.map(readInstruction)
    expect(assessSolana({ own, transaction, instructions, changes: null })).toEqual([{ kind: 'notTried' }])
    expect(assessSolana({ own, transaction, instructions, changes: null, failsAlone: 'because' })).toEqual([
      { kind: 'failsAlone', reason: 'because' },
    ])
  })
})

describe('why a cluster refuses', () => {
  const instructions = [{ program: tokenProgram }, { program: key(8).toBase58() as SolanaAddress }]
  test.each<[unknown, string, string?]>([
    ['BlockhashNotFound', 'TRANSACTION_EXPIRED'],
    ['AlreadyProcessed', 'TRANSACTION_KNOWN'],
    ['AccountNotFound', 'INSUFFICIENT_FUNDS'],
    ['InsufficientFundsForFee', 'INSUFFICIENT_FUNDS'],
    [
      { InsufficientFundsForRent: { account_index: 1 } },
      'EXECUTION_REVERTED',
      'an account would have too little for its rent',
    ],
    ['AddressLookupTableNotFound', 'LOOKUP_TABLE_INVALID'],
    ['ProgramAccountNotFound', 'EXECUTION_REVERTED', 'a program that it needs is not on this network'],
    [{ InstructionError: [0, { Custom: 1 }] }, 'EXECUTION_REVERTED', 'there are not enough tokens (Token)'],
    [{ InstructionError: [0, { Custom: 999 }] }, 'EXECUTION_REVERTED', 'the program gave no reason'],
    [{ InstructionError: [1, 'MissingRequiredSignature'] }, 'EXECUTION_REVERTED', 'a signature is missing'],
    [{ InstructionError: 'odd' }, 'EXECUTION_REVERTED', 'the program gave no reason'],
    ['constructor', 'EXECUTION_REVERTED', 'the program gave no reason'],
    [7, 'EXECUTION_REVERTED', 'the program gave no reason'],
  ])('%j is %s', (err, name, reason) => {
    expect(solanaFailure(err, { instructions })).toMatchObject({
      name,
      ...(reason === undefined ? {} : { details: { reason } }),
    })
  })

  test('what a program logs is its reason, on one line', () => {
    const logs = ['Program log: Instruction: Swap', 'Program log: Error: insufficient\n\u202efunds', 'Program x failed']
    expect(solanaFailure({ InstructionError: [1, { Custom: 6001 }] }, { instructions, logs }).details).toEqual({
      reason: 'insufficient funds',
    })
  })

  test.each<[unknown, string]>([
    [
      { code: -32002, message: 'Transaction simulation failed', data: { err: 'BlockhashNotFound', logs: [] } },
      'TRANSACTION_EXPIRED',
    ],
    [{ code: -32002, message: 'This transaction has already been processed' }, 'TRANSACTION_KNOWN'],
    [{ code: -32602, message: 'invalid params' }, 'INVALID_PARAMS'],
    [{ code: -32005, message: 'Node is behind by 42 slots' }, 'CHAIN_UNREACHABLE'],
    [{ code: -32016, message: 'Minimum context slot has not been reached' }, 'CHAIN_UNREACHABLE'],
    [{ code: -32003, message: 'Transaction signature verification failure' }, 'TRANSACTION_REJECTED'],
    [{ code: 1 }, 'INTERNAL'],
    [null, 'INTERNAL'],
  ])('a node that says %j means %s', (error, name) => {
    expect(translateSolanaError(error).name).toBe(name)
  })
})

test('base58 is read as web3.js writes it, and no further than it pays', () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => (at * 7) % 256)
  expect(parseBase58(formatBase58(bytes), 'x')).toEqual(bytes)
  expect(formatBase58(payer.publicKey.toBytes())).toBe(own)
  for (const bad of ['0', 'O', 'I', 'l', ' ', 'é']) expect(thrown(() => parseBase58(bad, 'x'))).toBe('INVALID_PARAMS')
  expect(thrown(() => parseBase58('1'.repeat(8193), 'x'))).toBe('TOO_LARGE')
  const largest = formatBase58(new Uint8Array(1232).fill(0xff))
  expect(parseBase58Transaction(largest)).toHaveLength(1232)
  expect(thrown(() => parseBase58Transaction('z'.repeat(1684)))).toBe('TOO_LARGE')
})
