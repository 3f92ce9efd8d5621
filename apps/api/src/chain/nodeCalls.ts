import { callerSignal } from '@latchkey/service-kit/http/callerSignal'
import { askNode, askNodeTogether, type NodeAnswer, NoRoom, UnusableAnswer } from './askNode.ts'
import { type Hold, holdFrom, type Room } from './byteBudget.ts'
import type { RpcRequest } from './jsonRpcMessage.ts'

export type NodeCallsOptions = {
  fetch: typeof globalThis.fetch
  now: () => number
  /** The most bytes of one answer. */
  maxBytes: number
  /** The memory that all answers share. */
  room: Room
  /** As of `askNode`. */
  results: 'parsed' | 'raw'
  /** Nodes without batch support; newly found ones are added. */
  withoutBatches: Set<string>
}

/** One body's calls to the nodes. */
export type NodeCalls = {
  /**
   * Returns a node's answer, as `askNode`. Simultaneous requests to one node go in one batch, or separately to a node without batch
   * support. Rejects with NoRoom when answers in progress take all room.
   */
  ask(url: string, request: RpcRequest, how: AskHow): Promise<NodeAnswer>
}

type AskHow = {
  timeoutMs: number
  /** Ends when the caller leaves. */
  mayStop: boolean
  /** Sent alone, since its answer may be long. */
  isApart: boolean
}

/** The memory that an answer takes before its size is known. */
const firstBytes = 16 * 1024
/** The most requests in one batch: nodes have limits, and the slowest request delays the others. */
const maxTogether = 100
/** The most calls of one body to the nodes at a time. */
const maxAtOnce = 16

/** Takes room before the call, and gives back what the answer did not need. Throws NoRoom, before the call where there is none at all. */
export async function inRoom<answered>(
  room: Room,
  call: (hold: Hold) => Promise<{ answered: answered; bytes: number }>,
): Promise<answered> {
  const hold = holdFrom(room, firstBytes)
  if (hold === null) throw new NoRoom('other answers take all room')
  try {
    const { answered, bytes } = await call(hold)
    hold.keep(bytes)
    return answered
  } catch (error) {
    hold.drop()
    throw error
  }
}

type Asked = {
  url: string
  request: RpcRequest
  until: number
  /** Aborts when no caller waits for the answer any longer. Undefined for calls that must not be interrupted. */
  caller: AbortSignal | undefined
  resolve(answer: NodeAnswer): void
  reject(error: unknown): void
}

export function createNodeCalls(options: NodeCallsOptions): NodeCalls {
  const { fetch, now, maxBytes, room, results, withoutBatches } = options
  let underWay = 0
  const waiting: (() => Promise<void>)[] = []
  const gathered = new Map<string, Asked[]>()

  /** Starts it when fewer than `maxAtOnce` are under way. */
  function start(call: () => Promise<void>): void {
    if (underWay >= maxAtOnce) {
      waiting.push(call)
      return
    }
    underWay++
    void call().finally(() => {
      underWay--
      const next = waiting.shift()
      if (next !== undefined) start(next)
    })
  }

  function optionsFor({ url, until, caller }: Asked) {
    const timeoutMs = until - now()
    if (timeoutMs <= 0) throw new UnusableAnswer('there is no time left')
    return { url, fetch, timeoutMs, maxBytes, caller }
  }

  async function callAlone(asked: Asked): Promise<void> {
    try {
      asked.resolve(
        await inRoom(room, async (hold) => {
          const answered = await askNode(asked.request, { ...optionsFor(asked), hold, results })
          return { answered, bytes: answered.bytes }
        }),
      )
    } catch (error) {
      asked.reject(error)
    }
  }

  async function callTogether(batch: readonly [Asked, ...Asked[]]): Promise<void> {
    try {
      const answers = await inRoom(room, async (hold) => {
        const caller = batch.every((asked) => asked.caller !== undefined) ? batch[0].caller : undefined
        const requests = batch.map(({ request }) => request)
        const answered = await askNodeTogether(requests, { ...optionsFor(batch[0]), caller, hold })
        return { answered, bytes: answered?.reduce((sum, each) => sum + (each?.bytes ?? 0), 0) ?? 0 }
      })
      if (answers === null) withoutBatches.add(batch[0].url)
      for (const [index, asked] of batch.entries()) {
        const answered = answers?.[index]
        if (answered === undefined) start(() => callAlone(asked))
        else asked.resolve(answered)
      }
    } catch (error) {
      // Perhaps only the batch is too long: each request may succeed separately.
      if (error instanceof UnusableAnswer) for (const asked of batch) start(() => callAlone(asked))
      else for (const asked of batch) asked.reject(error)
    }
  }

  function send(url: string): void {
    const all = gathered.get(url) ?? []
    gathered.delete(url)
    const size = withoutBatches.has(url) ? 1 : maxTogether
    for (let from = 0; from < all.length; from += size) {
      const [first, ...others] = all.slice(from, from + size)
      if (first === undefined) return
      start(() => (others.length === 0 ? callAlone(first) : callTogether([first, ...others])))
    }
  }

  return {
    ask(url, request, { timeoutMs, mayStop, isApart }) {
      const { promise, resolve, reject } = Promise.withResolvers<NodeAnswer>()
      const caller = mayStop ? callerSignal() : undefined
      const asked = { url, request, until: now() + timeoutMs, caller, resolve, reject }
      if (isApart) {
        start(() => callAlone(asked))
        return promise
      }
      const others = gathered.get(url)
      if (others !== undefined) others.push(asked)
      else {
        gathered.set(url, [asked])
        // Collects the body's other requests first: everything already decided is done before the next tick.
        process.nextTick(send, url)
      }
      return promise
    },
  }
}
