import { AppError } from '@latchkey/protocol/errors'
import { requireCaller } from '@latchkey/service-kit/http/callerSignal'
import type { createBlockHeads } from './blockHeads.ts'
import type { Budget, Budgets } from './bodyBudget.ts'
import { type BundlerMethod, isBundlerMethod } from './bundlerMethods.ts'
import { longBytes, type Reservation } from './byteBudget.ts'
import type { ChainAnswers } from './chainAnswers.ts'
import type { ChainRules } from './chainRules.ts'
import { codeMethods, refuseCodeRun } from './codeRuns.ts'
import type { GiveBack } from './createSlots.ts'
import { failed, isRpcResponse, parseRpcRequest, type RpcRequest, type RpcResponse } from './jsonRpcMessage.ts'
import { filterMethods, refuseLogFilter } from './logFilter.ts'
import type { ProxiedChain } from './proxiedChain.ts'
import type { Requester } from './sharer.ts'
import { simulationLimits } from './simulationMethods.ts'

/** A caller of the public endpoint, and its limits. */
export type PassOptions = {
  requester: Requester
  /** The most blocks that one log search may cover. */
  logBlocks: number
  /** The most gas that one code run may name. */
  callGas: number
}

/** How one request is sent to the nodes. */
export type Way = {
  budget: Budget
  requester: Requester
  /**
   * For the public endpoint. `inTurn`: one after the other, so that long answers of one body don't block each other; `codeSlot`: the one
   * slot that all code runs of the body share.
   */
  pass?: PassOptions & {
    inTurn: <result>(work: () => Promise<result>) => Promise<result>
    codeSlot(): Promise<GiveBack | null>
  }
}

type AnswerOneOptions = {
  answers: ChainAnswers
  open: Budgets['open']
  headOf: ReturnType<typeof createBlockHeads>
}

/** Returns a function that answers one request of a body: from known values, the bundler, or the nodes. Failures are answers too. */
export function createAnswerOne({ answers: { fromNodes, fromChain }, open, headOf }: AnswerOneOptions) {
  async function answerOne(
    chain: ProxiedChain,
    value: unknown,
    { budget, requester, pass }: Way,
  ): Promise<RpcResponse> {
    const request = parseOnce(value, chain.rules)
    if (isRpcResponse(request)) return request
    if (isBundlerMethod(request.method)) return fromBundler(chain, request, request.method, requester, budget.room)
    const known = chain.rules.known(request.method, chain.reference)
    if (known !== undefined) return { jsonrpc: '2.0', id: request.id, result: known.result }
    const kept = chain.cache.get(request)
    // A body may contain the same request a thousand times: each is printed.
    if (kept !== undefined)
      return holding(budget.room, kept.bytes, { jsonrpc: '2.0', id: request.id, result: kept.result })
    if (chain.rules.isSimulation(request.method)) return simulate(chain, request, budget, requester)
    if (pass === undefined) return fromChain(chain, request, budget)
    if (codeMethods.includes(request.method)) {
      const reason = refuseCodeRun(request.params, pass.callGas)
      if (reason !== null) return refused(request, reason)
    }
    if (chain.rules.isExpensive(request.method, request.params))
      return pass.inTurn(() => passExpensive(chain, request, budget, pass))
    if (!chain.rules.runsCode(request.method)) return fromChain(chain, request, budget)
    return (await pass.codeSlot()) === null
      ? failed(request.id, new AppError('LIMIT_EXCEEDED'))
      : fromChain(chain, request, budget, { isApart: false, isCostly: true })
  }

  async function passExpensive(
    chain: ProxiedChain,
    request: RpcRequest,
    budget: Budget,
    { requester, logBlocks }: PassOptions,
  ): Promise<RpcResponse> {
    const { id, method, params } = request
    requireCaller()
    if (filterMethods.includes(method)) {
      try {
        const reason = await refuseLogFilter(params, { maxBlocks: logBlocks, numberOf: (tag) => headOf(chain, tag) })
        if (reason !== null) return refused(request, reason)
      } catch (error) {
        return failed(id, AppError.from(error))
      }
    }
    const giveBack = budget.room.isFull() ? null : await chain.expensive.take(requester)
    if (giveBack === null) return failed(id, new AppError('LIMIT_EXCEEDED'))
    try {
      return await fromNodes(chain, request, budget, { isApart: true, isCostly: true })
    } finally {
      giveBack()
    }
  }

  /** Has a separate budget, so that simulations never displace other requests. Its answer is one of the body's. */
  async function simulate(
    chain: ProxiedChain,
    request: RpcRequest,
    body: Budget,
    requester: Requester,
  ): Promise<RpcResponse> {
    const { timeoutMs, maxBytes } = simulationLimits
    const giveBack = await chain.simulations.take(requester)
    if (giveBack === null) return failed(request.id, new AppError('LIMIT_EXCEEDED'))
    const budget = open(requester, { timeoutMs, maxBytes, maxTotalBytes: 2 * maxBytes, results: 'parsed' })
    try {
      const answered = await fromChain(chain, request, budget)
      const bytes = budget.room.taken()
      budget.room.release()
      return holding(body.room, bytes, answered)
    } finally {
      budget.room.release()
      giveBack()
    }
  }

  return answerOne
}

async function fromBundler(
  { bundler }: ProxiedChain,
  { id, params }: RpcRequest,
  method: BundlerMethod,
  requester: Requester,
  room: Reservation,
): Promise<RpcResponse> {
  if (bundler === undefined) return failed(id, new AppError('METHOD_NOT_ALLOWED'))
  try {
    return { jsonrpc: '2.0', id, ...(await bundler.ask(method, params, requester, room)) }
  } catch (error) {
    return failed(id, AppError.from(error))
  }
}

/** A body's requests are counted first and answered then: each is parsed once. */
const parsedRequests = new WeakMap<object, { rules: ChainRules; request: ReturnType<typeof parseRpcRequest> }>()
export const parseOnce = (value: unknown, rules: ChainRules): ReturnType<typeof parseRpcRequest> => {
  if (typeof value !== 'object' || value === null) return parseRpcRequest(value, rules)
  const known = parsedRequests.get(value)
  if (known?.rules === rules) return known.request
  const request = parseRpcRequest(value, rules)
  parsedRequests.set(value, { rules, request })
  return request
}

/** Holds an answer with the others of its body until they are sent; LIMIT_EXCEEDED where there is no room for it. */
const holding = (room: Reservation, bytes: number, answered: RpcResponse): RpcResponse =>
  room[bytes > longBytes ? 'long' : 'short'].take(bytes)
    ? answered
    : failed(answered.id, new AppError('LIMIT_EXCEEDED'))

const refused = ({ id, method }: RpcRequest, reason: string): RpcResponse =>
  failed(id, new AppError('INVALID_PARAMS', { message: `${method}: ${reason}`, details: { reason } }))
