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
  /** Checks nodes before first use. Default: nodes are trusted. */
  identities?: NodeIdentities
  /** By CAIP-2: bundlers for smart accounts. A chain without one has no such methods. */
  bundlers?: Readonly<Record<string, Bundler>>
  log?: Log
  now?: () => number
  /** The most bytes that answers for pages take in this process at a time; read for each. */
  maxBytesAtOnce?: () => number
}

/** Answers for a caller of the public endpoint. Long results are `RawJson`. */
export type Passed = {
  answered: RpcResponse | RpcResponse[]
  /** Their memory, to be released once they are sent. */
  room: Pick<Reservation, 'taken' | 'sent' | 'release'>
}

/** The number of expensive requests, code runs and new filters in a body. */
type Costs = { expensive: number; code: number; filters: number }

export type RpcProxy = {
  /**
   * Answers a JSON-RPC body, single or batch, with the nodes of a chain.
   *
   * Throws CHAIN_NOT_SUPPORTED, INVALID_REQUEST, TOO_LARGE. If a chain's nodes do not respond, each request gets the error
   * CHAIN_UNREACHABLE; if its bundler does not, each request for it gets BUNDLER_UNREACHABLE. `asker`: on whose behalf the services call.
   * Each asker may run only some simulations and operations at a time; more get LIMIT_EXCEEDED.
   */
  answer(chainId: string, body: unknown, requester?: Requester): Promise<RpcResponse | RpcResponse[]>
}

/** The interface of the public endpoint. */
export type PublicRpcProxy = RpcProxy & {
  /**
   * As `answer`, for pages, whose requests may all be hostile. In addition, a log search or code run without bounds gets INVALID_PARAMS,
   * and a request without room gets LIMIT_EXCEEDED: too much is in progress for this network or project, or answers take all available
   * memory. Throws ABORTED when the caller has left.
   */
  pass(chainId: string, body: unknown, options: PassOptions): Promise<Passed>
  costsOf(chainId: string, body: unknown): Costs
}

/** A caller waits 10 s: it must have an answer by then, from whichever node. */
const timeoutMs = 9_000

/** All chain traffic goes through here, so that no page can point a wallet at a malicious node or bundler. */
export function createRpcProxy({
  nodes,
  fetch,
  identities,
  bundlers = {},
  log = silentLog,
  now = Date.now,
  maxBytesAtOnce = () => defaultBytesAtOnce,
}: RpcProxyOptions): PublicRpcProxy & {
  /** Each chain as a part of readiness: ready while one of its nodes responds and is of the chain. */
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

/** Returns a function that runs tasks one after the other. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <result>(work: () => Promise<result>): Promise<result> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}

/** The one slot that all code runs of a body share, taken when the first of them needs it. */
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
