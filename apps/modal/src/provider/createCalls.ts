import { findNetwork, unsupportedChain } from '@latchkey/chains'
import {
  AppError,
  isAppError,
  isRpcMethod,
  isSafeMethod,
  type RpcMethod,
  type RpcParams,
  timeouts,
} from '@latchkey/protocol'
import { atom, type createStore } from 'jotai/vanilla'
import { callWallet } from '../connectors/callWallet.ts'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import type { Namespace, NetworkId } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { raiseAlertAtom } from '../state/alerts.ts'
import { readChainAtom } from '../state/chainReads.ts'
import { activeSession, connectedSessionsAtom } from '../state/connectedSessions.ts'
import { moveNetworkAtom, verifySessionAtom } from '../state/connection.ts'
import { failed } from '../state/failed.ts'
import { invalidateBalancesAtom } from '../state/invalidateBalances.ts'
import { movesFunds } from '../state/movesFunds.ts'
import { evmNetworkId, siteNetworksAtom } from '../state/networks.ts'
import { interruptedAtom, restoringAtom } from '../state/pending.ts'
import { createAccountRequests } from './createAccountRequests.ts'
import { toProviderError } from './toProviderError.ts'

type Store = ReturnType<typeof createStore>

export type Calls = {
  /** The `request` of a namespace's provider: for eip155 that of EIP-1193, elsewhere that of the active wallet. */
  request(args: RequestArguments, namespace?: Namespace): Promise<unknown>
  /** Opens the modal for a namespace, unless a wallet is connected there. Resolves with its addresses, the active one first. */
  connect(namespace: Namespace): Promise<string[]>
}

/** The `chainId` of EIP-3085 and EIP-3326. Throws INVALID_PARAMS. */
const requestedNetwork = (params: unknown): NetworkId => {
  const chain: unknown = Array.isArray(params) ? params[0] : undefined
  const chainId: unknown = typeof chain === 'object' && chain !== null ? Reflect.get(chain, 'chainId') : undefined
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/i.test(chainId)) throw new AppError('INVALID_PARAMS')
  return `eip155:${Number(chainId)}`
}

/** Chain reads, which any node can answer. */
const isChainRead = (method: string): method is RpcMethod => isSafeMethod(method) && method.startsWith('eth_')

/** Whether the user confirms a call in the wallet: as our table has it, and for other wallets' methods those that sign or send. */
const needsUser = (method: string): boolean =>
  isRpcMethod(method) ? !isSafeMethod(method) : /sign|send|transfer|permission/i.test(method)

// not words: error.message is for developers.
const unavailable = 'The wallet is unavailable while it reconnects'

/**
 * Sends a call to the active wallet of a namespace, unchanged. Rejects with UNAUTHORIZED when there is none (with a developer alert when
 * another namespace has one), with DISCONNECTED while an earlier session couldn't be restored, else as the connector does.
 */
const requestWalletAtom = atom(
  null,
  async (get, set, namespace: Namespace, args: RequestArguments): Promise<unknown> => {
    const active = activeSession(get(connectedSessionsAtom), namespace)
    if (active !== undefined) {
      const { connector } = active
      const answer = await callWallet(connector, namespace, args)
      // The embedded wallet's are counted where they are approved.
      if (connector.type !== 'auth' && movesFunds(args.method)) set(invalidateBalancesAtom)
      if (movesFunds(args.method))
        void import('../state/pendingTransactions.ts').then(
          ({ keepRequestedAtom }) => set(keepRequestedAtom, active, args, answer),
          () => undefined,
        )
      return answer
    }
    if ([...get(restoringAtom), ...get(interruptedAtom)].some((each) => each.namespace === namespace))
      throw new AppError('DISCONNECTED', { message: unavailable })
    if (get(connectedSessionsAtom).length > 0) set(raiseAlertAtom, 'APKTW001', { namespace, method: args.method })
    throw new AppError('UNAUTHORIZED')
  },
)

/** The functions that a modal's providers call, over its state. Reject with ProviderRpcErrors only. */
export function createCalls(store: Store): Calls {
  const { settled, accounts, requestAccounts } = createAccountRequests(store)

  /** Waits for the restore of a namespace. Throws DISCONNECTED for one that takes longer than 20 s. */
  const settledSoon = async (namespace: Namespace): Promise<void> => {
    const late = Promise.withResolvers<never>()
    const giveUp = () => late.reject(new AppError('DISCONNECTED', { message: unavailable }))
    const stopWaiting = store.get(servicesAtom).clock.after(timeouts.machineMs, giveUp)
    await Promise.race([settled(namespace), late.promise]).finally(stopWaiting)
  }

  const knownNetwork = (params: unknown): NetworkId => {
    const network = requestedNetwork(params)
    if (!store.get(siteNetworksAtom).includes(network)) throw unsupportedChain(findNetwork(network))
    return network
  }

  /** Answered here, without a request to the wallet. */
  const local: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_accounts: async () => {
      await settled('eip155')
      return accounts('eip155')
    },
    eth_requestAccounts: () => requestAccounts('eip155'),
    eth_chainId: () => `0x${Number(evmNetworkId(store.get).slice('eip155:'.length)).toString(16)}`,
    wallet_switchEthereumChain: async (params) => {
      const network = knownNetwork(params)
      await settledSoon('eip155')
      await store.set(moveNetworkAtom, network).catch((thrown: unknown) => {
        const known = findNetwork(network)
        // A message doesn't cross the wire, so the successor of a network that has shut down is named here.
        throw isAppError(thrown, 'CHAIN_NOT_SUPPORTED') && known?.retired ? unsupportedChain(known) : thrown
      })
      return null
    },
    // Only the site's networks are available here. A wallet that doesn't know one gets it from the registry when it is switched there: the
    // page's own parameters aren't passed on.
    wallet_addEthereumChain: (params) => {
      knownNetwork(params)
      return null
    },
  }

  /** A contract that reverts has answered: that is no failure of the modal. */
  const readChain = (method: RpcMethod, params: unknown): Promise<unknown> =>
    store.set(readChainAtom, method, (params ?? []) as RpcParams<RpcMethod>).catch((thrown: unknown) => {
      throw isAppError(thrown, 'EXECUTION_REVERTED') ? thrown : failed(store.get, 'read', thrown)
    })

  const answer = async ({ method, params }: RequestArguments, namespace: Namespace): Promise<unknown> => {
    if (namespace === 'eip155') {
      const answerHere = Object.hasOwn(local, method) ? local[method] : undefined
      if (answerHere !== undefined) return answerHere(params)
      if (isChainRead(method)) return readChain(method, params)
    }
    await settledSoon(namespace)
    const call = { namespace, method }
    const { events } = store.get(servicesAtom).hub
    const isAsked = needsUser(method)
    if (isAsked) events.emit({ type: 'SIGNATURE_REQUESTED', ...call })
    try {
      const result = await store.set(requestWalletAtom, namespace, { method, params })
      if (isAsked) events.emit({ type: 'SIGNATURE_DONE', ...call })
      return result
    } catch (thrown) {
      if (isAsked) events.emit({ type: 'SIGNATURE_FAILED', ...call, error: AppError.from(thrown).name })
      throw thrown
    }
  }

  const translate = (thrown: unknown): never => {
    const error = AppError.from(thrown)
    if (error.name === 'UNAUTHORIZED') void store.set(verifySessionAtom)
    throw toProviderError(error)
  }

  return {
    async request(args, namespace = 'eip155') {
      try {
        if (typeof args !== 'object' || args === null || typeof args.method !== 'string')
          throw new AppError('INVALID_REQUEST')
        return await answer(args, namespace)
      } catch (thrown) {
        return translate(thrown)
      }
    },
    connect: (namespace) => requestAccounts(namespace).catch(translate),
  }
}
