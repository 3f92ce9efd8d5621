import {
  associatedTokenProgram,
  computeBudgetProgram,
  createTokenAccount,
  encodeUnsignedSolanaTransaction,
  formatBase58,
  type InstructionToEncode,
  lookupTableProgram,
  parseBase58,
  type SolanaAddress,
  solana,
  solanaLocal,
  stakeProgram,
  systemProgram,
  token2022Program,
  tokenAccountOf,
  tokenProgram,
  transferSol,
  transferToken,
  wrappedSolMint,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { Scenario } from './scenarios.fixture.ts'
import { type Accounts, mint, named, solanaChain, tokenAccount, wallet } from './solana/solanaChain.fixture.ts'

/** The account of every scenario on Solana, and others. */
export const solanaAccount = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk' as SolanaAddress
export const friend = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' as SolanaAddress
/** An address that a poisoner has made similar to `friend`. */
export const lookalike = 'oeYf6KAJkLYhBuR9CiGc6L4D4Xtfepr85fuDgA9kq96'
export const blockhash = named('B1ockhash')
const usdc = { mint: named('USDCmint'), program: tokenProgram }
const lkey = { mint: named('LKEYmint'), program: token2022Program }
const swapProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' as SolanaAddress
const unknownProgram = named('UnknownProgram')

const ownUsdc = tokenAccountOf(solanaAccount, usdc)
const friendUsdc = tokenAccountOf(friend, usdc)
const ownLkey = tokenAccountOf(solanaAccount, lkey)

const solUnits = 1_000_000_000n
const usdcUnits = 1_000_000n
const rich = 25n * solUnits

const meta = (address: SolanaAddress, signs = false, writable = true) => ({ address, signs, writable })
const uint32 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24]
const uint64 = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
const of = (
  program: SolanaAddress,
  accounts: InstructionToEncode['accounts'],
  ...data: number[]
): InstructionToEncode => ({
  program,
  accounts,
  data: Uint8Array.from(data),
})

export const price = of(computeBudgetProgram, [], 3, ...uint64(250_000n))
export const limit = of(computeBudgetProgram, [], 2, ...uint32(80_000))
const memo = (text: string) =>
  of(
    named('x') && ('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as SolanaAddress),
    [],
    ...new TextEncoder().encode(text),
  )
export const sendSol = transferSol({ from: solanaAccount, to: friend, lamports: (15n * solUnits) / 10n })
const sendUsdc = transferToken({
  owner: solanaAccount,
  from: ownUsdc,
  to: friendUsdc,
  token: usdc,
  units: 12_500_000n,
  decimals: 6,
})

/** A transaction in base58, not yet signed; the account pays unless another payer is given. */
export const transactionOf = (
  instructions: readonly InstructionToEncode[],
  payer: SolanaAddress = solanaAccount,
): string => formatBase58(encodeUnsignedSolanaTransaction({ payer, instructions, blockhash }))

/** A transfer of version 0 whose recipient is in a lookup table. */
const table = named('LookupTab1e')
export const lookedUp = (index = 0): string =>
  formatBase58(
    Uint8Array.from([
      1,
      ...new Array(64).fill(0),
      0x80,
      ...[1, 0, 1],
      2,
      ...bytesOf(solanaAccount),
      ...bytesOf(systemProgram),
      ...bytesOf(blockhash),
      1,
      ...[1, 2, 0, 2, 12, 2, 0, 0, 0, ...uint64(solUnits)],
      1,
      ...bytesOf(table),
      ...[1, index, 0],
    ]),
  )
const bytesOf = (address: string): Uint8Array => parseBase58(address, 'address')
const tableAccount = {
  owner: lookupTableProgram as string,
  lamports: solUnits,
  data: Uint8Array.from([1, 0, 0, 0, ...new Array(8).fill(0xff), ...new Array(44).fill(0), ...bytesOf(friend)]),
}

export const accounts: Accounts = {
  [solanaAccount]: wallet(rich),
  [friend]: wallet(2n * solUnits),
  [ownUsdc]: tokenAccount({ mint: usdc.mint, owner: solanaAccount, amount: 900n * usdcUnits }),
  [friendUsdc]: tokenAccount({ mint: usdc.mint, owner: friend, amount: 5n * usdcUnits }),
  [ownLkey]: { ...tokenAccount({ mint: lkey.mint, owner: solanaAccount, amount: 0n }), owner: token2022Program },
  [usdc.mint]: mint(6),
  [lkey.mint]: mint(9, { symbol: 'LKEY', program: token2022Program }),
  [table]: tableAccount,
}
const fee = 5_000n
const withUsdc = (amount: bigint, more: object = {}) =>
  tokenAccount({ mint: usdc.mint, owner: solanaAccount, amount, ...more })
const solSent = { [solanaAccount]: wallet(rich - (15n * solUnits) / 10n - fee), [friend]: wallet(3_500_000_000n) }
const usdcSent = {
  [solanaAccount]: wallet(rich - fee),
  [ownUsdc]: withUsdc(887_500_000n),
  [friendUsdc]: tokenAccount({ mint: usdc.mint, owner: friend, amount: 17_500_000n }),
}
const everyAmount = 2n ** 64n - 1n

const send = (instructions: readonly InstructionToEncode[], chain: Parameters<typeof solanaChain>[0]) =>
  ({
    method: 'solana_signAndSendTransaction',
    params: { transaction: transactionOf(instructions) },
    network: solana,
    chain: solanaChain(chain),
  }) as const

export const messageOf = (text: string): string => formatBase58(new TextEncoder().encode(text))
const signInOn = (domain: string): string =>
  [
    `${domain} wants you to sign in with your Solana account:`,
    solanaAccount,
    '',
    'I accept the Arcswap terms of service.',
    '',
    `URI: https://${domain}/login`,
    'Version: 1',
    'Chain ID: mainnet',
    'Nonce: 8f3c2a91',
    'Issued At: 2026-01-12T09:30:00Z',
  ].join('\n')

/** A transfer of a token that has chosen its symbol itself. */
export const selfNamed = lkey.mint
const sendCalled = (symbol: string) =>
  send(
    [
      transferToken({
        ...{ owner: solanaAccount, from: ownLkey, to: friendUsdc, token: lkey },
        ...{ units: 5n * solUnits, decimals: 9 },
      }),
    ],
    {
      accounts: { ...accounts, [lkey.mint]: mint(9, { symbol, program: token2022Program }) },
      after: { [solanaAccount]: wallet(rich - fee) },
    },
  )

const nft = named('NFTmint')
const ownNft = tokenAccountOf(solanaAccount, { mint: nft, program: tokenProgram })

export const solanaScenarios = {
  'Solana message': {
    method: 'solana_signMessage',
    params: { message: messageOf('Welcome to Arcswap!\n\nThis costs nothing.'), pubkey: solanaAccount },
    network: solana,
  },
  'Solana sign in': {
    method: 'solana_signMessage',
    params: { message: messageOf(signInOn('app.arcswap.example')), pubkey: solanaAccount },
    network: solana,
  },
  'Solana sign in elsewhere': {
    method: 'solana_signMessage',
    params: { message: messageOf(signInOn('bank.example')), pubkey: solanaAccount },
    network: solana,
  },
  'Solana bytes': {
    method: 'solana_signMessage',
    params: { message: formatBase58(new Uint8Array(40).fill(0xc3)), pubkey: solanaAccount },
    network: solana,
  },
  'SOL transfer': send([limit, price, sendSol], {
    accounts,
    after: { ...solSent, [solanaAccount]: wallet(rich - (15n * solUnits) / 10n - fee - 20_000n) },
  }),
  'first SOL transfer': {
    ...send([sendSol], { accounts, after: solSent }),
    known: [],
    pricesUsd: { [wrappedSolMint]: 150 },
  },
  'SOL to a lookalike': { ...send([sendSol], { accounts, after: solSent }), known: [lookalike] },
  'SPL transfer with prices': {
    ...send([sendUsdc], { accounts, after: usdcSent }),
    pricesUsd: { [wrappedSolMint]: 150, [usdc.mint]: 1.01 },
  },
  'SPL transfer without a price': {
    ...send([sendUsdc], { accounts, after: usdcSent }),
    pricesUsd: { [wrappedSolMint]: 0 },
  },
  'SOL transfer on the local cluster': {
    ...send([sendSol], { accounts, after: solSent }),
    network: solanaLocal,
  },
  'SPL transfer': send([createTokenAccount(solanaAccount, friend, usdc), sendUsdc, memo('Lunch')], {
    accounts: { ...accounts, [friendUsdc]: null },
    after: { ...usdcSent, [solanaAccount]: wallet(rich - fee - 2_039_280n) },
  }),
  'token with a fee': send(
    [
      of(
        token2022Program,
        [meta(ownLkey), meta(lkey.mint, false, false), meta(friendUsdc), meta(solanaAccount, true)],
        ...[26, 1, ...uint64(5n * solUnits), 9, ...uint64(solUnits / 20n)],
      ),
    ],
    {
      accounts: {
        ...accounts,
        [lkey.mint]: mint(9, {
          symbol: 'LKEY',
          program: token2022Program,
          hasFee: true,
          hook: unknownProgram,
          permanentDelegate: friend,
        }),
      },
      after: { [solanaAccount]: wallet(rich - fee) },
    },
  ),
  'token that calls itself SOL': sendCalled('SOL'),
  'token that calls itself USDC': sendCalled('USDC'),
  'token with a script for a name': {
    ...sendCalled('<img src=x>'),
    chain: solanaChain({
      accounts: { ...accounts, [lkey.mint]: mint(9, { symbol: '<img src=x>', program: token2022Program }) },
      after: {
        [solanaAccount]: wallet(rich - fee),
        [ownLkey]: {
          ...tokenAccount({ mint: lkey.mint, owner: solanaAccount, amount: 421n * solUnits }),
          owner: token2022Program,
        },
      },
    }),
    pricesUsd: { [lkey.mint]: 0.5 },
  },
  'Solana swap': send([price, of(swapProgram, [meta(solanaAccount, true), meta(ownUsdc), meta(ownLkey)], 1, 2, 3)], {
    accounts,
    after: {
      [solanaAccount]: wallet(rich - fee - 50_000n),
      [ownUsdc]: withUsdc(800n * usdcUnits),
      [ownLkey]: {
        ...tokenAccount({ mint: lkey.mint, owner: solanaAccount, amount: 421n * solUnits }),
        owner: token2022Program,
      },
    },
  }),
  'unknown program': send([of(unknownProgram, [meta(solanaAccount, true)], 9, 9, 9)], {
    accounts,
    after: { [solanaAccount]: wallet(rich - fee) },
  }),
  delegate: send(
    [of(tokenProgram, [meta(ownUsdc), meta(friend), meta(solanaAccount, true)], 4, ...uint64(25_000_000n))],
    {
      accounts,
      after: {
        [solanaAccount]: wallet(rich - fee),
        [ownUsdc]: withUsdc(900n * usdcUnits, { delegate: friend, delegated: 25_000_000n }),
      },
    },
  ),
  'delegate without limit': send(
    [of(tokenProgram, [meta(ownUsdc), meta(friend), meta(solanaAccount, true)], 4, ...uint64(everyAmount))],
    {
      accounts,
      after: {
        [solanaAccount]: wallet(rich - fee),
        [ownUsdc]: withUsdc(900n * usdcUnits, { delegate: friend, delegated: everyAmount }),
      },
    },
  ),
  'token account given away': send(
    [of(tokenProgram, [meta(ownUsdc), meta(solanaAccount, true)], 6, 2, 1, ...bytesOf(friend))],
    {
      accounts,
      after: {
        [solanaAccount]: wallet(rich - fee),
        [ownUsdc]: tokenAccount({ mint: usdc.mint, owner: friend, amount: 900n * usdcUnits }),
      },
    },
  ),
  'stake handed over': send(
    [
      of(
        stakeProgram,
        [meta(named('Stake')), meta(named('C1ock'), false, false), meta(solanaAccount, true)],
        ...[1, 0, 0, 0, ...bytesOf(friend), 1, 0, 0, 0],
      ),
    ],
    { accounts, after: { [solanaAccount]: wallet(rich - fee) } },
  ),
  'stake taken': send(
    [
      of(
        stakeProgram,
        [
          ...[meta(named('Stake')), meta(friend), meta(named('C1ock'), false, false)],
          ...[meta(named('History'), false, false), meta(solanaAccount, true)],
        ],
        ...[4, 0, 0, 0, ...uint64(4n * solUnits)],
      ),
    ],
    { accounts, after: { [solanaAccount]: wallet(rich - fee) } },
  ),
  'stake that is not read': send(
    [of(stakeProgram, [meta(named('Stake')), meta(solanaAccount, true)], ...[6, 0, 0, 0, 1, 1])],
    { accounts, after: { [solanaAccount]: wallet(rich - fee) } },
  ),
  'note alone': send([memo('Here')], { accounts, after: { [solanaAccount]: wallet(rich - fee) } }),
  'account given away': send([of(systemProgram, [meta(solanaAccount, true)], 1, 0, 0, 0, ...bytesOf(unknownProgram))], {
    accounts,
    after: { [solanaAccount]: { ...wallet(rich - fee), owner: unknownProgram } },
  }),
  'more than the program says': send(
    [of(unknownProgram, [meta(solanaAccount, true), meta(ownNft), meta(ownUsdc)], 1)],
    {
      accounts: {
        ...accounts,
        [ownNft]: tokenAccount({ mint: nft, owner: solanaAccount, amount: 1n }),
        [nft]: mint(0),
      },
      after: {
        [solanaAccount]: wallet(rich - 20n * solUnits),
        [ownNft]: tokenAccount({ mint: nft, owner: friend, amount: 1n }),
        [ownUsdc]: withUsdc(0n),
      },
    },
  ),
  'closed for somebody else': send([of(tokenProgram, [meta(ownLkey), meta(friend), meta(solanaAccount, true)], 9)], {
    accounts,
    after: { [solanaAccount]: wallet(rich - fee), [ownLkey]: null },
  }),
  'durable nonce': send(
    [
      of(
        systemProgram,
        [meta(named('Nonce')), meta(named('Sysvar'), false, false), meta(solanaAccount, true)],
        4,
        0,
        0,
        0,
      ),
      sendSol,
    ],
    { accounts, after: solSent },
  ),
  'receiver in a table': {
    method: 'solana_signTransaction',
    params: { transaction: lookedUp() },
    network: solana,
    chain: solanaChain({
      accounts,
      after: { [solanaAccount]: wallet(rich - solUnits - fee), [friend]: wallet(3n * solUnits) },
    }),
  },
  'table that is not there': {
    method: 'solana_signTransaction',
    params: { transaction: lookedUp() },
    network: solana,
    chain: solanaChain({ accounts: { ...accounts, [table]: null } }),
  },
  'table that is too short': {
    method: 'solana_signTransaction',
    params: { transaction: lookedUp(7) },
    network: solana,
    chain: solanaChain({ accounts }),
  },
  'signed for the page': {
    method: 'solana_signTransaction',
    params: { transaction: transactionOf([sendSol], friend) },
    network: solana,
    chain: solanaChain({
      accounts,
      after: { [solanaAccount]: wallet(rich - (15n * solUnits) / 10n), [friend]: wallet(0n) },
    }),
  },
  'several transactions': {
    method: 'solana_signAllTransactions',
    params: { transactions: [transactionOf([sendSol]), transactionOf([sendUsdc]), transactionOf([memo('Done')])] },
    network: solana,
    chain: solanaChain({ accounts, after: [solSent, usdcSent, { [solanaAccount]: wallet(rich - fee) }] }),
  },
  'one needs the other': {
    method: 'solana_signAllTransactions',
    params: { transactions: [transactionOf([sendSol]), transactionOf([sendUsdc])] },
    network: solana,
    chain: solanaChain({ accounts, after: solSent, err: [null, { InstructionError: [0, { Custom: 1 }] }] }),
  },
  'Solana expired': send([sendSol], { accounts, err: 'BlockhashNotFound' }),
  'Solana would fail': send([sendUsdc], { accounts, err: { InstructionError: [0, { Custom: 1 }] } }),
  'Solana program says why': send([of(swapProgram, [meta(solanaAccount, true)], 1)], {
    accounts,
    err: { InstructionError: [0, { Custom: 6001 }] },
    logs: [
      'Program JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4 invoke [1]',
      'Program log: AnchorError occurred. Error Code: SlippageToleranceExceeded. Error Number: 6001. Error Message: Slippage tolerance exceeded.',
    ],
  }),
  'Solana without funds': send([sendSol], {
    accounts: { ...accounts, [solanaAccount]: wallet(2_000n) },
    err: 'InsufficientFundsForFee',
  }),
  'Solana without rent': send([sendSol], { accounts, err: { InsufficientFundsForRent: { account_index: 0 } } }),
  'Solana cannot be tried': {
    ...send([sendSol], { accounts }),
    chain: { ...solanaChain({ accounts }), simulateTransaction: new AppError('METHOD_NOT_ALLOWED') },
  },
  'Solana down': {
    ...send([sendSol], { accounts }),
    chain: { getMultipleAccounts: new AppError('CHAIN_UNREACHABLE') },
  },
  'Solana still loading': {
    ...send([sendSol], { accounts }),
    chain: { getMultipleAccounts: () => new Promise(() => undefined) },
  },
  'Solana hostile memo': send([memo(`\u202eevil ${'A'.repeat(500)}`), memo(`<img src=x> ${'B'.repeat(500)}`)], {
    accounts,
    after: { [solanaAccount]: wallet(rich - fee) },
  }),
  'many instructions': send(
    Array.from({ length: 9 }, (_, at) =>
      transferSol({ from: solanaAccount, to: friend, lamports: BigInt(at + 1) * solUnits }),
    ),
    { accounts, after: { [solanaAccount]: wallet(rich), [associatedTokenProgram]: null } },
  ),
} as const satisfies Record<string, Scenario>
