/**
 * A connector over the driver of one type of wallet: the common part for all that aren't EIP-1193.
 *
 * Requirements: a wallet that never answers leaves none of our promises pending; late results never reconnect a user who has left or
 * disconnected; a wallet whose accounts can't be read is no longer connected.
 *
 * Design: an attempt to connect and the session that it becomes are one `Attempt`, which listens to the wallet from before the first request
 * on. The wallet's events only signal that something has changed: the driver reads the state, and the last read counts.
 */
import type { CaipNetworkId } from '@latchkey/chains'
import { AppError, timeouts } from '@latchkey/protocol'
import { askWallet } from './askWallet.ts'
import type { Connector } from './Connector.ts'
import { createDrivenSessions } from './createDrivenSessions.ts'
import type { WalletDriver } from './WalletDriver.ts'

export type DrivenConnectorOptions = Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> & {
  driver: WalletDriver
}

export function createDrivenConnector({ driver, ...claims }: DrivenConnectorOptions): Connector {
  const { namespace } = driver
  const sessions = createDrivenSessions(driver)
  const requireNamespace = (network: CaipNetworkId): void => {
    if (!network.startsWith(`${namespace}:`)) throw new AppError('CHAIN_NOT_SUPPORTED')
  }
  return {
    ...claims,
    namespaces: [namespace],
    ...(driver.canTransfer !== undefined && { canTransfer: driver.canTransfer }),
    async connect(request) {
      if (request.namespace !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      requireNamespace(request.network)
      const session = await sessions.open(request.signal, () => driver.open(request.network))
      if (session === null) throw new AppError('NAMESPACE_NOT_GRANTED')
      return [session]
    },
    async restore(request) {
      if (sessions.isEnded() || request.namespace !== namespace) return []
      requireNamespace(request.network)
      const session = await sessions.open(request.signal, (signal) => driver.reopen({ ...request, signal }))
      return session === null ? [] : [session]
    },
    async switchNetwork(network) {
      const { session } = sessions.held()
      requireNamespace(network)
      if (network !== session.network) await sessions.move(network)
    },
    async request(of, args) {
      if (of !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      const { session, signal } = sessions.held()
      return askWallet(() => driver.call(args, session, signal), { signal })
    },
    async disconnect(of = namespace) {
      if (of !== namespace) return
      const wasEnded = sessions.isEnded()
      sessions.end()
      if (!wasEnded) await askWallet(() => driver.close(), { withinMs: timeouts.signOutMs }).catch(() => null)
    },
    listen: sessions.listen,
  }
}
