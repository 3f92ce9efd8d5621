/**
 * Calls contracts that may refer us to a gateway for part of their answer (ERC-3668). The contract is ENS's trusted Universal Resolver; the
 * resolvers and gateway addresses that it passes on are untrusted.
 *
 * The Universal Resolver uses a batch gateway, which the caller has to be: it has a special address, and the requests in its call data go
 * to the resolvers' gateways. The resolver verifies a gateway's answer.
 */
import { AppError } from '@latchkey/protocol/errors'
import {
  type Address,
  concat,
  decodeErrorResult,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  isAddressEqual,
  isHex,
  offchainLookupAbiItem,
  offchainLookupSignature,
  parseAbi,
} from 'viem'
import * as z from 'zod/mini'
import { type RpcResponse, failed as rpcFailed } from '../chain/jsonRpcMessage.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import type { GuardedFetch } from '../http/guardedFetch.ts'

/** Names the caller itself as the batch gateway. */
export const batchGateway = 'x-batch-gateway:true'
/** ERC-3668 requires a limit: a contract could continue forever. */
const maxHops = 4
/** Per request; the first response counts. */
const maxGateways = 4
const maxQuestions = 4
const gatewayMs = 3_000
/** A proof of another chain's state takes some 10 KB. */
const maxBytes = 256 * 1024

const batchAbi = parseAbi([
  'struct Query { address sender; string[] urls; bytes data; }',
  'function query(Query[] queries) view returns (bool[] failures, bytes[] responses)',
  'error HttpError(uint16 status, string message)',
])

/** A contract has reverted. */
export class Reverted extends Error {
  override readonly name = 'Reverted'
  /** The revert data. */
  readonly data: Hex
  /** Whether a gateway was called before, which may be the cause. */
  readonly isAfterLookup: boolean
  constructor(data: Hex, isAfterLookup: boolean) {
    super('the contract has reverted')
    this.data = data
    this.isAfterLookup = isAfterLookup
  }
}

/** The limits of one lookup's gateway calls, for all of its records together and per host; and the calls made so far. */
export type LookupBudget = {
  requests: number
  asked: number
  ofHost: number
  hosts: Map<string, number>
  /** A gateway was skipped because its limit, or the total, was reached. */
  isSpent: boolean
}

export type OffchainLookupOptions = {
  rpcProxy: RpcProxy
  guardedFetch: GuardedFetch
  chainId: string
  /** Counts a gateway request; rejects when there were too many lately. */
  admit: () => Promise<void>
}
export type CallWithLookups = (to: Address, data: Hex, budget: LookupBudget) => Promise<Hex>

/**
 * Calls a contract, through gateways if it requests them. Rejects with `Reverted`; throws CHAIN_UNREACHABLE when no node responds,
 * SERVICE_UNREACHABLE when the contract cannot be called, or requests too much.
 */
export function createOffchainLookup({
  rpcProxy,
  guardedFetch,
  chainId,
  admit,
}: OffchainLookupOptions): CallWithLookups {
  const callOnce = async (to: Address, data: Hex, isAfterLookup: boolean): Promise<Hex> => {
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, 'latest'] }
    const [answered] = [await answerOf(rpcProxy, chainId, request)].flat()
    if (answered === undefined) throw new AppError('CHAIN_UNREACHABLE')
    if ('result' in answered) {
      if (isHex(answered.result)) return answered.result
      throw new AppError('CHAIN_UNREACHABLE')
    }
    if ('name' in answered.error) throw new AppError('CHAIN_UNREACHABLE', { cause: answered.error })
    const revert = revertOf(answered.error.data)
    if (revert === undefined) throw new AppError('SERVICE_UNREACHABLE', { cause: answered.error })
    throw new Reverted(revert, isAfterLookup)
  }

  /** Returns a gateway's answer. A 4xx status counts as an answer; after anything else the next gateway is tried. */
  const askGateways = async (
    { sender, urls, data }: { sender: Address; urls: readonly string[]; data: Hex },
    budget: LookupBudget,
  ): Promise<Hex> => {
    let reason: unknown
    for (const url of urls.slice(0, maxGateways)) {
      if (budget.asked >= budget.requests) {
        budget.isSpent = true
        break
      }
      const isGet = url.includes('{data}')
      const address = url.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
      const host = URL.canParse(address) ? new URL(address).host : ''
      const ofHost = budget.hosts.get(host) ?? 0
      if (ofHost >= budget.ofHost) {
        budget.isSpent = true
        continue
      }
      budget.hosts.set(host, ofHost + 1)
      budget.asked++
      const request = isGet ? ({ method: 'GET' } as const) : ({ method: 'POST', body: { data, sender } } as const)
      try {
        await admit()
        const { status, text } = await guardedFetch(address, { ...request, timeoutMs: gatewayMs, maxBytes })
        if (status === 200) return gatewayAnswer(text)
        reason = status
        if (status >= 400 && status < 500) break
      } catch (error) {
        reason = error
      }
    }
    throw new Error('no gateway has answered', { cause: reason })
  }

  const askBatch = async (callData: Hex, budget: LookupBudget): Promise<Hex> => {
    const [queries] = decodeFunctionData({ abi: batchAbi, data: callData }).args
    if (queries.length > maxQuestions) throw new AppError('SERVICE_UNREACHABLE')
    const answers = await Promise.allSettled(queries.map((query) => askGateways(query, budget)))
    const failures = answers.map(({ status }) => status === 'rejected')
    const responses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : noAnswer))
    return encodeFunctionResult({ abi: batchAbi, functionName: 'query', result: [failures, responses] })
  }

  return async (to, data, budget) => {
    let asked = data
    for (let hop = 0; hop <= maxHops; hop++) {
      try {
        return await callOnce(to, asked, hop > 0)
      } catch (error) {
        if (!(error instanceof Reverted) || !error.data.startsWith(offchainLookupSignature)) throw error
        if (hop === maxHops) break
        asked = await answerLookup(to, error.data, (callData) => askBatch(callData, budget))
      }
    }
    throw new AppError('SERVICE_UNREACHABLE', { cause: new Error('the name asks gateways without end') })
  }
}

const noAnswer = encodeErrorResult({ abi: batchAbi, errorName: 'HttpError', args: [503, 'no gateway has answered'] })

/** Continues a lookup with the gateway's answer. */
async function answerLookup(to: Address, revert: Hex, askBatch: (callData: Hex) => Promise<Hex>): Promise<Hex> {
  try {
    const { args } = decodeErrorResult({ abi: [offchainLookupAbiItem], data: revert })
    const [sender, urls, callData, callback, extraData] = args
    // Otherwise one contract could have another's callback called.
    if (!isAddressEqual(sender, to)) throw new Error('the lookup is of another contract')
    if (!urls.includes(batchGateway)) throw new Error('the lookup is for no batch gateway')
    const answer = await askBatch(callData)
    return concat([callback, encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], [answer, extraData])])
  } catch (cause) {
    throw new AppError('SERVICE_UNREACHABLE', { cause })
  }
}

const gatewayShape = z.object({ data: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)) })
const gatewayAnswer = (text: string): Hex => z.parse(gatewayShape, JSON.parse(text)).data as Hex

/** Nodes report revert data in several ways. */
function revertOf(data: unknown): Hex | undefined {
  const written = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  const text = typeof written === 'string' ? written.replace(/^Reverted /, '') : ''
  return isHex(text) && text !== '0x' ? text : undefined
}

async function answerOf(rpcProxy: RpcProxy, chainId: string, request: object): Promise<RpcResponse | RpcResponse[]> {
  try {
    return await rpcProxy.answer(chainId, request)
  } catch (cause) {
    return rpcFailed(1, new AppError('CHAIN_UNREACHABLE', { cause }))
  }
}
