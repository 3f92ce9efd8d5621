import { AppError, isSafeMethod, type RpcMethod, type RpcParams } from '@latchkey/protocol'
import type { createStore } from 'jotai/vanilla'
import type { Namespace, NetworkId } from '../Modal.ts'
import { readChainAtom } from '../state/chainReads.ts'
import { moveNetworkAtom, verifySessionAtom } from '../state/connection.ts'
import { namespaceStatusAtom } from '../state/connections.ts'
import { heldAtom, inUse, orderedSession } from '../state/held.ts'
import { openAtom } from '../state/modal.ts'
import { evmNetworkId } from '../state/networks.ts'
import { closingsAtom, hideAtom, routeAtom } from '../state/route.ts'
import { servicesAtom } from '../state/services.ts'
import { requestWalletAtom } from '../state/walletRequest.ts'
import type { RequestArguments } from './Eip1193Provider.ts'
import { toProviderError } from './toProviderError.ts'

type Store = ReturnType<typeof createStore>
export type Request = (args: RequestArguments, namespace?: Namespace) => Promise<unknown>

/** The `chainId` of EIP-3085 and EIP-3326. Throws INVALID_PARAMS. */
const requestedNetwork = (params: unknown): NetworkId => {
  const chain: unknown = Array.isArray(params) ? params[0] : undefined
  const chainId: unknown = typeof chain === 'object' && chain !== null ? Reflect.get(chain, 'chainId') : undefined
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/i.test(chainId)) throw new AppError('INVALID_PARAMS')
  return `eip155:${Number(chainId)}`
}

/** Reads of the chain, that any node can answer. */
const isChainRead = (method: string): method is RpcMethod => isSafeMethod(method) && method.startsWith('eth_')

/**
 * The `request` of a modal, over its state: of EIP-1193 for eip155, and for other namespaces that of the wallet in use.
 * Rejects with a ProviderRpcError alone.
 */
export function createRequest(store: Store): Request {
  const waitFor = (isTrue: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stops: (() => void)[] = []
      const check = () => {
        if (!isTrue()) return
        for (const stop of stops) stop()
        resolve()
      }
      stops.push(store.sub(namespaceStatusAtom, check), store.sub(closingsAtom, check))
      check()
    })

  /** Until it is known whether an earlier connection is still there, nobody can say which account there is. */
  const settled = (namespace: Namespace): Promise<void> =>
    waitFor(() => store.get(namespaceStatusAtom)[namespace] !== 'reconnecting')

  const accounts = (): string[] => {
    const held = inUse(store.get(heldAtom), 'eip155')
    return held === undefined ? [] : orderedSession(held).accounts.map(({ address }) => address)
  }

  const requestAccounts = async (): Promise<string[]> => {
    await settled('eip155')
    if (accounts().length > 0) return accounts()
    const closings = store.get(closingsAtom)
    store.set(openAtom, { namespace: 'eip155' })
    await waitFor(() => accounts().length > 0 || store.get(closingsAtom) > closings)
    if (accounts().length === 0) throw new AppError('USER_REJECTED')
    // A login leaves by itself; an earlier one that was only taken up again has nothing more to show.
    if (store.get(routeAtom).view === 'Account') store.set(hideAtom)
    return accounts()
  }

  const knownNetwork = (params: unknown): NetworkId => {
    const network = requestedNetwork(params)
    if (!store.get(servicesAtom).settings.networks.includes(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
    return network
  }

  /** What is answered here; the wallet is not asked. */
  const local: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_accounts: async () => {
      await settled('eip155')
      return accounts()
    },
    eth_requestAccounts: requestAccounts,
    eth_chainId: () => `0x${Number(evmNetworkId(store.get).slice('eip155:'.length)).toString(16)}`,
    wallet_switchEthereumChain: async (params) => {
      const network = knownNetwork(params)
      await settled('eip155')
      await store.set(moveNetworkAtom, network)
      return null
    },
    // The site's networks are all that there are here. A wallet that does not know one is taught it when it is moved there,
    // from the registry: what a page says about a network is not passed on.
    wallet_addEthereumChain: (params) => {
      knownNetwork(params)
      return null
    },
  }

  const answer = async ({ method, params }: RequestArguments, namespace: Namespace): Promise<unknown> => {
    if (namespace === 'eip155') {
      const answerHere = Object.hasOwn(local, method) ? local[method] : undefined
      if (answerHere !== undefined) return answerHere(params)
      if (isChainRead(method)) return store.set(readChainAtom, method, (params ?? []) as RpcParams<RpcMethod>)
    }
    await settled(namespace)
    return store.set(requestWalletAtom, namespace, { method, params })
  }

  return async (args, namespace = 'eip155') => {
    try {
      if (typeof args !== 'object' || args === null || typeof args.method !== 'string')
        throw new AppError('INVALID_REQUEST')
      return await answer(args, namespace)
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.name === 'UNAUTHORIZED') void store.set(verifySessionAtom)
      throw toProviderError(error)
    }
  }
}
