import type { ReadInstruction } from './instructions/readInstruction.ts'
import type { SolanaTransaction } from './parseSolanaTransaction.ts'
import { computeBudgetProgram, signaturePrograms } from './solanaPrograms.ts'

const lamportsPerSignature = 5_000n
/** Default compute units of an instruction, and the maximum of a transaction. */
const unitsPerInstruction = 200_000
const maxUnits = 1_400_000

/** The network fee of a transaction, in lamports; the total is the sum of both parts. */
export type SolanaFee = {
  /** For the signatures, in lamports. */
  readonly base: bigint
  /** The priority fee, in lamports: for all requested compute units, whether used or not. */
  readonly priority: bigint
}

/** Returns the maximum network fee of a transaction. The first signer pays. */
export function solanaFee({ signers }: SolanaTransaction, instructions: readonly ReadInstruction[]): SolanaFee {
  let price = 0n
  let limit: number | null = null
  let checks = 0
  for (const { program, action, data } of instructions) {
    if (action.kind === 'computePrice') price = action.microLamports
    if (action.kind === 'computeLimit') limit = action.units
    // The first byte is the number of signatures that it checks.
    if (signaturePrograms.includes(program)) checks += data[0] ?? 0
  }
  const works = instructions.filter(({ program }) => program !== computeBudgetProgram)
  const units = BigInt(Math.min(limit ?? works.length * unitsPerInstruction, maxUnits))
  return {
    base: BigInt(signers.length + checks) * lamportsPerSignature,
    priority: (price * units + 999_999n) / 1_000_000n,
  }
}
