import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

type NodeCall = { method: string; params: readonly unknown[] }

/** The indexer's access to the nodes of one chain. */
export type IndexNodes = {
  /**
   * Returns the answers to calls, in order, all from one node, which has confirmed its chain in the same batch.
   *
   * Throws `CallRefused` when a node answers one of the calls with an error, and any other error when no node is usable: unreachable, too
   * slow, of another chain, or not JSON-RPC.
   */
  ask(calls: readonly NodeCall[]): Promise<unknown[]>
}

/** A node understood a call and rejected it: a range too wide, a block that it does not have. */
class CallRefused extends Error {
  override readonly name = 'CallRefused'
}

export type IndexNodesOptions = {
  /** CAIP-2. */
  chainId: string
  /** Best first. */
  urls: readonly string[]
  fetch: typeof globalThis.fetch
  /** Default 10 s. */
  timeoutMs?: number
  /** Aborts calls in progress. */
  signal?: AbortSignal
  /** Runs before each request to a node, none of which takes longer than `timeoutMs`. If it throws, the call ends. */
  beforeEach?: () => Promise<void>
}

/** The most calls in one body that public nodes accept. */
const maxCalls = 50
/** Blocks of big chains have some 500 KB each. */
const maxBytes = 64 * 1024 * 1024

const reply = z.object({
  id: z.int(),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})
const replies = z.array(reply)

/**
 * Calls the nodes of a chain directly, in batches (JSON-RPC 2.0, section 6). It bypasses the users' proxy: the two share no timeouts, no
 * byte limits and no record of failing nodes, and the proxy itself answers which chain it is, while the indexer needs the node's own
 * answer. The node that answered last is tried first.
 */
export function createIndexNodes(options: IndexNodesOptions): IndexNodes {
  const { chainId, urls, fetch, timeoutMs = 10_000, signal, beforeEach } = options
  const identity = identityOf(chainId)
  let best = 0

  async function askOne(url: string, calls: readonly NodeCall[]): Promise<unknown[]> {
    const all = [{ method: identity.method, params: [] }, ...calls]
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(all.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`the node answered ${response.status}`)
    const parsed = tryParse(replies, await readJson(response))
    if (!parsed.success) throw new Error('the node does not answer batches of JSON-RPC')
    const byId = new Map(parsed.data.map((each) => [each.id, each]))
    const [said, ...results] = all.map((_, id) => {
      const answer = byId.get(id)
      if (answer?.error !== undefined) throw new CallRefused(answer.error.message.slice(0, 200))
      if (answer === undefined) throw new Error('the node left a call without an answer')
      return answer.result ?? null
    })
    if (!identity.isIt(said)) throw new Error('the node is of another chain')
    return results
  }

  async function askSome(calls: readonly NodeCall[]): Promise<unknown[]> {
    let failure: unknown = new Error('the chain has no node')
    for (let tried = 0; tried < urls.length; tried++) {
      signal?.throwIfAborted()
      await beforeEach?.()
      const node = (best + tried) % urls.length
      try {
        const results = await askOne(urls[node] as string, calls)
        best = node
        return results
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  return {
    async ask(calls) {
      const results: unknown[] = []
      for (let at = 0; at < calls.length; at += maxCalls)
        results.push(...(await askSome(calls.slice(at, at + maxCalls))))
      return results
    },
  }
}

/** How a node identifies its chain: by its number (EIP-155), or by the hash of its first block (CAIP-2 of Solana). */
function identityOf(chainId: string): { method: string; isIt(said: unknown): boolean } {
  const [namespace, reference = ''] = chainId.split(':')
  return namespace === 'solana'
    ? { method: 'getGenesisHash', isIt: (said) => typeof said === 'string' && said.slice(0, 32) === reference }
    : {
        method: 'eth_chainId',
        isIt: (said) =>
          typeof said === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(said) && BigInt(said) === BigInt(reference),
      }
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('the answer of the node is too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
