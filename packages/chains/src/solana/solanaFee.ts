import type { ReadInstruction } from './instructions/readInstruction.ts'
import type { SolanaTransaction } from './parseSolanaTransaction.ts'
import { computeBudgetProgram, signaturePrograms } from './solanaPrograms.ts'

const lamportsPerSignature = 5_000n
/** Compute units of an instruction for which nothing is set, and of a whole transaction at most. */
const unitsPerInstruction = 200_000
const maxUnits = 1_400_000

/** The network fee of a transaction, in lamports; the total is the sum of both parts. */
export type SolanaFee = {
  /** For the signatures, in lamports. */
  readonly base: bigint
  /** What is paid to be first, in lamports: for all the units that are asked for, whether they are used or not. */
  readonly priority: bigint
}

/** What the network takes for a transaction, at most. The first signer pays. */
export function solanaFee({ signers }: SolanaTransaction, instructions: readonly ReadInstruction[]): SolanaFee {
  let price = 0n
  let limit: number | null = null
  let checks = 0
  for (const { program, action, data } of instructions) {
    if (action.kind === 'computePrice') price = action.microLamports
    if (action.kind === 'computeLimit') limit = action.units
    // How many signatures it checks is the first byte.
    if (signaturePrograms.includes(program)) checks += data[0] ?? 0
  }
  const works = instructions.filter(({ program }) => program !== computeBudgetProgram)
  const units = BigInt(Math.min(limit ?? works.length * unitsPerInstruction, maxUnits))
  return {
    base: BigInt(signers.length + checks) * lamportsPerSignature,
    priority: (price * units + 999_999n) / 1_000_000n,
  }
}
