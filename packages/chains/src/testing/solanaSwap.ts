/** Builds Solana swaps as exchanges do, with each part changeable. For tests. */
import { parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { encodeUnsignedSolanaTransaction, type InstructionToEncode } from '../solana/encodeSolanaMessage.ts'
import { associatedTokenProgram, jupiterProgram } from '../solana/solanaPrograms.ts'
import {
  createTokenAccount,
  tokenAccountOf,
  tokenProgram,
  transferSol,
  transferToken,
} from '../solana/transferInstructions.ts'
import { wrappedSolMint } from '../swaps/solanaSwap.ts'

const address = (text: string): SolanaAddress => parseSolanaAddress(text)

export const swapUser = address('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
export const swapMaker = address('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
export const swapStranger = address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
export const swapUsdc = { mint: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), program: tokenProgram }
export const swapOther = { mint: address('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB263F3pGB263'), program: tokenProgram }
const wrapped = { mint: wrappedSolMint, program: tokenProgram }

/** The agreed terms of the swaps here: 1 SOL for at least 158 USDC. */
export const swapAmounts = { give: 1_000_000_000n, minimum: 158_000_000n } as const

const blockhash = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'

export const swapTransaction = (instructions: readonly InstructionToEncode[], payer = swapUser): Uint8Array =>
  encodeUnsignedSolanaTransaction({ payer, blockhash, instructions })

const little = (value: bigint, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
const meta = (of: SolanaAddress, signs = false, writable = true) => ({ address: of, signs, writable })

export type MakerChange = Partial<{
  user: SolanaAddress
  maker: SolanaAddress
  lamports: bigint
  units: bigint
  token: typeof swapUsdc
  /** The recipients of the SOL, and of the tokens. */
  to: SolanaAddress
  recipient: SolanaAddress
  more: readonly InstructionToEncode[]
  payer: SolanaAddress
}>

/** Swaps SOL for USDC with a market maker, who signs along with the user. */
export const makerSwap = (change: MakerChange = {}): Uint8Array => {
  const { maker = swapMaker, lamports = swapAmounts.give, units = 158_500_000n, token = swapUsdc } = change
  const { user = swapUser, to = maker, recipient = user, more = [], payer = user } = change
  return swapTransaction(
    [
      transferSol({ from: user, to, lamports }),
      createTokenAccount(user, recipient, token),
      transferToken({
        owner: maker,
        from: tokenAccountOf(maker, token),
        to: tokenAccountOf(recipient, token),
        token,
        units,
        decimals: 6,
      }),
      ...more,
    ],
    payer,
  )
}

export type JupiterChange = Partial<{
  form: 'route' | 'shared' | 'routeOfVersion1'
  program: SolanaAddress
  authority: SolanaAddress
  amount: bigint
  quoted: bigint
  slippageBps: bigint
  feeBps: bigint
  surplusFeeBps: bigint
  give: SolanaAddress
  get: SolanaAddress
  from: SolanaAddress
  to: SolanaAddress
  /** Replaces the destination. */
  instead: SolanaAddress
  wrappedLamports: bigint
  closeTo: SolanaAddress
  more: readonly InstructionToEncode[]
  payer: SolanaAddress
}>

const discriminators = {
  route: [0xbb, 0x64, 0xfa, 0xcc, 0x31, 0xc4, 0xaf, 0x14],
  shared: [0xd1, 0x98, 0x53, 0x93, 0x7c, 0xfe, 0xd8, 0xe9],
  routeOfVersion1: [0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a],
} as const

/** Swaps SOL for USDC with Jupiter's program: wraps, swaps, and unwraps the rest. */
export const jupiterSwap = (change: JupiterChange = {}): Uint8Array => {
  const { form = 'route', program = address(jupiterProgram), authority = swapUser } = change
  const { give = wrapped.mint, get = swapUsdc.mint, instead = program, more = [] } = change
  const { from = tokenAccountOf(swapUser, wrapped), to = tokenAccountOf(swapUser, swapUsdc) } = change
  const { amount = swapAmounts.give, quoted = 160_000_000n, slippageBps = 100n, feeBps = 0n } = change
  const { surplusFeeBps = 0n, wrappedLamports = swapAmounts.give, closeTo = swapUser, payer = swapUser } = change
  const own = tokenAccountOf(swapUser, wrapped)
  const pool = meta(swapStranger)
  const accounts =
    form === 'shared'
      ? [pool, meta(authority, true, false), meta(from), pool, pool, meta(to), meta(give), meta(get), pool, pool]
      : [meta(authority, true, false), meta(from), meta(to), meta(give), meta(get), pool, pool, meta(instead), pool]
  const data = [
    ...discriminators[form],
    ...(form === 'shared' ? [3] : []),
    ...little(amount, 8),
    ...little(quoted, 8),
    ...[slippageBps, feeBps, surplusFeeBps].flatMap((bps) => little(bps, 2)),
    ...[1, 0, 0, 0, 7, 100, 0, 1],
  ]
  return swapTransaction(
    [
      createTokenAccount(swapUser, swapUser, wrapped),
      transferSol({ from: swapUser, to: own, lamports: wrappedLamports }),
      { program: tokenProgram, accounts: [meta(own)], data: Uint8Array.of(17) },
      createTokenAccount(swapUser, swapUser, swapUsdc),
      { program, accounts, data: Uint8Array.from(data) },
      { program: tokenProgram, accounts: [meta(own), meta(closeTo), meta(swapUser, true)], data: Uint8Array.of(9) },
      ...more,
    ],
    payer,
  )
}

/** Instructions that a hostile builder adds to what a user signs. */
export const hostileInstructions = (user = swapUser) =>
  ({
    delegate: {
      program: tokenProgram,
      accounts: [meta(tokenAccountOf(user, swapOther)), meta(swapStranger), meta(user, true)],
      data: Uint8Array.from([4, ...little(2n ** 64n - 1n, 8)]),
    },
    owner: {
      program: tokenProgram,
      accounts: [meta(tokenAccountOf(user, swapOther)), meta(user, true)],
      data: Uint8Array.from([6, 2, 1, ...new Uint8Array(32).fill(7)]),
    },
    close: {
      program: tokenProgram,
      accounts: [meta(tokenAccountOf(user, swapOther)), meta(swapStranger), meta(user, true)],
      data: Uint8Array.of(9),
    },
    assign: {
      program: address('11111111111111111111111111111111'),
      accounts: [meta(user, true)],
      data: Uint8Array.from([1, 0, 0, 0, ...new Uint8Array(32).fill(7)]),
    },
    nonce: {
      program: address('11111111111111111111111111111111'),
      accounts: [meta(swapStranger), meta(swapStranger), meta(user, true)],
      data: Uint8Array.from([4, 0, 0, 0]),
    },
    tip: transferSol({ from: user, to: swapStranger, lamports: 1n }),
    token: transferToken({
      owner: user,
      from: tokenAccountOf(user, swapOther),
      to: tokenAccountOf(swapStranger, swapOther),
      token: swapOther,
      units: 1n,
      decimals: 6,
    }),
    unknown: { program: swapStranger, accounts: [meta(user, true)], data: Uint8Array.of(1) },
    account: createTokenAccount(user, swapStranger, swapUsdc),
    nested: { program: associatedTokenProgram, accounts: [meta(user, true)], data: Uint8Array.of(2) },
    price: {
      program: address('ComputeBudget111111111111111111111111111111'),
      accounts: [],
      data: Uint8Array.from([3, ...little(10n ** 12n, 8)]),
    },
  }) as const satisfies Record<string, InstructionToEncode>
