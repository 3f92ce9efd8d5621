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
 * An answer of no use, from a node that is there all the same: too long, not JSON-RPC, or a limit on its callers. Whoever
 * asks can bring these about, so they say nothing about the node.
 */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

/**
 * What a node answers to one request, its errors included. Throws when another node may do better: `UnusableAnswer`, and
 * any other error when the node is out of reach, not in time, or broken (5xx).
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
  if (response.status >= 500) throw new Error(`the node answered ${response.status}`)
  if (response.status === 429) throw new UnusableAnswer('the node is asked too often')
  return { answer: parseAnswer(text), bytes }
}

function parseAnswer(text: string): z.output<typeof nodeAnswer> {
  try {
    return z.parse(nodeAnswer, JSON.parse(text))
  } catch (cause) {
    throw new UnusableAnswer('the node does not speak JSON-RPC', { cause })
  }
}

async function readText(response: Response, mostBytes: number): Promise<{ text: string; bytes: number }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new UnusableAnswer('the answer of the node is too long')
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks).toString('utf8'), bytes }
}
