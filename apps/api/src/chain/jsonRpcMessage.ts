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

/** Far above what a body may hold: for a request, this bounds the depth. */
const maxWeight = 16 * 1024 * 1024

/** JSON-RPC 2.0. Notifications are not supported: every request carries an id. */
export type RpcRequest = { id: string | number | null; method: string; params: readonly unknown[] }
export type RpcFailure = { code: number; message: string; data?: unknown }
export type RpcResponse = { jsonrpc: '2.0'; id: string | number | null } & ({ result: unknown } | { error: RpcFailure })

/**
 * Parses one request of a body, or returns the error that answers it. Only reads, sends of signed transactions and the wallet's simulations
 * pass. Pages have no use for the nodes' other methods (debug, admin, accounts), and nodes don't know a wallet's own.
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

/** Wraps a catalog error in JSON-RPC; `name` lets our own client tell it apart from the node's errors. */
export const failed = (id: RpcResponse['id'], error: AppError): RpcResponse => ({
  jsonrpc: '2.0',
  id,
  error: error.toWire(),
})

/** Whether no node or bundler has answered any of it, so that a client should try again later. */
export const isChainAway = (answered: RpcResponse | readonly RpcResponse[]): boolean =>
  (Array.isArray(answered) ? answered : [answered]).every(
    (each: RpcResponse) =>
      'error' in each &&
      'name' in each.error &&
      (each.error.name === 'CHAIN_UNREACHABLE' || each.error.name === 'BUNDLER_UNREACHABLE'),
  )
