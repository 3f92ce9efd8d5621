import { type CaipNetworkId, type ChainNamespace, parseCaip2 } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import type { Connector } from '../Connector.ts'
import { checkTarget } from '../checkTarget.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { chainToAdd, type NetworkDetails, toHexChainId } from '../eip1193/chainToAdd.ts'
import { readNetwork } from '../eip1193/readAnswers.ts'
import { unlessAborted } from '../unlessAborted.ts'
import type { ClientHolder } from './createClientHolder.ts'
import type { Sessions } from './createSessions.ts'
import { toWalletCall } from './solanaCalls.ts'
import { toWalletConnectError } from './toWalletConnectError.ts'

/** All in milliseconds. */
export type CallTiming = {
  /** Timeout for a wallet's response. */
  requestMs: number
  /** Timeout for a wallet to approve a network that it reports it has switched to. */
  approvalMs: number
}

type CallsInput = NetworkDetails & {
  /** The namespaces of the site. */
  namespaces: readonly ChainNamespace[]
  sessions: Sessions
  holder: ClientHolder
  timing: CallTiming
}

/** Requests to the connected wallets. */
export const createWalletCalls = ({
  namespaces,
  sessions,
  holder,
  timing,
  rpcUrls,
  ownNetworks,
}: CallsInput): Pick<Connector, 'request' | 'switchNetwork'> => {
  /** A call that waits in the wallet. */
  const ask = async (namespace: ChainNamespace, method: string, params: unknown): Promise<unknown> => {
    const { line, grant, session } = sessions.heldIn(namespace)
    if (!grant.methods.includes(method)) throw new AppError('WALLET_UNAVAILABLE')
    const { topic, over } = line
    const late = AbortSignal.timeout(timing.requestMs)
    return await unlessAborted(
      AbortSignal.any([over.signal, late]),
      () => (over.signal.aborted ? 'DISCONNECTED' : 'TIMEOUT'),
      holder
        .use((client) => client.request({ topic, chainId: session.network, request: { method, params } }))
        .catch((thrown: unknown) => {
          throw toWalletConnectError(thrown)
        }),
    )
  }

  const isApproved = (network: CaipNetworkId): boolean => {
    const { approved } = sessions.heldIn(parseCaip2(network).namespace).session
    return approved === undefined || approved.includes(network)
  }

  /** Waits until the wallet has approved the network that it reports. Throws WALLET_INVALID_RESPONSE. */
  const waitForApproval = async (network: CaipNetworkId): Promise<void> => {
    const until = Date.now() + timing.approvalMs
    while (!isApproved(network)) {
      if (Date.now() > until) throw new AppError('WALLET_INVALID_RESPONSE')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const askToSwitch = async (network: CaipNetworkId): Promise<void> => {
    const move = () => ask('eip155', 'wallet_switchEthereumChain', [{ chainId: toHexChainId(network) }])
    try {
      await move()
    } catch (thrown) {
      const chain = chainToAdd(network, { rpcUrls, ownNetworks })
      if (!isAppError(thrown, 'CHAIN_NOT_SUPPORTED') || chain === null) throw thrown
      await ask('eip155', 'wallet_addEthereumChain', [chain])
      await move()
    }
  }

  /** Switching to an approved network is local: the wallet reads it from each request. Any other needs a request. */
  const switchNetwork = async (network: CaipNetworkId): Promise<void> => {
    const { namespace } = parseCaip2(network)
    if (!namespaces.includes(namespace)) throw new AppError('CHAIN_NOT_SUPPORTED')
    await sessions.move(network, async () => {
      if (isApproved(network)) return
      if (namespace !== 'eip155') throw new AppError('CHAIN_NOT_SUPPORTED')
      await askToSwitch(network)
      await waitForApproval(network)
    })
  }

  /** Answers from the session itself, without a request to the wallet. `undefined` for everything else. */
  const answerHere = async ({ method, params }: RequestArguments): Promise<unknown> => {
    const { accounts, network } = sessions.heldIn('eip155').session
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return accounts.map(({ address }) => address)
      case 'eth_chainId':
        return toHexChainId(network)
      case 'wallet_switchEthereumChain': {
        const [chain] = Array.isArray(params) ? params : []
        await switchNetwork(readNetwork((chain as { chainId?: unknown } | null)?.chainId))
        return null
      }
      default:
        return undefined
    }
  }

  return {
    switchNetwork,
    async request(namespace, args) {
      const { session } = sessions.heldIn(namespace)
      const here = namespace === 'eip155' ? await answerHere(args) : undefined
      if (here !== undefined) return here
      if (namespace === 'eip155') checkTarget(args, session)
      if (namespace !== 'solana') return await ask(namespace, args.method, args.params)
      const { params, read } = toWalletCall(args, session.accounts)
      return read(await ask(namespace, args.method, params))
    },
  }
}
