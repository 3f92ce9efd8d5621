import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { failed, isRpcResponse, parseRpcRequest, type RpcRequest, type RpcResponse } from './jsonRpcMessage.ts'
import { createNodeFilters } from './nodeFilters.ts'

export type RpcProxyOptions = {
  /** Addresses of the nodes of each chain, by CAIP-2, best first. */
  nodes: Readonly<Record<string, readonly string[]>>
  fetch: typeof globalThis.fetch
}

export type RpcProxy = {
  /**
   * Answers a JSON-RPC body, single or batch, with the nodes of a chain.
   *
   * Throws CHAIN_NOT_SUPPORTED, INVALID_REQUEST, TOO_LARGE. A chain whose nodes do not answer is the error
   * CHAIN_UNREACHABLE of each request.
   */
  answer(chainId: string, body: unknown): Promise<RpcResponse | RpcResponse[]>
}

/** The most requests of one batch (HTTP contract, transport). */
const maxBatch = 1000
const nodeTimeoutMs = 10_000
const maxAnswerBytes = 16 * 1024 * 1024

const nodeAnswer = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
])

/** All chain traffic goes through here, so that no page can point a wallet at a node that lies. */
export function createRpcProxy({ nodes, fetch }: RpcProxyOptions): RpcProxy {
  const nodesOf = (chainId: string): readonly string[] => {
    const urls = Object.hasOwn(nodes, chainId) ? nodes[chainId] : undefined
    if (urls === undefined || urls.length === 0) throw new AppError('CHAIN_NOT_SUPPORTED')
    return urls
  }

  async function ask(url: string, { method, params }: RpcRequest): Promise<z.output<typeof nodeAnswer>> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(nodeTimeoutMs),
      redirect: 'error',
    })
    const text = await readText(response)
    const parsed = z.safeParse(nodeAnswer, JSON.parse(text))
    if (!parsed.success) throw new Error('the node answered something else than JSON-RPC')
    return parsed.data
  }

  async function answerOne(urls: readonly string[], request: RpcRequest): Promise<RpcResponse> {
    const filters = createNodeFilters(urls.length)
    const bound = filters.nodeOf(request)
    if (bound === 'unknown') return failed(request.id, new AppError('INVALID_PARAMS'))
    const order = bound === null ? urls.map((_, node) => node) : [bound.node]
    for (const node of order) {
      try {
        const answered = await ask(urls[node] as string, bound === null ? request : bound.request)
        const { id } = request
        if ('error' in answered) return { jsonrpc: '2.0', id, error: answered.error }
        return { jsonrpc: '2.0', id, result: filters.bindResult(request.method, answered.result, node) }
      } catch {
        // Unreachable, slow, or talking nonsense: the next node may do better. A raw transaction may be sent twice,
        // which changes nothing: it is the same transaction.
      }
    }
    return failed(request.id, new AppError('CHAIN_UNREACHABLE'))
  }

  return {
    async answer(chainId, body) {
      const urls = nodesOf(chainId)
      const one = (value: unknown): Promise<RpcResponse> => {
        const request = parseRpcRequest(value)
        return isRpcResponse(request) ? Promise.resolve(request) : answerOne(urls, request)
      }
      if (!Array.isArray(body)) return one(body)
      if (body.length === 0) throw new AppError('INVALID_REQUEST')
      if (body.length > maxBatch) throw new AppError('TOO_LARGE')
      return Promise.all(body.map(one))
    },
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxAnswerBytes) throw new Error('the answer of the node is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
