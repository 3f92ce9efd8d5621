import { errorCopy } from '@latchkey/copy/error'
import { type Client, createClient, createHost, type Handlers, memoryPorts, type RequestName } from '@latchkey/protocol'
import { createStore } from 'jotai/vanilla'
import { unserved } from '../../../packages/protocol/src/unserved.fixture.ts'
import { testAccountApi } from './account/testAccountApi.fixture.ts'
import { testBuyApi } from './buy/testBuyApi.fixture.ts'
import { authConnectorId } from './connectors/auth/authNamespaces.ts'
import type { AuthConnector } from './connectors/auth/createAuthConnector.ts'
import { createTestPage } from './connectors/social/testPage.fixture.ts'
import { createEmbeddedConnector } from './createEmbeddedConnector.ts'
import * as alertWords from './describeAlert.ts'
import { testDirectory } from './directory/testDirectory.fixture.ts'
import { testExchangesApi } from './exchanges/testExchangesApi.fixture.ts'
import { createHub } from './hub.ts'
import { testNamesApi } from './names/testNamesApi.fixture.ts'
import { parseOptions } from './options/parseOptions.ts'
import { createCalls } from './provider/createCalls.ts'
import { publish } from './publish.ts'
import type { Settings } from './Settings.ts'
import { type Clock, type Services, servicesAtom } from './services.ts'
import { sessionProofPart } from './sign-in/session-proof/sessionProofPart.ts'
import { createTestSignInApi } from './sign-in/session-proof/testSignInApi.fixture.ts'
import { startNetworks } from './startNetworks.ts'
import { releaseAtom } from './state/connections.ts'
import { addConnectorAtom } from './state/connectors.ts'
import { closeAtom } from './state/modal.ts'
import { smartAccountNetworksAtom } from './state/smartAccounts.ts'
import { testSwapApi } from './swap/testSwapApi.fixture.ts'
// Loaded on demand elsewhere; a test does not wait for the disk.
import './createEmbeddedWallet.ts'
import './state/reconnect.ts'
import './state/embeddedRequest.ts'
import './state/reportRequest.ts'
import './options/describeProblem.ts'
import './state/fetchConfig.ts'
import './state/checkFailure.ts'
import './state/pendingTransactions.ts'
import { createStorage } from './storage.ts'
import { namespaceOf, type StoredConnection } from './storedConnections.ts'

export const testAddress = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
export const testSocialUri = 'https://accounts.example/authorize?client_id=latchkey&state=s1'
export const testFarcasterUri = 'https://farcaster.example/~/siwf?channelToken=ABCD1234'
export const testHash = `0x${'ab'.repeat(32)}` as const

export type TestClock = Clock & { advance(ms: number): Promise<void> }

/** Waits for everything that is ready: messages in memory take a few turns, and loaded chunks one of the page. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A clock that only advances when the test does it. */
export const createTestClock = (): TestClock => {
  let nowMs = Date.UTC(2030, 0, 1)
  const timers = new Set<{ atMs: number; act: () => void }>()
  return {
    now: () => nowMs,
    after(delayMs, act) {
      const timer = { atMs: nowMs + delayMs, act }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const endMs = nowMs + ms
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)
        if (next === undefined) break
        timers.delete(next)
        nowMs = next.atMs
        next.act()
        await settle()
      }
      nowMs = endMs
      await settle()
    },
  }
}

/** A wallet that approves everything, with one account. */
export const agreeable: Handlers<undefined> = {
  ...unserved,
  SYNC_DAPP_DATA: async () => undefined,
  SYNC_THEME: async () => undefined,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: [] }),
  IS_CONNECTED: async () => ({ isConnected: true }),
  GET_USER: async (payload) => ({
    address: testAddress,
    email: 'ada@example.com',
    chainId: Number(String(payload?.chainId ?? 'eip155:31337').replace('eip155:', '')),
  }),
  CONNECT_EMAIL: async () => ({ action: 'VERIFY_OTP' }),
  CONNECT_OTP: async () => undefined,
  GET_SOCIAL_REDIRECT_URI: async () => ({ uri: testSocialUri, number: '42' }),
  CONNECT_SOCIAL: async () => ({ address: testAddress, chainId: 31337 }),
  GET_FARCASTER_URI: async () => ({ url: testFarcasterUri }),
  CONNECT_FARCASTER: async () => ({ userName: 'ada' }),
  GET_CHAIN_ID: async () => ({ chainId: 31337 }),
  SWITCH_NETWORK: async ({ chainId }) => ({ chainId: Number(String(chainId).replace('eip155:', '')) }),
  RPC_REQUEST: async ({ method }) => {
    if (method === 'eth_getBalance') return '0xde0b6b3a7640000'
    if (method === 'eth_blockNumber') return '0x10'
    return method === 'eth_sendTransaction' ? testHash : '0x1234'
  },
  RPC_ABORT: async () => undefined,
  SIGN_OUT: async () => undefined,
  RELOAD: async () => undefined,
  PING: async () => undefined,
}

export type TestCall = { name: RequestName; payload: unknown }

/** A connector whose wallet lives in memory. */
export const createTestWallet = (first: Partial<Handlers<undefined>> = {}) => {
  let script = first
  const handlers = Object.fromEntries(
    Object.keys(agreeable).map((name) => [
      name,
      (...args: unknown[]) => {
        const handle = script[name as RequestName] ?? agreeable[name as RequestName]
        return (handle as (...args: unknown[]) => unknown)(...args)
      },
    ]),
  ) as unknown as Handlers<undefined>
  const calls: TestCall[] = []
  let client: Client | null = null
  const wallet: AuthConnector = {
    async connect() {
      if (client !== null) return client
      const [app, frame] = memoryPorts(structuredClone)
      createHost({
        port: frame,
        handlers,
        admit: async ({ name, payload }) => void calls.push({ name, payload }),
      })
      client = createClient({ port: app })
      return client
    },
    client: () => client,
    element: () => null,
    end() {
      client?.destroy()
      client = null
    },
  }
  return {
    wallet,
    calls,
    names: () => calls.map(({ name }) => name),
    /** Sets the wallet's answers from now on; other requests are approved. */
    setHandlers(next: Partial<Handlers<undefined>>) {
      script = next
    },
  }
}

export const testSettings: Settings = {
  projectId: 'demo',
  frameUrl: 'https://wallet.example',
  apiUrl: 'https://api.example',
  networks: ['eip155:31337', 'eip155:1337', 'eip155:1'],
  metadata: { name: 'Test' },
}

/** Storage after a sign-in by email. */
const rememberedLogin: StoredConnection = {
  connectorId: authConnectorId,
  accounts: [{ address: testAddress }],
  address: testAddress,
  network: 'eip155:31337',
  lastUsedMs: 0,
}

export type TestOptions = {
  settings?: Partial<Settings>
  handlers?: Partial<Handlers<undefined>>
  services?: Partial<Services>
  /** EVM chain ids of the networks that have smart accounts, as the wallet reports them. */
  smartAccountNetworks?: readonly number[]
  /** The stored sign-in of an earlier session. */
  remembered?: boolean
  /** The storage, shared with other pages. */
  kept?: Map<string, string>
}

/** The state and provider of a modal over a wallet in memory; nothing is drawn. */
export const createTestModal = (options: TestOptions = {}) => {
  const { settings, handlers, services, smartAccountNetworks, remembered = false, ...shared } = options
  const all = { ...testSettings, ...settings }
  const hasProof = all.siwx !== undefined || all.siweConfig !== undefined
  const kept = shared.kept ?? new Map<string, string>()
  if (remembered) kept.set(`latchkey:${all.projectId}:connections`, JSON.stringify([rememberedLogin]))
  const storage = createStorage(all.projectId, () => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }))
  const hub = createHub({
    ...all,
    start: startNetworks(all, storage),
    restoring: (storage.read('connections') ?? []).map(({ network }) => namespaceOf(network)),
  })
  const clock = createTestClock()
  const { wallet, calls, names, setHandlers } = createTestWallet(handlers)
  const page = createTestPage()
  const logged: string[] = []
  const copied: string[] = []
  const store = createStore()
  store.set(servicesAtom, {
    settings: all,
    isUsable: parseOptions(all, 'dapp.example', undefined, hasProof ? sessionProofPart.readOptions : undefined)
      .isUsable,
    hub,
    storage,
    clock,
    afterDrawing: (act) => act(),
    wallet,
    loadConnectors: async () => () => undefined,
    ...(hasProof && { proof: { ...sessionProofPart, loadApi: async () => createTestSignInApi(clock) } }),
    shared: { tell: () => undefined, listen: () => () => undefined, close: () => undefined },
    askNode: async () => '0x10',
    isMobile: () => false,
    checkOrigin: async () => undefined,
    loadProjectConfig: async () => ({ features: null }),
    loadDirectory: async () => testDirectory(),
    loadAccountApi: async () => testAccountApi(),
    loadCaptureApi: async () => ({
      start: async () => ({ attemptId: '', resendInSeconds: 30 }),
      confirm: async () => undefined,
    }),
    loadSwapApi: async () => testSwapApi(),
    loadNamesApi: async () => testNamesApi(),
    loadBuyApi: async () => testBuyApi(),
    loadExchangesApi: async () => testExchangesApi(),
    loadErrorCopy: async () => errorCopy,
    loadAlertWords: async () => alertWords,
    page,
    origin: 'https://dapp.example',
    isProviderInPage: () => false,
    isWalletInPage: () => false,
    colorMode: (mode) => (mode === 'light' ? 'light' : 'dark'),
    copy: async (text) => void copied.push(text),
    log: (_, text) => void logged.push(text),
    ...services,
  })
  store.set(addConnectorAtom, createEmbeddedConnector(store))
  if (smartAccountNetworks !== undefined) store.set(smartAccountNetworksAtom, smartAccountNetworks)
  const stopPublishing = publish(store, hub)
  const stopProving = store.get(servicesAtom).proof?.start(store)
  return {
    store,
    hub,
    clock,
    wallet,
    page,
    calls,
    names,
    setHandlers,
    logged,
    copied,
    kept,
    storage,
    ...createCalls(store),
    /** The page is left. */
    leave() {
      store.set(closeAtom)
      stopPublishing()
      stopProving?.()
      store.set(releaseAtom)
    },
  }
}

export type TestModal = ReturnType<typeof createTestModal>
