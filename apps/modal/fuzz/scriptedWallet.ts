import { AppError } from '@latchkey/protocol'
import type { Connector, ConnectorListener, WalletAccount, WalletSession } from '../src/connectors/Connector.ts'
import type { Namespace, NetworkId } from '../src/Modal.ts'

/** How a wallet answers its next request. `late`: on `answerLate`, whether or not the caller still waits. */
export type Answer = 'approve' | 'reject' | 'late'

export type ScriptedWallet = ReturnType<typeof createScriptedWallet>

type Grant = { accounts: readonly [string, ...string[]]; network: NetworkId }

/**
 * A wallet in a browser: one for all pages, each of which has a connector to it. `revokes`: disconnecting in a page also revokes the grant
 * in the wallet; other wallets keep it, and grant the same to the next request.
 */
export const createScriptedWallet = (
  id: string,
  namespace: Namespace,
  start: Grant,
  { revokes }: { revokes: boolean },
) => {
  let answer: Answer = 'approve'
  let current: Grant | null = start
  /** The accounts that the user has granted to this site. */
  let isGranted = false
  const pages = new Set<ConnectorListener>()
  const late: (() => void)[] = []
  /** Every address that it has ever given. */
  const given = new Set<string>()

  const sessionOf = ({ accounts, network }: Grant): WalletSession => {
    for (const address of accounts) given.add(address)
    const [first, ...others] = accounts
    const toAccount = (address: string): WalletAccount => ({ address })
    return { namespace, accounts: [toAccount(first), ...others.map(toAccount)], network }
  }
  const session = (): readonly WalletSession[] => (isGranted && current !== null ? [sessionOf(current)] : [])

  const answered = async <value>(act: () => value): Promise<value> => {
    if (answer === 'reject') throw new AppError('USER_REJECTED')
    if (answer === 'late') {
      const { promise, resolve } = Promise.withResolvers<void>()
      late.push(resolve)
      await promise
    }
    return act()
  }

  const tell = (act: (page: ConnectorListener) => void): void => {
    for (const page of [...pages]) act(page)
  }
  const announce = (): void => {
    const [now] = session()
    if (now !== undefined) tell((page) => page.onSession(now))
  }
  const moveTo = (network: NetworkId): void => {
    if (current === null) return
    current = { ...current, network }
    announce()
  }
  const end = (): void => {
    if (!isGranted) return
    isGranted = false
    tell((page) => page.onEnd(namespace))
  }

  /** A page's provider. It emits nothing to a page that has disconnected, and nothing that the page itself requested. */
  const connector = (): Connector => {
    let isOver = false
    let isMoving = false
    return {
      id,
      type: 'announced',
      name: id,
      icon: null,
      rdns: null,
      namespaces: [namespace],
      connect: () =>
        answered(() => {
          if (current === null) throw new AppError('WALLET_LOCKED')
          isGranted = true
          isOver = false
          return [sessionOf(current)]
        }),
      restore: () => answered(() => (isOver ? [] : session())),
      switchNetwork: (network) =>
        answered(() => {
          if (current === null) throw new AppError('WALLET_LOCKED')
          isMoving = true
          moveTo(network)
          isMoving = false
        }),
      request: async (_, { method }) => answered(() => `${id} ${method}`),
      async disconnect() {
        isOver = true
        if (revokes) end()
      },
      listen(listener) {
        const own: ConnectorListener = {
          onSession: (next) => isOver || isMoving || listener.onSession(next),
          onEnd: (name) => isOver || listener.onEnd(name),
        }
        pages.add(own)
        return () => pages.delete(own)
      },
    }
  }

  return {
    id,
    namespace,
    connector,
    given: (address: string): boolean => given.has(address),
    answersBy(next: Answer) {
      answer = next
    },
    /** Sends the oldest delayed answer. Returns whether there was one. */
    answerLate(): boolean {
      const go = late.shift()
      go?.()
      return go !== undefined
    },
    /** The user picks accounts in the wallet; none locks it, and ends its connections. */
    chooseAccounts(accounts: readonly string[]) {
      const [first, ...others] = accounts
      if (first === undefined) {
        current = null
        end()
        return
      }
      current = { accounts: [first, ...others], network: current?.network ?? start.network }
      announce()
    },
    moveTo,
    end,
    /** Its current grant to this site; null when there is none. */
    now: (): Grant | null => (isGranted ? current : null),
  }
}
