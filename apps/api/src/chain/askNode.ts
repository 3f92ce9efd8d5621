import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import { type Hold, longBytes } from './byteBudget.ts'
import type { RpcRequest } from './jsonRpcMessage.ts'
import { cutResult } from './rawJson.ts'

const error = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })
const nodeAnswer = z.union([z.object({ error }), z.object({ result: z.unknown() })])

export type NodeAnswer = { answer: z.output<typeof nodeAnswer>; bytes: number }

export type AskOptions = {
  url: string
  fetch: typeof globalThis.fetch
  timeoutMs: number
  /** The most bytes of an answer to read. */
  maxBytes: number
  /** Counts the answer's bytes while they are read. Default: not counted. */
  hold?: Hold
  /** `raw`: a long result (`longBytes`) stays as the node wrote it (`RawJson`). Default: it is parsed. */
  results?: 'parsed' | 'raw'
  /** Ends the request when it aborts; for requests that change nothing. */
  caller?: AbortSignal | undefined
}

/**
 * An unusable answer from a reachable node: too long, not JSON-RPC, or a rate limit. Callers can cause these, so they don't count against
 * the node.
 */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

/** Answers in progress use up their memory: nothing more is read, from any node. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}

/**
 * Returns a node's answer to one request, its errors included. Throws when another node may do better: `UnusableAnswer`, and any other
 * error when the node is unreachable, too slow, or broken (5xx). ABORTED when the caller has left.
 */
export async function askNode({ method, params }: RpcRequest, options: AskOptions): Promise<NodeAnswer> {
  const { chunks, bytes } = await post({ jsonrpc: '2.0', id: 1, method, params }, options)
  const raw = options.results === 'raw' && bytes > longBytes ? cutResult(chunks) : null
  if (raw !== null) return { answer: { result: raw }, bytes }
  const answer = answerOf(parseJson(chunks))
  if (answer === undefined) throw new UnusableAnswer('the node does not speak JSON-RPC')
  return { answer, bytes }
}

/**
 * Sends several requests as one batch and returns their answers in order; undefined for an unanswered request, and null from a node without
 * batch support. Throws as `askNode` does.
 */
export async function askNodeTogether(
  requests: readonly RpcRequest[],
  options: AskOptions,
): Promise<(NodeAnswer | undefined)[] | null> {
  const body = requests.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const { chunks, bytes } = await post(body, options)
  const json = parseJson(chunks)
  if (!Array.isArray(json)) return null
  const answers = new Map<unknown, unknown>(json.map((each: { id?: unknown } | null) => [each?.id, each]))
  return requests.map((_, id) => {
    const answer = answerOf(answers.get(id))
    // Only their total size is known.
    return answer && { answer, bytes: Math.ceil(bytes / requests.length) }
  })
}

async function post(body: unknown, options: AskOptions): Promise<{ chunks: Uint8Array[]; bytes: number }> {
  const { url, fetch, timeoutMs, caller } = options
  const controller = new AbortController()
  // A timer of `AbortSignal.timeout` would also fire after the answer, at some cost.
  const timer = setTimeout(() => controller.abort(new DOMException('the node is too slow', 'TimeoutError')), timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      // Uncompressed: the announced length is then that of the text.
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' },
      body: JSON.stringify(body),
      signal: caller === undefined ? controller.signal : AbortSignal.any([controller.signal, caller]),
      redirect: 'error',
    })
    const answered = await readAnswer(response, options)
    if (response.status >= 500) throw new Error(`the node answered ${response.status}`)
    if (response.status === 429) throw new UnusableAnswer('the node is asked too often')
    return answered
  } catch (error) {
    throw caller?.aborted ? new AppError('ABORTED', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Parses JSON; undefined for anything else. */
function parseJson([first = new Uint8Array(), ...others]: readonly Uint8Array[]): unknown {
  const bytes =
    others.length === 0 ? Buffer.from(first.buffer, first.byteOffset, first.length) : Buffer.concat([first, ...others])
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

function answerOf(json: unknown): z.output<typeof nodeAnswer> | undefined {
  // Nearly all answers match this; it avoids the failures that the union collects first.
  if (isPlainResult(json)) return { result: json.result }
  const parsed = tryParse(nodeAnswer, json)
  return parsed.success ? parsed.data : undefined
}

const isPlainResult = (json: unknown): json is { result: unknown } =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, 'result') && !Object.hasOwn(json, 'error')

async function readAnswer(
  response: Response,
  { maxBytes, hold }: Pick<AskOptions, 'maxBytes' | 'hold'>,
): Promise<{ chunks: Uint8Array[]; bytes: number }> {
  const requireRoom = (bytes: number): void => {
    if (bytes > maxBytes) throw new UnusableAnswer('the answer of the node is too long')
    if (hold?.grow(bytes) !== false) return
    // At once: other reads in progress may continue with it.
    hold.drop()
    throw new NoRoom('other answers take all room')
  }
  const announced = Number(response.headers.get('content-length') ?? Number.NaN)
  if (announced >= 0 && !response.headers.has('content-encoding')) {
    try {
      requireRoom(announced)
    } catch (error) {
      // The body of an unwanted response is not read.
      await response.body?.cancel().catch(() => {})
      throw error
    }
    // Reading a short body in one piece costs a third of streaming it; a long one would briefly be in memory twice.
    if (announced <= longBytes) {
      const all = new Uint8Array(await response.arrayBuffer())
      return { chunks: [all], bytes: all.length }
    }
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    requireRoom(bytes)
    chunks.push(chunk)
  }
  return { chunks, bytes }
}
