/** The instructions that move SOL and tokens: of the system program, the token programs and the program of token accounts. */
import { AppError } from '@latchkey/protocol/errors'
import { parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { type InstructionToEncode, solanaAddressBytes } from './encodeSolanaMessage.ts'
import { findProgramAddress } from './programAddress.ts'

/** Also the address of nobody: 32 zero bytes. */
export const systemProgram = /* @__PURE__ */ parseSolanaAddress('11111111111111111111111111111111')
export const tokenProgram = /* @__PURE__ */ parseSolanaAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program = /* @__PURE__ */ parseSolanaAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const tokenAccountProgram = /* @__PURE__ */ parseSolanaAddress('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

const maxUint64 = 2n ** 64n - 1n

/** Little-endian, 8 bytes. Throws AMOUNT_INVALID. */
function uint64(amount: bigint): number[] {
  if (amount < 0n || amount > maxUint64) throw new AppError('AMOUNT_INVALID')
  return Array.from({ length: 8 }, (_, index) => Number((amount >> BigInt(8 * index)) & 0xffn))
}

export type SolTransfer = { from: SolanaAddress; to: SolanaAddress; lamports: bigint }

/** Throws AMOUNT_INVALID for what has no place in 64 bits. */
export const transferSol = ({ from, to, lamports }: SolTransfer): InstructionToEncode => ({
  program: systemProgram,
  accounts: [
    { address: from, signs: true, writable: true },
    { address: to, signs: false, writable: true },
  ],
  data: Uint8Array.from([2, 0, 0, 0, ...uint64(lamports)]),
})

/** A token, and which of the two token programs keeps it: the owner of its mint. */
export type SolanaToken = { mint: SolanaAddress; program: SolanaAddress }

/** Where somebody's tokens of a kind are kept by convention: the associated token account. */
export const tokenAccountOf = (owner: SolanaAddress, { mint, program }: SolanaToken): SolanaAddress =>
  findProgramAddress([owner, program, mint].map(solanaAddressBytes), tokenAccountProgram)

/** Make somebody's associated token account, at the payer's cost; it is no failure when there is one already. */
export const createTokenAccount = (
  payer: SolanaAddress,
  owner: SolanaAddress,
  token: SolanaToken,
): InstructionToEncode => ({
  program: tokenAccountProgram,
  accounts: [
    { address: payer, signs: true, writable: true },
    { address: tokenAccountOf(owner, token), signs: false, writable: true },
    { address: owner, signs: false, writable: false },
    { address: token.mint, signs: false, writable: false },
    { address: systemProgram, signs: false, writable: false },
    { address: token.program, signs: false, writable: false },
  ],
  data: Uint8Array.of(1),
})

export type TokenTransfer = {
  owner: SolanaAddress
  /** Token accounts, not those of people. */
  from: SolanaAddress
  to: SolanaAddress
  token: SolanaToken
  /** In the token's smallest unit. */
  units: bigint
  /** As the mint has it: the program refuses another number. */
  decimals: number
}

/** Throws AMOUNT_INVALID for what has no place in 64 bits. */
export const transferToken = ({ owner, from, to, token, units, decimals }: TokenTransfer): InstructionToEncode => ({
  program: token.program,
  accounts: [
    { address: from, signs: false, writable: true },
    { address: token.mint, signs: false, writable: false },
    { address: to, signs: false, writable: true },
    { address: owner, signs: true, writable: false },
  ],
  data: Uint8Array.from([12, ...uint64(units), decimals]),
})
