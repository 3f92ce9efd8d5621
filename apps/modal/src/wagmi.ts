import { SwitchChainError, UserRejectedRequestError } from 'viem'
import type { Eip1193Provider } from './connectors/Eip1193Provider.ts'
import type { Address, Modal } from './Modal.ts'

/** The arguments that wagmi passes to a connector, as far as this one needs them: the same in wagmi 2 and 3. */
type Config<chain extends { readonly id: number }> = {
  readonly chains: readonly [chain, ...chain[]]
  readonly emitter: {
    emit(event: 'connect', value: { accounts: readonly Address[]; chainId: number }): void
    emit(event: 'change', value: { accounts?: readonly Address[]; chainId?: number }): void
    emit(event: 'disconnect'): void
  }
}

type ConnectParameters = {
  chainId?: number | undefined
  isReconnecting?: boolean | undefined
  withCapabilities?: boolean | undefined
}

/** EIP-1193's code of a rejection. */
const rejected = 4001

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined)
const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
const asRejection = (thrown: unknown): Error =>
  codeOf(thrown) === rejected ? new UserRejectedRequestError(toError(thrown)) : toError(thrown)

/**
 * The modal as a connector of wagmi, version 2 or 3: `createConfig({ connectors: [latchkeyConnector(modal)], … })`.
 *
 * `connect` opens the modal, whatever the user then connects with. Connections, switches and disconnects in the modal itself are in wagmi's
 * state too. Checking for a session (`reconnect`) loads nothing when there is none. Rejects as wagmi's own connectors do:
 * UserRejectedRequestError, SwitchChainError.
 */
export const latchkeyConnector =
  (modal: Pick<Modal, 'getProvider' | 'disconnect'>) =>
  <chain extends { readonly id: number }>({ chains, emitter }: Config<chain>) => {
    const provider: Eip1193Provider = modal.getProvider('eip155')
    const getAccounts = (): Promise<readonly Address[]> => provider.request({ method: 'eth_accounts' })
    const getChainId = async () => Number(await provider.request({ method: 'eth_chainId' }))

    const switchChain = async ({ chainId }: { chainId: number }): Promise<chain> => {
      const chain = chains.find(({ id }) => id === chainId)
      if (chain === undefined) throw new SwitchChainError(new Error(`Chain ${chainId} is not in wagmi's configuration`))
      try {
        await provider.request({
          method: 'wallet_switchEthereumChain',
          params: [{ chainId: `0x${chainId.toString(16)}` }],
        })
        return chain
      } catch (thrown) {
        throw codeOf(thrown) === rejected ? asRejection(thrown) : new SwitchChainError(toError(thrown))
      }
    }

    const onAccountsChanged = (accounts: string[]): void => {
      if (accounts.length === 0) emitter.emit('disconnect')
      else emitter.emit('change', { accounts: accounts as Address[] })
    }
    const onChainChanged = (chainId: string): void => emitter.emit('change', { chainId: Number(chainId) })
    const onConnect = async (): Promise<void> => {
      const [accounts, chainId] = await Promise.all([getAccounts(), getChainId()])
      if (accounts.length > 0) emitter.emit('connect', { accounts, chainId })
    }
    const onDisconnect = (): void => emitter.emit('disconnect')

    return {
      id: 'latchkey',
      name: 'Latchkey',
      type: 'latchkey',
      // Wagmi handles each event only while it is relevant; the provider exists as long as the modal.
      async setup() {
        provider.on('connect', () => void onConnect().catch(() => undefined))
        provider.on('accountsChanged', onAccountsChanged)
        provider.on('chainChanged', onChainChanged)
      },
      // Wagmi's type of `accounts` depends on its own type parameter, which no connector can follow.
      // biome-ignore lint/suspicious/noExplicitAny: as above
      async connect(parameters: ConnectParameters = {}): Promise<{ accounts: any; chainId: number }> {
        const { chainId, isReconnecting = false, withCapabilities = false } = parameters
        try {
          const accounts = isReconnecting
            ? await getAccounts()
            : ((await provider.request({ method: 'eth_requestAccounts' })) as readonly Address[])
          if (accounts.length === 0) throw new Error('No wallet is connected')
          const current = await getChainId()
          // Connected users stay connected, also where the wallet can't switch or the user doesn't want to.
          const moved =
            chainId === undefined || chainId === current ? null : await switchChain({ chainId }).catch(() => null)
          return {
            accounts: withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts,
            chainId: moved?.id ?? current,
          }
        } catch (thrown) {
          throw asRejection(thrown)
        }
      },
      disconnect: () => modal.disconnect('eip155'),
      getAccounts,
      getChainId,
      getProvider: async () => provider,
      async isAuthorized() {
        const accounts = await getAccounts().catch(() => [])
        return accounts.length > 0
      },
      switchChain,
      onAccountsChanged,
      onChainChanged,
      onConnect,
      onDisconnect,
    }
  }
