import { getU32Decoder, getU64Decoder } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import type { Message } from './readTransaction.ts'

const lamportsPerSignature = 5_000n
const computeBudget = 'ComputeBudget111111111111111111111111111111'
/** Programs that are part of the runtime, which cost almost nothing (SIMD-170). */
const builtins: ReadonlySet<string> = new Set([
  computeBudget,
  SYSTEM_PROGRAM_ADDRESS,
  'Vote111111111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
])
const unitsOf = { builtin: 3_000n, other: 200_000n, most: 1_400_000n }
const microLamports = 1_000_000n

/** Returns a transaction's fee: for each required signature, plus its price for compute units. Lamports. */
export const feeOf = (message: Message): bigint => {
  let price = 0n
  let limit: bigint | undefined
  let usual = 0n
  for (const { programAddressIndex, data } of message.instructions) {
    const program = message.staticAccounts[programAddressIndex] ?? ''
    usual += builtins.has(program) ? unitsOf.builtin : unitsOf.other
    if (program !== computeBudget || data === undefined) continue
    if (data[0] === 2 && data.length === 5) limit = BigInt(getU32Decoder().decode(data, 1))
    if (data[0] === 3 && data.length === 9) price = getU64Decoder().decode(data, 1)
  }
  const wanted = limit ?? usual
  const units = wanted < unitsOf.most ? wanted : unitsOf.most
  const priority = (units * price + microLamports - 1n) / microLamports
  return BigInt(message.header.numSignerAccounts) * lamportsPerSignature + priority
}
