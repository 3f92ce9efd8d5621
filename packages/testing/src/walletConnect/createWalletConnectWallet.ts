import { SignClient } from '@walletconnect/sign-client'
import { RpcError } from '../RpcError.ts'
import { createPlay } from '../script.ts'
import type { SeenRequest, TestWallet } from '../TestWallet.ts'
import { calls, type Members } from './answerCalls.ts'
import { type Approved, approvedNamespaces, type Proposed } from './approvedNamespaces.ts'

export type WalletConnectWalletOptions = Members & {
  /** `Test phone` when absent. */
  readonly name?: string
  /** The relay's address: `ws:` or `wss:`. */
  readonly relayUrl: string
  /** The relay's name for this wallet, where the relay requires one. */
  readonly projectId?: string
  /**
   * The namespaces that it grants: the requested ones that it supports, or those here, whatever is requested. An empty grant rejects the
   * proposal.
   */
  readonly grants?: readonly ('eip155' | 'solana' | 'bip122')[]
}

export type WalletConnectWallet = TestWallet & {
  /** Scans a `wc:` address. Resolves when the relay has it; the script decides about the proposal. */
  pair(uri: string): Promise<void>
  /** The number of connected dapps. */
  readonly sessions: number
  switchChain(chainId: number | string): void
  disconnect(): Promise<void>
  /** Leaves the relay without a message, as a phone does that is switched off. */
  close(): Promise<void>
}

/** Codes of WalletConnect. */
const codes = { rejected: 5000, disconnected: 6000, unsupported: 5104 } as const
const rejected = { code: codes.rejected, message: 'User rejected.' }
const gone = { code: codes.disconnected, message: 'User disconnected.' }

/**
 * A wallet on another device: an app with the given wallets in it, reached by a WalletConnect relay. The wallets' own scripts apply as
 * well; requests are recorded here under the address that the dapp claims.
 */
export const createWalletConnectWallet = async (options: WalletConnectWalletOptions): Promise<WalletConnectWallet> => {
  const { name = 'Test phone', relayUrl, projectId = 'latchkey-testing', grants, ...members } = options
  const { evm, solana, bitcoin } = members
  const own = [evm, solana, bitcoin].filter((wallet) => wallet !== undefined)
  const requests: SeenRequest[] = []
  let selected = 0

  const client = await SignClient.init({
    projectId,
    relayUrl,
    // Each wallet has its own storage, as two phones have.
    customStoragePrefix: `latchkey-testing-${crypto.randomUUID()}`,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: { name, description: name, url: 'https://wallet.example', icons: [] },
  })

  const siteOf = (topic: string): string => `walletconnect:${topic}`
  const approve = (proposed: Proposed): Approved => {
    const wanted = grants === undefined ? proposed : Object.fromEntries(grants.map((one) => [one, everything[one]]))
    return approvedNamespaces(members, wanted, selected)
  }
  /** Notifies every dapp that has a namespace of its current grant there, and of the event. */
  const tell = async (namespace: string, event: { name: string; data?: unknown }, goneTo?: string): Promise<void> => {
    for (const { topic, namespaces } of client.session.getAll()) {
      const before = namespaces[namespace]
      if (before === undefined) continue
      const chains = [...new Set([...(before.chains ?? []), ...(goneTo === undefined ? [] : [goneTo])])]
      const asked = { ...(namespaces as Proposed), [namespace]: { ...before, chains } }
      const next = approvedNamespaces(members, asked, selected)
      await client.update({ topic, namespaces: next })
      const { data = next[namespace]?.accounts } = event
      await client.emit({ topic, chainId: goneTo ?? chains[0] ?? '', event: { name: event.name, data } })
    }
  }
  const switchAccount = (index: number): void => {
    selected = index
    for (const wallet of own) wallet.switchAccount(index % wallet.addresses.length)
    for (const namespace of ['eip155', 'solana', 'bip122']) void tell(namespace, { name: 'accountsChanged' })
  }
  const disconnect = async (): Promise<void> => {
    await Promise.all(client.session.getAll().map(({ topic }) => client.disconnect({ topic, reason: gone })))
  }
  const play = createPlay({
    rejected: () => new RpcError(rejected.code, rejected.message),
    locked: () => new RpcError(4100, 'The wallet is locked.'),
    ended: () => new RpcError(gone.code, gone.message),
    swapAccount: () => switchAccount((selected + 1) % Math.max(...own.map(({ addresses }) => addresses.length))),
    end: () => void disconnect(),
    lockChanged: () => undefined,
  })

  evm?.listen((to, { name, data }) => {
    if (to === null) void tell('eip155', { name, data: Number(data) }, `eip155:${evm.chainId}`)
  })

  client.on('session_proposal', async ({ id, params }) => {
    const { requiredNamespaces, optionalNamespaces, proposer } = params
    requests.push({ origin: proposer.metadata.url, method: 'session_proposal', params })
    try {
      await play.perform('connect', async () => {
        const namespaces = approve({ ...(optionalNamespaces as Proposed), ...(requiredNamespaces as Proposed) })
        if (Object.keys(namespaces).length === 0) throw new RpcError(codes.unsupported, 'Unsupported namespaces.')
        const { topic, acknowledged } = await client.approve({ id, namespaces })
        const site = siteOf(topic)
        await Promise.all([
          evm?.call(site, 'eth_requestAccounts', []),
          solana?.call(site, 'connect', null),
          bitcoin?.call(site, 'wallet_connect', null),
        ])
        await acknowledged()
      })
    } catch (thrown) {
      const reason = thrown instanceof RpcError ? { code: thrown.code, message: thrown.message } : rejected
      await client.reject({ id, reason }).catch(() => undefined)
    }
  })

  client.on('session_request', async ({ id, topic, params, verifyContext }) => {
    const { chainId, request } = params
    requests.push({ origin: verifyContext.verified.origin, method: request.method, params: request.params })
    const row = calls.get(request.method)
    const answer = async (): Promise<object> => {
      try {
        if (row === undefined) throw new RpcError(5101, `There is no method ${request.method}.`)
        const work = () => row.answer(members, siteOf(topic), request.params, chainId)
        return { result: await play.perform(row.act, work) }
      } catch (thrown) {
        const { code, message } = thrown instanceof RpcError ? thrown : { code: -32603, message: String(thrown) }
        return { error: { code, message } }
      }
    }
    const response = { id, jsonrpc: '2.0', ...(await answer()) } as Parameters<typeof client.respond>[0]['response']
    // The dapp may have left meanwhile.
    await client.respond({ topic, response }).catch(() => undefined)
  })

  return {
    name,
    addresses: own.flatMap(({ addresses }) => addresses),
    requests,
    get sessions() {
      return client.session.length
    },
    async pair(uri) {
      await client.pair({ uri })
    },
    script: play.script,
    switchAccount,
    switchChain(chainId) {
      if (evm === undefined) throw new RangeError('This wallet has no EVM chains')
      evm.switchChain(chainId)
    },
    disconnect,
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}

const methods = [...calls.keys()]
const events = ['accountsChanged', 'chainChanged']
/** The grant in a namespace that wasn't requested. */
const everything = {
  eip155: { chains: ['eip155:1', 'eip155:1337', 'eip155:31337'], methods, events },
  solana: { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], methods, events },
  bip122: { chains: ['bip122:000000000019d6689c085ae165831e93'], methods, events },
} satisfies Proposed
