import type { Eip1193Provider, RequestArguments } from '../connectors/Eip1193Provider.ts'
import type { Hub, hubReaders } from '../hub.ts'
import type { Modal, Namespace } from '../Modal.ts'
import { createBitcoinProvider } from './bitcoin/createBitcoinProvider.ts'
import { createAccountProvider } from './createAccountProvider.ts'
import type { Calls } from './createCalls.ts'
import type { ProviderSource } from './ProviderSource.ts'
import { createSolanaProvider } from './solana/createSolanaProvider.ts'

type Readers = Pick<ReturnType<typeof hubReaders>, 'getAccount' | 'subscribeAccount'>

type Calling = {
  /** Rejects with a ProviderRpcError. */
  load(): Promise<Calls>
  disconnect(namespace: Namespace): Promise<void>
  /** Nothing was requested yet, and there is no earlier connection to restore. */
  isIdle(): boolean
}

/** Creates the `getProvider` of a modal: one provider for each namespace, the same one each time. */
export const createProviders = (
  hub: Hub,
  readers: Readers,
  { load, disconnect, isIdle }: Calling,
): Modal['getProvider'] => {
  const evm: Eip1193Provider = {
    async request(args) {
      // Libraries request these two at page load; that must not load anything.
      if (isIdle()) {
        const network = hub.namespaces.get('eip155')?.network.get()
        if (args?.method === 'eth_accounts') return []
        if (args?.method === 'eth_chainId' && network !== undefined) return `0x${network.chainId.toString(16)}`
      }
      return (await load()).request(args)
    },
    on: hub.provider.on,
    removeListener: hub.provider.removeListener,
  }
  const create = (namespace: Namespace): object => {
    const source: ProviderSource = {
      request: async (args: RequestArguments) => (await load()).request(args, namespace),
      account: {
        get: () => readers.getAccount(namespace),
        listen: (listener) => readers.subscribeAccount(listener, namespace),
      },
      connect: async () => (await load()).connect(namespace),
      disconnect: () => disconnect(namespace),
    }
    if (namespace === 'solana') return createSolanaProvider(source)
    return namespace === 'bip122' ? createBitcoinProvider(source) : createAccountProvider(namespace, source)
  }
  const providers = new Map<Namespace, object>([['eip155', evm]])
  // Each is created for its namespace, which the map's only type can't express.
  return ((namespace) => {
    if (!providers.has(namespace)) providers.set(namespace, create(namespace))
    return providers.get(namespace)
  }) as Modal['getProvider']
}
