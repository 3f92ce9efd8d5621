import * as z from 'zod/mini'
import type { RpcRequest } from './jsonRpcMessage.ts'

const error = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })
const nodeAnswer = z.union([z.object({ error }), z.object({ result: z.unknown() })])

export type NodeAnswer = { answer: z.output<typeof nodeAnswer>; bytes: number }

export type AskOptions = {
  url: string
  fetch: typeof globalThis.fetch
  signal: AbortSignal
  /** How much of an answer is read. */
  mostBytes: number
}

/**
 * What a node answers to one request, its errors included. Throws when it does not answer, not in time, too much, with
 * something else than JSON-RPC, or that it is too busy: another node may do better.
 */
export async function askNode({ method, params }: RpcRequest, options: AskOptions): Promise<NodeAnswer> {
  const response = await options.fetch(options.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: options.signal,
    redirect: 'error',
  })
  const { text, bytes } = await readText(response, options.mostBytes)
  if (response.status === 429 || response.status >= 500) throw new Error(`the node answered ${response.status}`)
  return { answer: z.parse(nodeAnswer, JSON.parse(text)), bytes }
}

async function readText(response: Response, mostBytes: number): Promise<{ text: string; bytes: number }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('the answer of the node is too long')
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks).toString('utf8'), bytes }
}
