import { t } from '@latchkey/copy/localWallet'
import { SignClient } from '@walletconnect/sign-client'
import type { SessionTypes } from '@walletconnect/types'
import type { WalletPageFacts } from '../walletPageFacts.ts'
import { answerRequest, RequestError } from './answerRequest.ts'
import { followPending, type PendingRequest, type Proposal } from './followPending.ts'
import type { Keys } from './keys.ts'
import { grant, type Namespace, proposedChains } from './namespaces.ts'

export type Session = SessionTypes.Struct
type Client = Awaited<ReturnType<typeof SignClient.init>>

// not words: the specification's messages for these codes.
const rejected = { code: 5000, message: 'User rejected.' }
// not words: as above.
const disconnected = { code: 6000, message: 'User disconnected.' }
// not words: the message that wallets send with this code (EIP-3326), before they ask their owner anything.
const unknownChain = { code: 4902, message: 'Unrecognized chain ID' }

/** Opens the wallet: sites' proposals, requests and sessions, and the user's decisions. Calls `onChange` after every change. */
export const openWallet = async (facts: WalletPageFacts, keys: Keys, onChange: () => void) => {
  const client = await openClient(facts)
  const served = facts.chains.map(({ id }) => `eip155:${id}`)
  let account = 0
  let chain = served[0] ?? ''
  let isOnline = true

  const accounts = () => accountsOf(keys, account)
  const sessions = (): Session[] => client.session.getAll()

  const announce = (name: string, data: unknown): Promise<void> => emitToSites(client, chain, { name, data })
  const update = async (session: Session, chains = chainsOf(session)): Promise<void> => {
    await client.update({ topic: session.topic, namespaces: grant(chains, accounts()) })
  }

  const switchChain = async (next: string): Promise<void> => {
    if (!served.includes(next)) throw new RequestError(unknownChain.code, unknownChain.message)
    chain = next
    for (const session of sessions()) {
      const { eip155 = [], ...others } = chainsOf(session)
      if (eip155.length > 0 && !eip155.includes(next)) await update(session, { ...others, eip155: [...eip155, next] })
    }
    await announce('chainChanged', Number(next.slice('eip155:'.length)))
    onChange()
  }
  const answer = async ({ params: { request, chainId } }: PendingRequest): Promise<unknown> => {
    switch (request.method) {
      case 'wallet_addEthereumChain':
        if (!served.includes(ownChainOf(request))) served.push(ownChainOf(request))
        return null
      case 'wallet_switchEthereumChain':
        await switchChain(ownChainOf(request))
        return null
      default:
        return await answerRequest(keys, facts.chains, chainId, request)
    }
  }

  const isUnknownChain = ({ params: { request } }: PendingRequest): boolean =>
    request.method === 'wallet_switchEthereumChain' && !served.includes(ownChainOf(request))
  const pending = followPending(client, onChange, (request) => {
    if (!isUnknownChain(request)) return false
    void respond(request, { error: unknownChain })
    return true
  })
  const { proposals, requests } = pending

  const respond = async ({ id, topic }: PendingRequest, response: object): Promise<void> => {
    requests.delete(id)
    onChange()
    await client.respond({ topic, response: { id, jsonrpc: '2.0', ...response } as never })
  }

  return {
    proposals: () => [...proposals.values()],
    requests: () => [...requests.values()],
    sessions,
    account: () => account,
    chain: () => chain,
    served: () => served,
    isOnline: () => isOnline,
    offered: ({ params }: Proposal) => proposedChains(params, served),
    pair: async (uri: string): Promise<void> => void (await client.pair({ uri })),
    async approve(proposal: Proposal, namespaces: readonly Namespace[]): Promise<void> {
      const offered = Object.entries(proposedChains(proposal.params, served))
      const chains = Object.fromEntries(offered.filter(([namespace]) => namespaces.includes(namespace as Namespace)))
      proposals.delete(proposal.id)
      const { acknowledged } = await client.approve({ id: proposal.id, namespaces: grant(chains, accounts()) })
      await acknowledged()
      onChange()
    },
    async reject({ id }: Proposal): Promise<void> {
      proposals.delete(id)
      onChange()
      await client.reject({ id, reason: rejected })
    },
    approveRequest: (request: PendingRequest): Promise<void> => respondWith(request, answer, respond),
    rejectRequest: (request: PendingRequest): Promise<void> => respond(request, { error: rejected }),
    async useAccount(index: number): Promise<void> {
      account = index
      onChange()
      for (const session of sessions()) await update(session)
      await announce('accountsChanged', accounts().eip155)
    },
    switchChain,
    takeAccountsAway: (): Promise<void> => announce('accountsChanged', []),
    async disconnect({ topic }: Session): Promise<void> {
      await client.disconnect({ topic, reason: disconnected })
      pending.forget({ topic })
    },
    async setOnline(online: boolean): Promise<void> {
      isOnline = online
      onChange()
      if (online) await client.core.relayer.restartTransport()
      else await client.core.relayer.transportClose()
    },
  }
}

/** Returns a WalletConnect client on the local relay. */
const openClient = async (facts: WalletPageFacts): Promise<Client> => {
  const client = await SignClient.init({
    projectId: 'wallet',
    relayUrl: facts.relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: { name: t('name'), description: t('description'), url: location.origin, icons: [] },
  })
  // The Verify service, which attests sites, is a third-party host, and knows no local site.
  client.core.verify.resolve = async () => undefined as never
  return client
}

/** Notifies every site that has the namespace; a disconnected one is notified later. `chain`: the wallet's, where the site has it. */
const emitToSites = async (client: Client, chain: string, event: { name: string; data: unknown }): Promise<void> => {
  for (const { topic, namespaces } of client.session.getAll()) {
    const chains = namespaces.eip155?.chains ?? []
    const chainId = chains.includes(chain) ? chain : chains[0]
    if (chainId !== undefined) await client.emit({ topic, chainId, event })
  }
}

const ownChainOf = ({ params: [first] }: { params: readonly { chainId?: unknown }[] }): string =>
  `eip155:${Number(first?.chainId)}`

/** Responds with the wallet's result, or with its error, which is then thrown too. */
const respondWith = async (
  request: PendingRequest,
  answer: (request: PendingRequest) => Promise<unknown>,
  respond: (request: PendingRequest, response: object) => Promise<void>,
): Promise<void> => {
  try {
    await respond(request, { result: await answer(request) })
  } catch (thrown) {
    const code = thrown instanceof RequestError ? thrown.code : -32603
    const message =
      thrown instanceof Error ? ((thrown as { shortMessage?: string }).shortMessage ?? thrown.message) : ''
    await respond(request, { error: { code, message } })
    throw thrown
  }
}

/** Returns the addresses of the wallet, the current account's first. */
const accountsOf = (keys: Keys, account: number): Record<Namespace, string[]> => {
  const [first, second] = keys.evm.map(({ address }) => address)
  const evm = [first ?? '', second ?? '']
  return { eip155: account === 0 ? evm : evm.toReversed(), solana: [keys.solana.address] }
}

const chainsOf = ({ namespaces }: Session) =>
  Object.fromEntries(Object.entries(namespaces).map(([namespace, { chains = [] }]) => [namespace, chains]))
