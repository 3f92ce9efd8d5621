import { translateSolanaError } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { type SolanaReader, type SolanaReadResult, solanaReads } from './solanaReads.ts'

/** Calls a node of a chain (CAIP-2 ID) through the operator's service: returns its result, or its error unchanged. */
export type AskNode = (
  caipNetworkId: string,
  method: string,
  params: unknown,
) => Promise<{ result?: unknown; error?: unknown }>

/** Reads one cluster. An invalid answer of a node counts as no answer. */
export const createSolanaReader =
  (askNode: AskNode, caipNetworkId: string): SolanaReader =>
  async (name, params) => {
    const { result, error } = await askNode(caipNetworkId, name, params)
    if (error !== undefined) throw translateSolanaError(error)
    const answer = z.safeParse(solanaReads[name].result, result)
    if (!answer.success) throw new AppError('CHAIN_UNREACHABLE', { cause: answer.error })
    return answer.data as SolanaReadResult<typeof name>
  }
