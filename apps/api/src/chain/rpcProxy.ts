import { maxBatch } from '@latchkey/api-client'
import { findNetwork, unsupportedChain } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { requireCaller } from '@latchkey/service-kit/http/callerSignal'
import type { ReadyPart } from '@latchkey/service-kit/http/serveReady'
import { type Log, silentLog } from '@latchkey/service-kit/log'
import { createAnswerOne, type PassOptions, parseOnce, type Way } from './answerOne.ts'
import { createBlockHeads } from './blockHeads.ts'
import { type Budget, createBudgets, defaultBytesAtOnce, maxBodyBytes } from './bodyBudget.ts'
import type { Bundler } from './bundler.ts'
import type { Reservation } from './byteBudget.ts'
import { createChainAnswers } from './chainAnswers.ts'
import type { ChainRules } from './chainRules.ts'
import type { GiveBack } from './createSlots.ts'
import { isRpcResponse, type RpcResponse } from './jsonRpcMessage.ts'
import { isNewFilter } from './nodeFilters.ts'
import type { NodeIdentities } from './nodeIdentities.ts'
import { type NodeState, nodeStates, openProxiedChains, type ProxiedChain, readyChains } from './proxiedChain.ts'
import { ownRequester, type Requester } from './sharer.ts'

export type RpcProxyOptions = {
  /** Addresses of the nodes of each chain, by CAIP-2, best first. */
  nodes: Readonly<Record<string, readonly string[]>>
  fetch: typeof globalThis.fetch
  /** Looks at nodes before they are used. Without it they are believed. */
  identities?: NodeIdentities
  /** By CAIP-2: what sends for smart accounts. A chain without one knows no such methods. */
  bundlers?: Readonly<Record<string, Bundler>>
  log?: Log
  now?: () => number
  /** How many bytes answers for pages take in this process at a time; read anew for each. */
  maxBytesAtOnce?: () => number
}

/** Answers for a caller of the public endpoint. Long results are `RawJson`. */
export type Passed = {
  answered: RpcResponse | RpcResponse[]
  /** What they weigh: to be released once they are sent. */
  room: Pick<Reservation, 'taken' | 'sent' | 'release'>
}

/** How many requests of a body are expensive, how many run code, and how many make a filter. */
type Costs = { expensive: number; code: number; filters: number }

export type RpcProxy = {
  /**
   * Answers a JSON-RPC body, single or batch, with the nodes of a chain.
   *
   * Throws CHAIN_NOT_SUPPORTED, INVALID_REQUEST, TOO_LARGE. A chain whose nodes do not answer is the error
   * CHAIN_UNREACHABLE of each request, one whose bundler does not is BUNDLER_UNREACHABLE of each that is for it. `asker`: on whose
   * behalf the services ask. Of one, only some simulations and operations are tried at a time; more are the error LIMIT_EXCEEDED.
   */
  answer(chainId: string, body: unknown, requester?: Requester): Promise<RpcResponse | RpcResponse[]>
}

/** What the public endpoint asks of it. */
export type PublicRpcProxy = RpcProxy & {
  /**
   * The same for pages, whose every request may be meant to do harm. Beyond `answer`, INVALID_PARAMS is the error of a search for logs
   * and of a run of code without bounds, and LIMIT_EXCEEDED of what finds no room: too much is with the nodes for this network or
   * project, or answers take all memory that there is for them. Throws ABORTED when the caller has left.
   */
  pass(chainId: string, body: unknown, options: PassOptions): Promise<Passed>
  costsOf(chainId: string, body: unknown): Costs
}

/** A caller waits 10 s: by then it must have an answer, from whichever node. */
const timeoutMs = 9_000

/** All chain traffic goes through here, so that no page can point a wallet at a node or a bundler that lies. */
export function createRpcProxy({
  nodes,
  fetch,
  identities,
  bundlers = {},
  log = silentLog,
  now = Date.now,
  maxBytesAtOnce = () => defaultBytesAtOnce,
}: RpcProxyOptions): PublicRpcProxy & {
  /** Each chain, which is there while one of its nodes answers and is of the chain. */
  readonly parts: readonly ReadyPart[]
  /** Each node, by chain and host. */
  nodes(): NodeState[]
  /** Bytes that answers in progress take now. */
  bytesTaken(): number
} {
  const chains = openProxiedChains({ nodes, bundlers, fetch, log, now })
  const budgets = createBudgets({ fetch, now, maxBytesAtOnce })
  const answers = createChainAnswers({ identities, log, now })
  const headOf = createBlockHeads({ open: budgets.open, fromChain: answers.fromChain, now })
  const answerOne = createAnswerOne({ answers, open: budgets.open, headOf })
  const openBody = (requester: Requester, results: 'parsed' | 'raw'): Budget =>
    budgets.open(requester, { timeoutMs, maxBytes: maxBodyBytes, results })

  const chainOf = (chainId: string): ProxiedChain => {
    const chain = chains.get(chainId)
    if (chain === undefined) throw unsupportedChain(findNetwork(chainId))
    return chain
  }
  async function answerBody(chain: ProxiedChain, body: unknown, way: Way): Promise<RpcResponse | RpcResponse[]> {
    if (!Array.isArray(body)) return answerOne(chain, body, way)
    if (body.length === 0) throw new AppError('INVALID_REQUEST')
    if (body.length > maxBatch) throw new AppError('TOO_LARGE')
    return Promise.all(body.map((value) => answerOne(chain, value, way)))
  }

  return {
    parts: readyChains(chains, identities),
    nodes: () => nodeStates(chains),
    async answer(chainId, body, requester = ownRequester(null)) {
      const chain = chainOf(chainId)
      const budget = openBody(requester, 'parsed')
      try {
        return await answerBody(chain, body, { budget, requester })
      } finally {
        budget.room.release()
      }
    },
    async pass(chainId, body, options) {
      const chain = chainOf(chainId)
      const { requester } = options
      const budget = openBody(requester, 'raw')
      const code = createCodeSlot(chain, requester)
      try {
        const pass = { ...options, inTurn: createTurns(), codeSlot: code.take }
        const answered = await answerBody(chain, body, { budget, requester, pass })
        requireCaller()
        return { answered, room: budget.room }
      } catch (error) {
        budget.room.release()
        throw error
      } finally {
        code.giveBack()
      }
    },
    costsOf: (chainId, body) => costsIn(body, chains.get(chainId)?.rules),
    bytesTaken: budgets.bytesTaken,
  }
}

/** Returns what a body costs, before any of it is answered. */
const costsIn = (body: unknown, rules: ChainRules | undefined): Costs => {
  const costs = { expensive: 0, code: 0, filters: 0 }
  if (rules === undefined) return costs
  for (const value of [body].flat()) {
    const request = parseOnce(value, rules)
    if (isRpcResponse(request)) continue
    if (isNewFilter(request.method)) costs.filters++
    if (rules.isExpensive(request.method, request.params)) costs.expensive++
    else if (rules.runsCode(request.method)) costs.code++
  }
  return costs
}

/** Returns a function that does one piece of work after the other. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <result>(work: () => Promise<result>): Promise<result> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}

/** The one slot that all runs of code of a body have, taken when the first of them needs it. */
const createCodeSlot = (chain: ProxiedChain, requester: Requester) => {
  let slot: Promise<GiveBack | null> | undefined
  return {
    take: (): Promise<GiveBack | null> => {
      slot ??= chain.code.take(requester)
      return slot
    },
    giveBack(): void {
      void slot?.then((giveBack) => giveBack?.())
    },
  }
}
