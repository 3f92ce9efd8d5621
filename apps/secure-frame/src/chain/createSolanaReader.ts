import { translateSolanaError } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { type SolanaReader, type SolanaReadResult, solanaReads } from './solanaReads.ts'

/** Asks a node of a chain (CAIP-2 id) through our own service: its result, or its error as it gave it. */
export type AskNode = (
  caipNetworkId: string,
  method: string,
  params: unknown,
) => Promise<{ result?: unknown; error?: unknown }>

/** Reads of one cluster. What a node answers that is no answer to the question counts as no answer. */
export const createSolanaReader =
  (askNode: AskNode, caipNetworkId: string): SolanaReader =>
  async (name, params) => {
    const { result, error } = await askNode(caipNetworkId, name, params)
    if (error !== undefined) throw translateSolanaError(error)
    const answer = z.safeParse(solanaReads[name].result, result)
    if (!answer.success) throw new AppError('CHAIN_UNREACHABLE', { cause: answer.error })
    return answer.data as SolanaReadResult<typeof name>
  }
