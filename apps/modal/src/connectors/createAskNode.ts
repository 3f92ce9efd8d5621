import { createBatchedRpc, rpc } from '@latchkey/api-client'
import { translateNodeError, translateSolanaError } from '@latchkey/chains'
import { type Backend, createBackendClient } from '../createBackendClient.ts'
import type { Settings } from '../Settings.ts'
import type { Services } from '../services.ts'
import { askOwnNodes } from './askOwnNodes.ts'

/**
 * Creates a function that calls a node of a network. The api has nodes of the networks that its operator serves, and calls of one turn are
 * batched; the site's own networks come with their nodes. It throws what `jsonRpc` or `askOwnNodes` throw, and a node's error by its name
 * in the catalogue.
 */
export const createAskNode = (
  backend: Backend,
  { ownNetworks, rpcUrls }: Pick<Settings, 'ownNetworks' | 'rpcUrls'> = {},
): Services['askNode'] => {
  const ask = createBatchedRpc(createBackendClient(backend, { rpc }))
  return async (network, call) => {
    const translate = network.startsWith('solana:') ? translateSolanaError : translateNodeError
    if (ownNetworks?.some(({ caipNetworkId }) => caipNetworkId === network))
      return askOwnNodes(rpcUrls?.[network] ?? [], call, translate)
    const { result, error } = await ask(network, call)
    if (error !== undefined) throw translate(error)
    return result
  }
}
