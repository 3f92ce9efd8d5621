import assert from 'node:assert/strict'
import type { Connector } from '../src/connectors/Connector.ts'
import type { ModalEvent, NetworkId } from '../src/Modal.ts'
import { createTestModal } from '../src/modal.fixture.ts'
import { cancelConnectingAtom, connectingAtom, connectWalletAtom, type WalletTarget } from '../src/state/connecting.ts'
import { switchNetworkAtom } from '../src/state/connection.ts'
import {
  connectionsAtom,
  disconnectAllAtom,
  disconnectAtom,
  disconnectConnectionAtom,
  namespaceStatusAtom,
  useAccountAtom,
  useConnectionAtom,
} from '../src/state/connections.ts'
import { connectorsAtom, discoverAtom } from '../src/state/connectors.ts'
import { takeUpAllAtom } from '../src/state/reconnect.ts'
import { type Answer, createScriptedWallet, type ScriptedWallet } from './scriptedWallet.ts'

// A browser with wallets and two pages of one site, with random actions in any order. The modals' state is real, the wallets are scripted.
// `check` has the invariants that must hold after every step.

const solana: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet: NetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const foreign: NetworkId = 'eip155:10'
const networks = ['eip155:1', 'eip155:137', solana, devnet] as const
const evm = (digit: string): string => `0x${digit.repeat(40)}`
const base58 = (letter: string): string => letter.repeat(44)

const createWallets = () => [
  createScriptedWallet('one', 'eip155', { accounts: [evm('1'), evm('2')], network: 'eip155:1' }, { revokes: true }),
  createScriptedWallet('two', 'eip155', { accounts: [evm('3'), evm('4')], network: 'eip155:137' }, { revokes: false }),
  createScriptedWallet(
    'three',
    'solana',
    { accounts: [base58('A'), base58('B')], network: solana },
    { revokes: false },
  ),
]
const addresses: Record<string, readonly string[]> = {
  one: [evm('1'), evm('2')],
  two: [evm('3'), evm('4'), evm('5')],
  three: [base58('A'), base58('B')],
}

type PageStep =
  | { type: 'connect' | 'cancel' | 'reload'; page: number; wallet: number; answer: Answer }
  | { type: 'disconnect' | 'disconnectOne' | 'disconnectAll'; page: number; pick: number }
  | { type: 'use' | 'useAccount'; page: number; pick: number }
  | { type: 'switch'; page: number; pick: number; wallet: number; answer: Answer }
type WalletStep =
  | { type: 'answerLate' | 'end'; wallet: number }
  | { type: 'chooseAccounts' | 'moveTo'; wallet: number; pick: number }
/** One step. Numbers pick one of the existing items; without any the step is skipped. */
export type Step = PageStep | WalletStep | { type: 'wait'; seconds: number }

type Page = {
  modal: ReturnType<typeof createTestModal>
  events: ModalEvent[]
  /** Wallets that were connected after the last step. */
  held: readonly string[]
  /** The wallet that the user has requested here, and that may still answer. */
  attempt: string | null
  /** The page was loaded, and stored connections may be restored. */
  isTakingUp: boolean
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 80; turn++) await Promise.resolve()
}

export type WalkOptions = {
  multiWallet: boolean
  /** Pages only receive each other's changes when a step waits. Stored data must be right all the same. */
  isSlow: boolean
}

export const createWalk = ({ multiWallet, isSlow }: WalkOptions) => {
  const wallets = createWallets()
  const kept = new Map<string, string>()
  const channel = new Set<() => void>()
  /** Changes that pages have not received yet. */
  const unheard = new Set<() => void>()
  const deliver = (): void => {
    for (const hear of unheard) hear()
    unheard.clear()
  }
  /** Wallets that the user wants connected, as far as known: nothing else may be, here or after a reload. */
  const wanted = new Set<string>()

  const load = (): Page => {
    let own: (() => void) | null = null
    const modal = createTestModal({
      kept,
      settings: { networks, features: { multiWallet } },
      services: {
        shared: {
          tell() {
            for (const hear of channel) if (hear !== own) unheard.add(hear)
            if (!isSlow) queueMicrotask(deliver)
          },
          listen(listener) {
            own = () => {
              if (channel.has(mine)) listener()
            }
            const mine = own
            channel.add(mine)
            return () => channel.delete(mine)
          },
          close: () => undefined,
        },
        async loadConnectors(onConnector) {
          for (const wallet of wallets) onConnector(wallet.connector())
          return () => undefined
        },
      },
    })
    const events: ModalEvent[] = []
    modal.hub.events.listen((event) => events.push(event))
    void modal.store.set(discoverAtom)
    void modal.store.set(takeUpAllAtom)
    return { modal, events, held: [], attempt: null, isTakingUp: true }
  }
  const pages = [load(), load()]

  const pageOf = (index: number): Page => pages[index % pages.length] as Page
  const walletOf = (index: number): ScriptedWallet => wallets[index % wallets.length] as ScriptedWallet
  const heldBy = ({ modal }: Page): readonly string[] =>
    modal.store.get(connectionsAtom).map(({ connector }) => connector.id)
  const connectorOf = ({ modal }: Page, id: string): Connector | undefined =>
    modal.store.get(connectorsAtom).find((connector) => connector.id === id)
  const picked = <item>(items: readonly item[], pick: number): item | undefined =>
    items[pick % Math.max(1, items.length)]
  const ofNamespace = (namespace: string): readonly string[] =>
    wallets.filter((wallet) => wallet.namespace === namespace).map(({ id }) => id)
  const forget = (ids: readonly string[]): void => {
    for (const id of ids) wanted.delete(id)
  }

  const actOnWallet = (wallet: ScriptedWallet, step: WalletStep): void => {
    if (step.type === 'answerLate') wallet.answerLate()
    else if (step.type === 'moveTo') {
      const ids =
        wallet.namespace === 'eip155' ? (['eip155:1', 'eip155:137', foreign] as const) : ([solana, devnet] as const)
      wallet.moveTo(picked<NetworkId>(ids, step.pick) ?? ids[0])
    } else {
      const chosen = step.type === 'chooseAccounts' ? chooseOf(addresses[wallet.id] ?? [], step.pick) : []
      const isFollowed = pages.some((page) => heldBy(page).includes(wallet.id)) && wallet.now() !== null
      if (isFollowed && chosen.length === 0) forget([wallet.id])
      if (step.type === 'end') wallet.end()
      else wallet.chooseAccounts(chosen)
    }
  }

  const actOnPage = (step: PageStep): void => {
    const page = pageOf(step.page)
    const { store } = page.modal
    const connections = store.get(connectionsAtom)
    switch (step.type) {
      case 'connect': {
        const wallet = walletOf(step.wallet)
        const connector = connectorOf(page, wallet.id)
        if (connector === undefined) return
        wallet.answersBy(step.answer)
        page.attempt = wallet.id
        void store.set(connectWalletAtom, targetOf(connector))
        return
      }
      case 'cancel':
        store.set(cancelConnectingAtom)
        page.attempt = null
        return
      case 'reload':
        for (const wallet of wallets) wallet.answersBy(step.answer === 'reject' ? 'approve' : step.answer)
        page.modal.leave()
        pages[step.page % pages.length] = load()
        return
      case 'disconnect': {
        const namespace = step.pick % 2 === 0 ? 'eip155' : 'solana'
        forget(ofNamespace(namespace))
        void store.set(disconnectAtom, namespace)
        return
      }
      case 'disconnectAll':
        wanted.clear()
        void store.set(disconnectAllAtom)
        return
      case 'disconnectOne': {
        const connection = picked(connections, step.pick)
        if (connection === undefined) return
        forget([connection.connector.id])
        void store.set(disconnectConnectionAtom, connection)
        return
      }
      case 'use': {
        const connection = picked(connections, step.pick)
        if (connection !== undefined) store.set(useConnectionAtom, connection)
        return
      }
      case 'useAccount': {
        const connection = picked(connections, step.pick)
        const account = picked(connection?.session.accounts ?? [], step.pick)
        if (connection !== undefined && account !== undefined) store.set(useAccountAtom, connection, account.address)
        return
      }
      case 'switch':
        walletOf(step.wallet).answersBy(step.answer)
        store.set(switchNetworkAtom, picked(networks, step.pick) as NetworkId).catch(() => undefined)
        return
      default:
    }
  }

  /** New connections are wanted: by an attempt, or from an earlier session. */
  const explain = (page: Page): void => {
    const now = heldBy(page)
    const { status } = page.modal.store.get(connectingAtom)
    const { attempt } = page
    if (status !== 'waiting') page.attempt = null
    // An attempt that is over and has not failed has connected, even if it was connected already.
    if (attempt !== null && status === 'idle') {
      assert(now.includes(attempt), `${attempt} has agreed and is not connected`)
      wanted.add(attempt)
      const { namespace } = wallets.find((wallet) => wallet.id === attempt) as ScriptedWallet
      if (!multiWallet) forget(ofNamespace(namespace).filter((other) => other !== attempt))
    }
    for (const id of now.filter((other) => other !== attempt && !page.held.includes(other)))
      assert(page.isTakingUp && wanted.has(id), `${id} is connected, and no page requested it`)
    page.held = now
  }

  const check = async (): Promise<void> => {
    for (const page of pages) explain(page)
    await turns()
    const rows = JSON.parse(kept.get('latchkey:demo:connections') ?? '[]') as { connectorId: string }[]
    for (const { connectorId } of rows)
      assert(wanted.has(connectorId), `${connectorId} would come back at the next visit`)
    for (const page of pages) await checkPage(page)
  }

  const checkPage = async (page: Page): Promise<void> => {
    const { store, hub, request } = page.modal
    const connections = store.get(connectionsAtom)
    const status = store.get(namespaceStatusAtom)
    for (const { connector, session } of connections) {
      const wallet = wallets.find(({ id }) => id === connector.id) as ScriptedWallet
      assert(wanted.has(wallet.id) || unheard.size > 0, `${wallet.id} is connected and was disconnected`)
      const given = session.accounts.map(({ address }) => address)
      for (const address of given) assert(wallet.given(address), `${wallet.id} has never given ${address}`)
      const now = wallet.now()
      assert.deepEqual(given.toSorted(), now?.accounts.toSorted(), `${wallet.id} gives other accounts by now`)
      assert.equal(session.network, now?.network, `${wallet.id} is on another network by now`)
    }
    for (const [namespace, cells] of hub.namespaces) {
      const ofThis = connections.filter(({ session }) => session.namespace === namespace)
      assert(multiWallet || ofThis.length <= 1, `${ofThis.length} connections in ${namespace}`)
      const shown = cells.account.get()
      const [first] = ofThis
      assert.equal(shown.status, status[namespace])
      assert.equal(shown.status === 'connected', first !== undefined)
      assert.equal(shown.address, first?.session.accounts[0].address ?? null)
      assert.equal(shown.wallet?.id, first?.connector.id)
      if (first !== undefined) assert.equal(cells.network.get().caipNetworkId, first.session.network)
      if (namespace !== 'eip155' || shown.status === 'reconnecting') continue
      assert.deepEqual(await request({ method: 'eth_accounts' }), shown.addresses, 'the provider says other accounts')
    }
    checkEvents(page)
  }

  /** A namespace is connected once before it is disconnected once. */
  const checkEvents = ({ events, modal }: Page): void => {
    for (const [namespace, cells] of modal.hub.namespaces) {
      let isConnected = false
      for (const event of events) {
        if (event.type !== 'CONNECTED' && event.type !== 'DISCONNECTED' && event.type !== 'ACCOUNT_CHANGED') continue
        if (event.namespace !== namespace) continue
        assert.equal(event.type !== 'CONNECTED', isConnected, `${event.type} of ${namespace}`)
        isConnected = event.type !== 'DISCONNECTED'
      }
      assert.equal(cells.account.get().status === 'connected', isConnected, `events of ${namespace}`)
    }
  }

  const waitSeconds = async (seconds: number): Promise<void> => {
    deliver()
    for (const page of pages) {
      await page.modal.clock.advance(seconds * 1000)
      explain(page)
      if (seconds >= 30) page.isTakingUp = false
    }
  }

  return {
    async take(step: Step): Promise<void> {
      if (step.type === 'wait') await waitSeconds(step.seconds)
      else if ('page' in step) actOnPage(step)
      else actOnWallet(walletOf(step.wallet), step)
      await turns()
      await check()
    },
    /** Settles everything that is pending. */
    async settle(): Promise<void> {
      await waitSeconds(60)
      for (const wallet of wallets) {
        while (wallet.answerLate()) {
          await turns()
          for (const page of pages) explain(page)
        }
      }
      deliver()
      await turns()
      await check()
      for (const { modal } of pages) {
        for (const [namespace, status] of Object.entries(modal.store.get(namespaceStatusAtom)))
          assert(status === 'connected' || status === 'disconnected', `${namespace} never leaves ${status}`)
        modal.leave()
      }
    },
  }
}

/** None, one or two of them, in an order that depends on `pick`. */
const chooseOf = (all: readonly string[], pick: number): readonly string[] => {
  const from = pick % all.length
  return [...new Set([...all.slice(from), ...all.slice(0, from)].slice(0, pick % 3))]
}

const targetOf = (connector: Connector): WalletTarget => ({
  key: connector.id,
  name: connector.name,
  group: 'injected',
  isInstalled: true,
  wallet: null,
  connectors: [connector],
})
