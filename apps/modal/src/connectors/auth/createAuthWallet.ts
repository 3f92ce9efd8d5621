import { AppError, type FrameUser, type Payload, type RequestName, type Result } from '@latchkey/protocol'
import type { Namespace, NetworkId } from '../../Modal.ts'
import type { RequestArguments } from '../../provider/Eip1193Provider.ts'
import type { Connector, WalletSession } from '../Connector.ts'

/** What the embedded wallet is reached by. */
export type AuthWalletOptions = {
  /** One request to the wallet's document, loading it if need be. Throws AppErrors alone. */
  ask<name extends RequestName>(name: name, payload: Payload<name>): Promise<Result<name>>
  /** A call of the page: the visitor approves it in the wallet, or it is a read. */
  request(args: RequestArguments): Promise<unknown>
  /** End the session in the wallet, if its document is there. */
  signOut(): Promise<void>
  /** Who is logged in. */
  onUser(user: { email: string | null }): void
}

/** Connector id of the embedded wallet. No wallet of the page can take it: the embedded one is known first. */
export const authConnectorId = 'auth'

/** Whether a connection is the embedded wallet's. */
export const isAuthConnection = (connectorId: string, namespace: Namespace): boolean =>
  connectorId === authConnectorId && namespace === 'eip155'

/**
 * The embedded wallet as a connector among the others. The login itself, by email, is a flow of its own with views of its
 * own: `connect` fetches the account once the visitor has proved who they are.
 */
export function createAuthWallet({ ask, request, signOut, onUser }: AuthWalletOptions): Connector {
  const load = async (network: NetworkId): Promise<WalletSession> => {
    const user: FrameUser = await ask('GET_USER', { chainId: network, preferredAccountType: 'eoa' })
    const { address, email = null, chainId } = user
    if (!/^0x[0-9a-fA-F]{40}$/.test(address) || typeof chainId !== 'number') throw new AppError('WALLET_MISBEHAVED')
    onUser({ email })
    return { namespace: 'eip155', accounts: [{ address }], network: `eip155:${chainId}` }
  }
  return {
    id: authConnectorId,
    type: 'auth',
    name: 'Email',
    icon: null,
    rdns: null,
    namespaces: ['eip155'],
    connect: async ({ network }) => [await load(network)],
    async restore({ network }) {
      const { isConnected } = await ask('IS_CONNECTED', undefined)
      return isConnected ? [await load(network)] : []
    },
    async switchNetwork(network) {
      await ask('SWITCH_NETWORK', { chainId: network })
      const session = await load(network)
      if (session.network !== network) throw new AppError('CHAIN_NOT_SUPPORTED')
    },
    request: (_namespace, args) => request(args),
    disconnect: () => signOut().catch(() => undefined),
    // A session that ends by itself is noticed at the next request, and its document's end at the frame: see `state/`.
    listen: () => () => undefined,
  }
}
