/**
 * Determines the outcome of a Solana transfer whose response was lost.
 *
 * Requirements: `out` only where this transfer is on the chain, whatever else names the account there (anyone can make a transaction that
 * does); `void` only where it can never get there.
 *
 * Design: every transaction that names the account since the plan is read and compared. The embedded wallet signs exactly the planned
 * message: the same message has the same signature, which counts once, and it is void once its blockhash is too old. Other wallets add
 * instructions, and may insert a newer blockhash: theirs are recognized by the planned instructions, and until one is found it may still
 * arrive.
 */
import { parseSolanaTransaction, type SolanaInstruction, type SolanaTransaction } from '@latchkey/chains'
import { base58, base64 } from '@scure/base'
import type { SendTools, SolanaMark, Trace } from './SendPlan.ts'
import { commitment, readCount, readJson, readText, unread } from './solanaAnswers.ts'

/** The maximum number of transactions to read; an account that is named in more within an hour isn't a user's. */
const maxRead = 25

/** A transaction on the chain. One that failed has moved nothing, and stays where it is. */
type Made = { readonly transaction: SolanaTransaction; readonly isFailed: boolean }

/** Throws AppErrors only: those of `ask`, and CHAIN_UNREACHABLE for invalid responses. */
export async function traceOnSolana(tools: SendTools, account: string, mark: SolanaMark): Promise<Trace> {
  const planned = parseSolanaTransaction(base58.decode(mark.transaction))
  // First how far the chain is: then the list that is read after it has all that came in until there.
  const { slot, height } = await readFinalized(tools)
  const { made, isWhole } = await readSince(tools, account, mark.lastSignature, slot)
  const isIt = tools.isEmbedded ? isSameMessage : isSameTransfer
  const its = made.filter(({ transaction }) => isIt(planned, transaction))
  if (its.some(({ isFailed }) => !isFailed)) return 'out'
  if (!tools.isEmbedded) return 'open'
  if (its.length > 0) return 'void'
  if (height <= mark.lastValidBlockHeight) return 'repeatable'
  return isWhole ? 'void' : 'open'
}

async function readFinalized({ ask }: SendTools): Promise<{ slot: number; height: number }> {
  const { absoluteSlot, blockHeight } = readJson(await ask('getEpochInfo', [{ commitment: 'finalized' }]))
  return { slot: Number(readCount(absoluteSlot)), height: Number(readCount(blockHeight)) }
}

/** Returns the signatures that name an account since a signature, from a node whose state is at least `minContextSlot`. */
async function readSince(
  { ask }: SendTools,
  account: string,
  until: string | null,
  minContextSlot: number,
): Promise<{ made: readonly Made[]; isWhole: boolean }> {
  const range = { commitment, limit: maxRead, minContextSlot, ...(until !== null && { until }) }
  const list = await ask('getSignaturesForAddress', [account, range])
  if (!Array.isArray(list)) return unread()
  const made = await Promise.all(
    list.map(async (entry): Promise<Made> => {
      const { signature, err } = readJson(entry)
      const how = { commitment, encoding: 'base64', maxSupportedTransactionVersion: 0 }
      const found = readJson(await ask('getTransaction', [readText(signature), how])).transaction
      return { transaction: readTransaction(found), isFailed: err !== null }
    }),
  )
  return { made, isWhole: list.length < maxRead }
}

/** A node's encoding of data: base64, and its name. */
function readTransaction(value: unknown): SolanaTransaction {
  if (!Array.isArray(value)) return unread()
  try {
    return parseSolanaTransaction(base64.decode(readText(value[0])))
  } catch {
    return unread()
  }
}

const isSameMessage = (planned: SolanaTransaction, made: SolanaTransaction): boolean =>
  isSameBytes(planned.message, made.message)

/** A transfer names its owner, and only the owner can sign it: other instructions in the transaction don't matter. */
const isSameTransfer = (planned: SolanaTransaction, made: SolanaTransaction): boolean =>
  planned.instructions.every((one) => made.instructions.some((other) => isSameInstruction(one, other)))

const isSameInstruction = (one: SolanaInstruction, other: SolanaInstruction): boolean =>
  one.program === other.program && one.accounts.join() === other.accounts.join() && isSameBytes(one.data, other.data)

const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
