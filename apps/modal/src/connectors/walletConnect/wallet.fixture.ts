/** A wallet over WalletConnect's own client, and our relay between it and the site. */
import { AppError } from '@latchkey/protocol'
import { type RunningRelay, startRelay } from '@latchkey/relay'
import { SignClient } from '@walletconnect/sign-client'
import type { SessionTypes, SignClientTypes } from '@walletconnect/types'
import { onTestFinished } from 'vitest'
import type { ConnectRequest, Pairing, WalletSession } from '../Connector.ts'
import { catchCrossedFarewells } from './catchCrossedFarewells.ts'
import type { StorageArea } from './clientStorage.ts'
import { createWalletConnectConnector, type WalletConnectOptions } from './createWalletConnectConnector.ts'
import { keepRelayConnected } from './keepRelayConnected.ts'

export const ada = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const eve = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const sol = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const

type Client = InstanceType<typeof SignClient>
export type Namespaces = SessionTypes.Namespaces

/** Local storage of one browser. */
export const createArea = (): StorageArea & { values: Map<string, string> } => {
  const values = new Map<string, string>()
  return {
    values,
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  }
}

export const startTestRelay = async (port = 0): Promise<RunningRelay> => {
  const relay = await startRelay({ port })
  onTestFinished(relay.close)
  return relay
}

/** A wallet's grant with these accounts, and all our methods. */
export const grantOf = (accounts: readonly string[], methods: string[] = []): Namespaces => {
  const namespaces: Namespaces = {}
  for (const account of accounts) {
    const [namespace = '', reference] = account.split(':')
    const entry = namespaces[namespace] ?? {
      accounts: [],
      chains: [],
      methods,
      events: ['accountsChanged', 'chainChanged'],
    }
    entry.accounts.push(account)
    entry.chains = [...new Set([...(entry.chains ?? []), `${namespace}:${reference}`])]
    namespaces[namespace] = entry
  }
  return namespaces
}

export const usualMethods = [
  'personal_sign',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'solana_signMessage',
]

export const createTestWallet = async (relay: RunningRelay, name = 'Test Wallet') => {
  const client: Client = await SignClient.init({
    projectId: 'test',
    relayUrl: `ws://127.0.0.1:${relay.port}`,
    customStoragePrefix: crypto.randomUUID(),
    logger: 'silent',
    telemetryEnabled: false,
    metadata: {
      name,
      description: name,
      url: 'https://wallet.example',
      icons: [],
      redirect: { native: 'testwallet://' },
    },
  })
  catchCrossedFarewells(client.engine)
  const letGo = keepRelayConnected(client.core.relayer)
  onTestFinished(async () => {
    letGo()
    client.core.heartbeat.stop()
    await client.core.relayer.transportClose()
  })
  const proposals: SignClientTypes.EventArguments['session_proposal'][] = []
  client.on('session_proposal', (proposal) => proposals.push(proposal))
  return {
    client,
    proposals,
    /** Scans, and waits for the site's proposal. */
    async scan(uri: string): Promise<SignClientTypes.EventArguments['session_proposal']> {
      const arrived = new Promise<SignClientTypes.EventArguments['session_proposal']>((resolve) =>
        client.once('session_proposal', resolve),
      )
      await client.pair({ uri })
      return await arrived
    },
    /** Scans and approves. Resolves with the session's topic when the site has it. */
    async accept(uri: string, namespaces: Namespaces): Promise<string> {
      const { id } = await this.scan(uri)
      const { topic, acknowledged } = await client.approve({ id, namespaces })
      await acknowledged()
      return topic
    },
    /** Answers every request. An error that `act` throws is the answer's error. */
    answer(act: (request: { method: string; params: unknown }, chainId: string) => unknown): void {
      client.removeAllListeners('session_request')
      client.on('session_request', async ({ id, topic, params }) => {
        const answer = await Promise.resolve()
          .then(() => act(params.request, params.chainId))
          .then(
            (result) => ({ result }),
            (error: { code: number; message: string }) => ({ error }),
          )
        await client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } })
      })
    },
  }
}
export type TestWallet = Awaited<ReturnType<typeof createTestWallet>>

/** A site with the connector. */
export const createSite = (relay: RunningRelay, options: Partial<WalletConnectOptions> = {}, area = createArea()) => {
  const connector = createWalletConnectConnector({
    projectId: 'demo',
    relay: { url: `ws://127.0.0.1:${relay.port}` },
    metadata: { name: 'Test site', description: '', url: 'https://site.example', icons: [] },
    namespaces: ['eip155', 'solana'],
    getArea: () => area,
    ...options,
  })
  onTestFinished(async () => {
    await connector.disconnect()
    connector.listen({ onSession: () => undefined, onEnd: () => undefined })()
  })
  return { connector, area }
}

export type Site = ReturnType<typeof createSite>

export const networks = ['eip155:31337', 'eip155:1337', solana] as const

export const requestFor = (changes: Partial<ConnectRequest> = {}): ConnectRequest => ({
  namespace: 'eip155',
  network: 'eip155:31337',
  networks,
  signal: new AbortController().signal,
  ...changes,
})

/** Two EVM chains and Solana. */
export const usualGrant = grantOf([`eip155:31337:${ada}`, `eip155:1337:${ada}`, `${solana}:${sol}`], usualMethods)

/** Picks WalletConnect on the site. `uri` is the first address that it shows; `addresses` are all. */
export const pick = async (site: Site, changes: Partial<ConnectRequest> = {}) => {
  const first = Promise.withResolvers<string>()
  const addresses: Pairing[] = []
  const onPairing = (pairing: Pairing) => {
    addresses.push(pairing)
    first.resolve(pairing.uri)
  }
  const sessions = outcome(site.connector.connect(requestFor({ onPairing, ...changes })))
  return { sessions, addresses, uri: await first.promise }
}

/** Picks, scans and approves. */
export const connect = async (site: Site, wallet: TestWallet, grant: Namespaces = usualGrant) => {
  const { uri, sessions } = await pick(site)
  const topic = await wallet.accept(uri, grant)
  return { topic, sessions: await sessions }
}

/** Returns a call's result, or the name of its error. */
export const outcome = async <result>(act: Promise<result>): Promise<result | string> => {
  try {
    return await act
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.name
    throw thrown
  }
}

/** The events of a site's connector. */
export const follow = (site: Site) => {
  const heard = { sessions: [] as WalletSession[], ends: [] as string[] }
  site.connector.listen({
    onSession: (session) => heard.sessions.push(session),
    onEnd: (namespace) => heard.ends.push(namespace),
  })
  return heard
}

export const start = async (options: Partial<WalletConnectOptions> = {}) => {
  const relay = await startTestRelay()
  const wallet = await createTestWallet(relay)
  const site = createSite(relay, options)
  return { relay, wallet, site, heard: follow(site) }
}

export const sign = { method: 'personal_sign', params: ['0x00', ada] }
