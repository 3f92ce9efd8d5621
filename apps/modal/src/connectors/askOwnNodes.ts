import { type JsonRpcCall, outcomeOf } from '@latchkey/api-client'
import type { translateNodeError } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

const timeoutMs = 10_000

const post = async (url: string, { method, params = [] }: JsonRpcCall) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
    credentials: 'omit',
    redirect: 'error',
  })
  return outcomeOf(0, await response.json())
}

/**
 * Calls the nodes of a network that the site supplies, one after the other until one answers. For reads only: a node that doesn't answer
 * may have executed the request. Throws CHAIN_UNREACHABLE, and a node's error by its name in the catalogue.
 */
export const askOwnNodes = async (
  nodes: readonly string[],
  call: JsonRpcCall,
  translate: typeof translateNodeError,
): Promise<unknown> => {
  const failures: unknown[] = []
  for (const url of nodes) {
    try {
      const { result, error } = await post(url, call)
      if (error === undefined) return result
      failures.push(translate(error))
      break
    } catch (cause) {
      failures.push(new AppError('CHAIN_UNREACHABLE', { cause }))
    }
  }
  throw failures.at(-1) ?? new AppError('CHAIN_UNREACHABLE')
}
