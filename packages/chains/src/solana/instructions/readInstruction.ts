/**
 * Reads instructions of Solana's own programs: System, Token, Token-2022, Associated Token, Compute Budget, Memo, and withdrawals and
 * changes of authority in Stake, Vote and the program loader. Only the instruction is read; its full effect may depend on its accounts.
 */
import { AppError } from '@latchkey/protocol/errors'
import { readableText } from '../../message/readableText.ts'
import type { SolanaInstruction } from '../parseSolanaTransaction.ts'
import {
  associatedTokenProgram,
  computeBudgetProgram,
  loaderProgram,
  memoPrograms,
  nameOfProgram,
  signaturePrograms,
  stakeProgram,
  voteProgram,
} from '../solanaPrograms.ts'
import { systemProgram, token2022Program, tokenProgram } from '../transferInstructions.ts'
import { type AccountAt, accountsOf, type Fields, readFields } from './readFields.ts'
import { readLoader, readStake, readVote } from './readHeld.ts'
import { readSystem } from './readSystem.ts'
import { readToken } from './readToken.ts'
import type { SolanaAction } from './SolanaAction.ts'

/** An instruction with the program's name and its decoded effect. */
export type ReadInstruction = SolanaInstruction & {
  /** Null for an unknown program. */
  readonly programName: string | null
  readonly action: SolanaAction
}

type Read = (fields: Fields, at: AccountAt, count: number) => SolanaAction

const programs: Readonly<Record<string, Read>> = {
  [systemProgram]: readSystem,
  [tokenProgram]: readToken,
  [token2022Program]: readToken,
  [associatedTokenProgram]: readAssociatedToken,
  [computeBudgetProgram]: readComputeBudget,
  [stakeProgram]: readStake,
  [voteProgram]: readVote,
  [loaderProgram]: readLoader,
}

/** Reads an instruction. Never throws: one in no form of its program is `unknown`. */
export function readInstruction(instruction: SolanaInstruction): ReadInstruction {
  const { program } = instruction
  return { ...instruction, programName: nameOfProgram(program), action: actionOf(instruction) }
}

function actionOf({ program, accounts, data }: SolanaInstruction): SolanaAction {
  if (memoPrograms.includes(program)) return { kind: 'memo', text: readableText(data) }
  if (signaturePrograms.includes(program)) return { kind: 'other', does: 'verifySignature' }
  const read = Object.hasOwn(programs, program) ? programs[program] : undefined
  if (read === undefined) return { kind: 'unknown' }
  try {
    return read(readFields(data), accountsOf(accounts), accounts.length)
  } catch (error) {
    if (error instanceof AppError) return { kind: 'unknown' }
    throw error
  }
}

function readAssociatedToken(fields: Fields, at: AccountAt): SolanaAction {
  // Older clients send no data.
  const kind = fields.isAtEnd() ? 0 : fields.uint8()
  if (kind === 2) return { kind: 'other', does: 'recoverNested' }
  if (kind > 1) return { kind: 'unknown' }
  return { kind: 'createTokenAccount', payer: at(0), account: at(1), owner: at(2), mint: at(3) }
}

function readComputeBudget(fields: Fields): SolanaAction {
  const kind = fields.uint8()
  switch (kind) {
    case 1:
    case 4:
      fields.uint32()
      return { kind: 'other', does: kind === 1 ? 'requestHeapFrame' : 'limitLoadedData' }
    case 2:
      return { kind: 'computeLimit', units: fields.uint32() }
    case 3:
      return { kind: 'computePrice', microLamports: fields.uint64() }
    default:
      return { kind: 'unknown' }
  }
}
