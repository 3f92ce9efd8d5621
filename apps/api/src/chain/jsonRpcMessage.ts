import { AppError } from '@latchkey/protocol/errors'
import { estimateBytes } from '@latchkey/protocol/estimateBytes'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import type { ChainRules } from './chainRules.ts'

const id = z.union([z.string().check(z.maxLength(128)), z.number(), z.null()])
const requestShape = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().check(z.maxLength(64)),
  params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
})

/** Far above what a body may hold: of a request, it is the depth that this bounds. */
const maxWeight = 16 * 1024 * 1024

/** JSON-RPC 2.0. Notifications have no use here: every request carries an id. */
export type RpcRequest = { id: string | number | null; method: string; params: readonly unknown[] }
export type RpcFailure = { code: number; message: string; data?: unknown }
export type RpcResponse = { jsonrpc: '2.0'; id: string | number | null } & ({ result: unknown } | { error: RpcFailure })

/**
 * One request of a body, or the error that answers it. Only read methods, sends of what is signed and the wallet's simulations pass:
 * the nodes' other methods (debug, admin, accounts) are none of a page's business, and a wallet's own no node knows.
 */
export function parseRpcRequest(value: unknown, rules: ChainRules): RpcRequest | RpcResponse {
  const parsed = tryParse(requestShape, value)
  if (!parsed.success || estimateBytes(value, maxWeight) === Number.POSITIVE_INFINITY)
    return failed(null, new AppError('INVALID_REQUEST'))
  const { id, method, params = [] } = parsed.data
  if (!Array.isArray(params) || !rules.allows(method, params)) return failed(id, new AppError('METHOD_NOT_ALLOWED'))
  return { id, method, params }
}

export const isRpcResponse = (value: RpcRequest | RpcResponse): value is RpcResponse => 'jsonrpc' in value

/** A catalogue error as JSON-RPC carries it; `name` lets our own client tell it apart from the node's errors. */
export const failed = (id: RpcResponse['id'], error: AppError): RpcResponse => ({
  jsonrpc: '2.0',
  id,
  error: error.toWire(),
})

/** Whether neither a node nor a bundler has answered anything of it, so that a client should try again later. */
export const isChainAway = (answered: RpcResponse | readonly RpcResponse[]): boolean =>
  (Array.isArray(answered) ? answered : [answered]).every(
    (each: RpcResponse) =>
      'error' in each &&
      'name' in each.error &&
      (each.error.name === 'CHAIN_UNREACHABLE' || each.error.name === 'BUNDLER_UNREACHABLE'),
  )
