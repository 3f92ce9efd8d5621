import { callerSignal } from '@latchkey/service-kit/http/callerSignal'
import { askNode, askNodeTogether, type NodeAnswer, UnusableAnswer } from './askNode.ts'
import type { RpcRequest } from './jsonRpcMessage.ts'

export type NodeCallsOptions = {
  fetch: typeof globalThis.fetch
  now: () => number
  /** How much all answers may weigh. */
  mostBytes: number
  /** Nodes that know no batches; what is found out is added. */
  withoutBatches: Set<string>
}

/** What one body asks of the nodes. */
export type NodeCalls = {
  /**
   * What a node answers, as `askNode`: requests that are made of one node at the same time go there in one batch, and each
   * alone to a node that knows none. Those that `mayStop` are ended when the caller leaves.
   */
  ask(url: string, request: RpcRequest, timeoutMs: number, mayStop: boolean): Promise<NodeAnswer>
}

/** How many requests are in one batch: nodes have limits, and the slowest of a batch keeps the others waiting. */
const mostTogether = 100
/** How many calls of one body are with the nodes at a time. */
const mostAtOnce = 16

type Asked = {
  url: string
  request: RpcRequest
  until: number
  /** Aborts when nobody waits for the answer any more. Undefined for what must not be ended in the middle. */
  caller: AbortSignal | undefined
  resolve(answer: NodeAnswer): void
  reject(error: unknown): void
}

export function createNodeCalls({ fetch, now, mostBytes, withoutBatches }: NodeCallsOptions): NodeCalls {
  let leftBytes = mostBytes
  let underWay = 0
  const waiting: (() => Promise<void>)[] = []
  const gathered = new Map<string, Asked[]>()

  /** Starts it when fewer than `mostAtOnce` are under way. */
  function start(call: () => Promise<void>): void {
    if (underWay >= mostAtOnce) {
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
    return { url, fetch, timeoutMs, mostBytes: leftBytes, caller }
  }

  async function callAlone(asked: Asked): Promise<void> {
    try {
      const answered = await askNode(asked.request, optionsFor(asked))
      leftBytes -= answered.bytes
      asked.resolve(answered)
    } catch (error) {
      asked.reject(error)
    }
  }

  async function callTogether(batch: readonly [Asked, ...Asked[]]): Promise<void> {
    try {
      const answers = await askNodeTogether(
        batch.map(({ request }) => request),
        {
          ...optionsFor(batch[0]),
          caller: batch.every(({ caller }) => caller !== undefined) ? batch[0].caller : undefined,
        },
      )
      if (answers === null) withoutBatches.add(batch[0].url)
      for (const [index, asked] of batch.entries()) {
        const answered = answers?.[index]
        if (answered === undefined) start(() => callAlone(asked))
        else {
          leftBytes -= answered.bytes
          asked.resolve(answered)
        }
      }
    } catch (error) {
      // Too long as a whole, perhaps: each may do by itself.
      if (error instanceof UnusableAnswer) for (const asked of batch) start(() => callAlone(asked))
      else for (const asked of batch) asked.reject(error)
    }
  }

  function send(url: string): void {
    const all = gathered.get(url) ?? []
    gathered.delete(url)
    const size = withoutBatches.has(url) ? 1 : mostTogether
    for (let from = 0; from < all.length; from += size) {
      const [first, ...others] = all.slice(from, from + size)
      if (first === undefined) return
      start(() => (others.length === 0 ? callAlone(first) : callTogether([first, ...others])))
    }
  }

  return {
    ask(url, request, timeoutMs, mayStop) {
      const { promise, resolve, reject } = Promise.withResolvers<NodeAnswer>()
      const caller = mayStop ? callerSignal() : undefined
      const asked = { url, request, until: now() + timeoutMs, caller, resolve, reject }
      const others = gathered.get(url)
      if (others !== undefined) others.push(asked)
      else {
        gathered.set(url, [asked])
        // The other requests of the body come first: all that is decided already is done before the next tick.
        process.nextTick(send, url)
      }
      return promise
    },
  }
}
