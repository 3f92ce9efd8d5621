/**
 * A connector over any EIP-1193 provider: announced, injected, or supplied by the dapp.
 *
 * Requirements: every response of the wallet is parsed; a wallet that never answers leaves none of our promises pending; late results never
 * reconnect a user who has left or disconnected.
 *
 * Design: an attempt to connect and the session that it becomes are one `Attempt`, which listens to the wallet from before the first request
 * on. The wallet's events change the session; only an attempt creates one.
 */
import { AppError } from '@latchkey/protocol'
import type { Connector } from '../Connector.ts'
import { checkTarget } from '../checkTarget.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import type { NetworkDetails } from './chainToAdd.ts'
import { createQuestions, type ProviderTiming } from './createQuestions.ts'
import { createSessions, namespace } from './createSessions.ts'
import type { ForeignProvider } from './ForeignProvider.ts'
import { readAccounts } from './readAnswers.ts'

export type Eip1193ConnectorOptions = Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> &
  NetworkDetails & {
    provider: ForeignProvider
    timing?: ProviderTiming
  }

const defaultTiming: ProviderTiming = { silentMs: 10_000, movedAfterMs: [0, 100, 400, 1500] }

export function createEip1193Connector(options: Eip1193ConnectorOptions): Connector {
  const { provider, rpcUrls, ownNetworks, timing = defaultTiming, ...claims } = options
  const { ask, requestAccounts, revoke, move, ...questions } = createQuestions({
    provider,
    timing,
    rpcUrls,
    ownNetworks,
  })
  const sessions = createSessions(provider, questions)

  /** As `checkTarget`, unless the wallet returns that account, or that network, when queried: it may not have emitted a change. */
  const checkWithWallet = async (args: RequestArguments): Promise<void> => {
    const { session, signal } = sessions.held()
    try {
      checkTarget(args, session)
    } catch (refusal) {
      const [first, ...others] = await questions
        .askAccounts(signal)
        .then(readAccounts)
        .catch(() => [])
      if (first === undefined) throw refusal
      const network = await questions.askNetwork(signal)
      checkTarget(args, { namespace, accounts: [first, ...others], network })
    }
  }

  return {
    ...claims,
    namespaces: [namespace],
    async connect(request) {
      if (request.namespace !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      const session = await sessions.open(request.signal, requestAccounts)
      if (session === null) throw new AppError('NAMESPACE_NOT_GRANTED')
      return [session]
    },
    async restore(request) {
      if (sessions.isEnded() || request.namespace !== namespace) return []
      const session = await sessions.open(request.signal, questions.askAccounts)
      return session === null ? [] : [session]
    },
    async switchNetwork(network) {
      const { session } = sessions.held()
      if (!network.startsWith(`${namespace}:`)) throw new AppError('CHAIN_NOT_SUPPORTED')
      if (network === session.network) return
      await sessions.move(network, (signal) => move(network, signal))
    },
    async request(of, args) {
      if (of !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      const { signal } = sessions.held()
      await checkWithWallet(args)
      return ask(args.method, args.params, signal)
    },
    async disconnect(of = namespace) {
      if (of !== namespace) return
      const wasEnded = sessions.isEnded()
      sessions.end()
      if (!wasEnded) await revoke()
    },
    listen: sessions.listen,
  }
}
