/** Creates the instructions that move SOL and tokens: of the system program, the token programs and the associated token program. */
import { AppError } from '@latchkey/protocol/errors'
import { parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { type InstructionToEncode, solanaAddressBytes } from './encodeSolanaMessage.ts'
import { findProgramAddress } from './programAddress.ts'

/** 32 zero bytes, which is also the conventional null address. */
export const systemProgram = /* @__PURE__ */ parseSolanaAddress('11111111111111111111111111111111')
/** The SPL Token program. */
export const tokenProgram = /* @__PURE__ */ parseSolanaAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
/** The Token-2022 program (token extensions). */
export const token2022Program = /* @__PURE__ */ parseSolanaAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const tokenAccountProgram = /* @__PURE__ */ parseSolanaAddress('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

const maxUint64 = 2n ** 64n - 1n

/** Little-endian, 8 bytes. Throws AMOUNT_INVALID. */
function uint64(amount: bigint): number[] {
  if (amount < 0n || amount > maxUint64) throw new AppError('AMOUNT_INVALID')
  return Array.from({ length: 8 }, (_, index) => Number((amount >> BigInt(8 * index)) & 0xffn))
}

/** A transfer of SOL; 1 SOL is 10⁹ lamports. */
export type SolTransfer = { from: SolanaAddress; to: SolanaAddress; lamports: bigint }

/** Creates the instruction. Throws AMOUNT_INVALID above 64 bits. */
export const transferSol = ({ from, to, lamports }: SolTransfer): InstructionToEncode => ({
  program: systemProgram,
  accounts: [
    { address: from, signs: true, writable: true },
    { address: to, signs: false, writable: true },
  ],
  data: Uint8Array.from([2, 0, 0, 0, ...uint64(lamports)]),
})

/** A token, and the token program that owns its mint. */
export type SolanaToken = { mint: SolanaAddress; program: SolanaAddress }

/** Returns the associated token account: the conventional address of an owner's tokens of one mint. */
export const tokenAccountOf = (owner: SolanaAddress, { mint, program }: SolanaToken): SolanaAddress =>
  findProgramAddress([owner, program, mint].map(solanaAddressBytes), tokenAccountProgram)

/** Creates an owner's associated token account at the payer's cost. Succeeds when it already exists. */
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

/** A transfer between two token accounts of the same mint, as `TransferChecked` takes it. */
export type TokenTransfer = {
  owner: SolanaAddress
  /** Token accounts, not the addresses of their owners. */
  from: SolanaAddress
  to: SolanaAddress
  token: SolanaToken
  /** In base units. */
  units: bigint
  /** The mint's decimals: the program rejects any other number. */
  decimals: number
}

/** Creates the instruction. Throws AMOUNT_INVALID above 64 bits. */
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
