import {
  ComputeBudgetProgram,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  StakeProgram,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  VoteProgram,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import type { SolanaAddress } from '../../address/solanaAddress.ts'
import { random } from '../../testing/random.ts'
import { loaderProgram, memoPrograms } from '../solanaPrograms.ts'
import {
  createTokenAccount,
  systemProgram,
  token2022Program,
  tokenAccountOf,
  tokenProgram,
  transferToken,
} from '../transferInstructions.ts'
import { readInstruction } from './readInstruction.ts'

const key = (byte: number) => new PublicKey(new Uint8Array(32).fill(byte))
const [own, other, third] = [key(1), key(2), key(3)]
const [a, b, c] = [own.toBase58(), other.toBase58(), third.toBase58()] as SolanaAddress[] as [
  SolanaAddress,
  SolanaAddress,
  SolanaAddress,
]

const ofWeb3 = ({ programId, keys, data }: TransactionInstruction) =>
  readInstruction({
    program: programId.toBase58() as SolanaAddress,
    accounts: keys.map(({ pubkey }) => pubkey.toBase58()),
    data: new Uint8Array(data),
  }).action
const read = (program: string, accounts: readonly string[], ...data: number[]) =>
  readInstruction({ program: program as SolanaAddress, accounts, data: Uint8Array.from(data) }).action
const uint64 = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))

describe('the system program, as web3.js writes it', () => {
  const nonce = { noncePubkey: other, authorizedPubkey: own }
  test.each([
    [
      'a transfer',
      SystemProgram.transfer({ fromPubkey: own, toPubkey: other, lamports: 2n ** 53n }),
      { kind: 'sendSol', from: a, to: b, lamports: 2n ** 53n, authority: a },
    ],
    [
      'a transfer from an account with a seed',
      SystemProgram.transfer({
        ...{ fromPubkey: own, basePubkey: third, toPubkey: other },
        ...{ lamports: 9, seed: 'seed', programId: third },
      }),
      { kind: 'sendSol', from: a, to: b, lamports: 9n, authority: c },
    ],
    [
      'a new account',
      SystemProgram.createAccount({
        ...{ fromPubkey: own, newAccountPubkey: other },
        ...{ lamports: 9, space: 165, programId: third },
      }),
      { kind: 'createAccount', payer: a, account: b, lamports: 9n, owner: c },
    ],
    [
      'a new account with a seed',
      SystemProgram.createAccountWithSeed({
        ...{ fromPubkey: own, newAccountPubkey: other, basePubkey: own, seed: 'a seed' },
        ...{ lamports: 9, space: NONCE_ACCOUNT_LENGTH, programId: third },
      }),
      { kind: 'createAccount', payer: a, account: b, lamports: 9n, owner: c },
    ],
    [
      'an account given to a program',
      SystemProgram.assign({ accountPubkey: own, programId: third }),
      { kind: 'assign', account: a, owner: c },
    ],
    [
      'an account with a seed given to a program',
      SystemProgram.assign({ accountPubkey: own, basePubkey: other, seed: 'x', programId: third }),
      { kind: 'assign', account: a, owner: c },
    ],
    [
      'room in an account',
      SystemProgram.allocate({ accountPubkey: own, space: 100 }),
      { kind: 'other', does: 'allocate' },
    ],
    ['a nonce that is used', SystemProgram.nonceAdvance(nonce), { kind: 'useNonce', nonce: b, authority: a }],
    [
      'a nonce that is emptied',
      SystemProgram.nonceWithdraw({ ...nonce, toPubkey: third, lamports: 5 }),
      { kind: 'takeOut', of: 'nonce', account: b, to: c, lamports: 5n, authority: a },
    ],
    [
      'a nonce that is handed over',
      SystemProgram.nonceAuthorize({ ...nonce, newAuthorizedPubkey: third }),
      { kind: 'handOver', of: 'nonce', account: b, authority: a, to: c },
    ],
  ] as const)('%s', (_, given, action) => {
    const [instruction] = given instanceof Transaction ? given.instructions : [given]
    expect(ofWeb3(instruction as TransactionInstruction)).toEqual(action)
  })
})

describe('what somebody keeps with a program, as web3.js writes it', () => {
  const stake = { stakePubkey: other, authorizedPubkey: own }
  const vote = { votePubkey: other, authorizedPubkey: own }
  const withSeed = { stakePubkey: other, authorityBase: own, authoritySeed: 'seed', authorityOwner: third }
  const handOver = { kind: 'handOver', account: b, authority: a, to: c }
  test.each([
    ...[0, 1].flatMap((index) => [
      [
        `a stake, ${index}`,
        StakeProgram.authorize({
          ...{ ...stake, newAuthorizedPubkey: third, stakeAuthorizationType: { index } },
        }),
        { ...handOver, of: 'stake' },
      ] as const,
      [
        `a stake of a derived address, ${index}`,
        StakeProgram.authorizeWithSeed({
          ...{ ...withSeed, newAuthorizedPubkey: third, stakeAuthorizationType: { index } },
        }),
        { ...handOver, of: 'stake' },
      ] as const,
      [
        `votes, ${index}`,
        VoteProgram.authorize({ ...vote, newAuthorizedPubkey: third, voteAuthorizationType: { index } }),
        { ...handOver, of: 'vote' },
      ] as const,
    ]),
    [
      'SOL that was staked',
      StakeProgram.withdraw({ ...stake, toPubkey: third, lamports: 7 }),
      { kind: 'takeOut', of: 'stake', account: b, to: c, lamports: 7n, authority: a },
    ],
    [
      'SOL of a validator',
      VoteProgram.withdraw({ ...{ votePubkey: other, authorizedWithdrawerPubkey: own, toPubkey: third, lamports: 7 } }),
      { kind: 'takeOut', of: 'vote', account: b, to: c, lamports: 7n, authority: a },
    ],
    ['the end of staking', StakeProgram.deactivate(stake), { kind: 'unknown' }],
  ] as const)('%s', (_, given, action) => {
    const [instruction] = given instanceof Transaction ? given.instructions : [given]
    expect(ofWeb3(instruction as TransactionInstruction)).toEqual(action)
  })

  // Forms that web3.js doesn't write, by the programs' own numbers: the new authority also signs.
  const stakeAddress = StakeProgram.programId.toBase58()
  const voteAddress = VoteProgram.programId.toBase58()
  const clock = key(4).toBase58()
  test.each([
    ['a stake, with the new one’s word', stakeAddress, [b, clock, a, c], [10, 0, 0, 0, 1, 0, 0, 0], 'stake', c],
    ['a stake by seed, with it', stakeAddress, [b, a, clock, c], [11, 0, 0, 0, 1, 0, 0, 0], 'stake', c],
    ['votes, with it', voteAddress, [b, clock, a, c], [7, 0, 0, 0, 1, 0, 0, 0], 'vote', c],
    ['a program', loaderProgram, [b, a, c], [4, 0, 0, 0], 'program', c],
    ['a program, to nobody', loaderProgram, [b, a], [4, 0, 0, 0], 'program', null],
    ['a program, with the new one’s word', loaderProgram, [b, a, c], [7, 0, 0, 0], 'program', c],
  ] as const)('%s', (_, program, accounts, data, of, to) => {
    expect(read(program, accounts, ...data)).toEqual({ ...handOver, of, to })
  })

  test('a program that is closed', () => {
    expect(read(loaderProgram, [b, c, a], 5, 0, 0, 0)).toEqual({
      ...{ kind: 'takeOut', of: 'program', account: b, to: c, lamports: null, authority: a },
    })
  })
})

test('what may be spent on computing, as web3.js writes it', () => {
  expect(ofWeb3(ComputeBudgetProgram.setComputeUnitLimit({ units: 80_000 }))).toEqual({
    kind: 'computeLimit',
    units: 80_000,
  })
  expect(ofWeb3(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 250_000n }))).toEqual({
    kind: 'computePrice',
    microLamports: 250_000n,
  })
  expect(ofWeb3(ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 }))).toMatchObject({ kind: 'other' })
})

test.each([tokenProgram, token2022Program])('the transfers that this package writes, of %s', (program) => {
  const token = { mint: c, program }
  const transfer = transferToken({ owner: a, from: b, to: c, token, units: 7n, decimals: 6 })
  expect(
    read(
      transfer.program,
      transfer.accounts.map(({ address }) => address),
      ...transfer.data,
    ),
  ).toEqual({
    kind: 'sendToken',
    ...{ from: b, to: c, authority: a, amount: 7n, mint: c, decimals: 6, fee: null },
  })
  const made = createTokenAccount(a, b, token)
  expect(
    read(
      made.program,
      made.accounts.map(({ address }) => address),
      ...made.data,
    ),
  ).toEqual({
    ...{ kind: 'createTokenAccount', payer: a, account: tokenAccountOf(b, token), owner: b, mint: c },
  })
})

describe('the token programs', () => {
  const amount = uint64(500n)
  const unchecked = { amount: 500n, mint: null, decimals: null }
  const checked = { amount: 500n, mint: b, decimals: 6 }
  const four = [a, b, c, a]
  test.each([
    [
      'a transfer',
      [a, b, c],
      [3, ...amount],
      { kind: 'sendToken', from: a, to: b, authority: c, fee: null, ...unchecked },
    ],
    [
      'a checked transfer',
      four,
      [12, ...amount, 6],
      { kind: 'sendToken', from: a, to: c, authority: a, fee: null, ...checked },
    ],
    [
      'a transfer with a fee',
      four,
      [26, 1, ...amount, 6, ...uint64(3n)],
      { kind: 'sendToken', from: a, to: c, authority: a, fee: 3n, ...checked },
    ],
    ['a right', [a, b, c], [4, ...amount], { kind: 'delegate', account: a, delegate: b, authority: c, ...unchecked }],
    [
      'a checked right',
      four,
      [13, ...amount, 6],
      { kind: 'delegate', account: a, delegate: c, authority: a, ...checked },
    ],
    ['a right taken back', [a, b], [5], { kind: 'revoke', account: a, authority: b }],
    [
      'an owner',
      [a, b],
      [6, 2, 1, ...third.toBytes()],
      { kind: 'setAuthority', account: a, authority: b, right: 'owner', to: c },
    ],
    [
      'nobody who may close',
      [a, b],
      [6, 3, 0],
      { kind: 'setAuthority', account: a, authority: b, right: 'close', to: null },
    ],
    [
      'a right of an extension',
      [a, b],
      [6, 9, 0],
      { kind: 'setAuthority', account: a, authority: b, right: 'other', to: null },
    ],
    ['new tokens', [a, b, c], [7, ...amount], { kind: 'mint', to: b, authority: c, ...unchecked, mint: a }],
    ['new tokens, checked', [a, b, c], [14, ...amount, 6], { kind: 'mint', to: b, authority: c, ...checked, mint: a }],
    ['burning', [a, b, c], [8, ...amount], { kind: 'burn', from: a, authority: c, ...unchecked, mint: b }],
    ['burning, checked', [a, b, c], [15, ...amount, 6], { kind: 'burn', from: a, authority: c, ...checked }],
    ['an end', [a, b, c], [9], { kind: 'closeAccount', account: a, to: b, authority: c }],
    ['freezing', [a, b, c], [10], { kind: 'freeze', account: a, authority: c }],
    ['thawing', [a, b, c], [11], { kind: 'thaw', account: a, authority: c }],
    ['what brings SOL up to date', [a], [17], { kind: 'other', does: 'syncNative' }],
    ['a hook', [a], [36, 0], { kind: 'other', does: 'transferHook' }],
    ['a fee', [a], [26, 5, 1, 2], { kind: 'other', does: 'setTransferFee' }],
    ['nothing that is known', [a], [200], { kind: 'unknown' }],
    ['a transfer with too few accounts', [a, b], [3, ...amount], { kind: 'unknown' }],
    ['a transfer with half an amount', [a, b, c], [3, 1, 2], { kind: 'unknown' }],
    ['no data', [a], [], { kind: 'unknown' }],
  ])('%s', (_, accounts, data, action) => {
    for (const program of [tokenProgram, token2022Program]) expect(read(program, accounts, ...data)).toEqual(action)
  })
})

test('a note is its text, or no text where a user could not read it', () => {
  for (const program of memoPrograms) {
    expect(read(program, [], ...new TextEncoder().encode('Lunch'))).toEqual({ kind: 'memo', text: 'Lunch' })
    expect(read(program, [], 0xff, 0xfe)).toEqual({ kind: 'memo', text: null })
    expect(read(program, [], ...new TextEncoder().encode('\u202eevil'))).toEqual({ kind: 'memo', text: null })
  }
})

test('a program that is not known is named by its address alone', () => {
  expect(readInstruction({ program: c, accounts: [], data: new Uint8Array(1) })).toMatchObject({
    programName: null,
    action: { kind: 'unknown' },
  })
  for (const trap of ['constructor', '__proto__', 'toString']) expect(read(trap, [a])).toEqual({ kind: 'unknown' })
})

test('no bytes make it throw', () => {
  const { below, pick } = random(44)
  for (let round = 0; round < 20_000; round++) {
    const data = Array.from({ length: below(48) }, () => below(256))
    const accounts = Array.from({ length: below(6) }, () => pick([a, b, c]))
    expect(
      read(pick([systemProgram, tokenProgram, token2022Program, loaderProgram]), accounts, ...data),
    ).toHaveProperty('kind')
  }
})
