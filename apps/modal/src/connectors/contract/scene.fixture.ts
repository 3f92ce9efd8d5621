/** Shared by the parts of the contract: a user's connection to a connector, and its listeners. */
import type { ChainNamespace } from '@latchkey/chains'
import { expect, test } from 'vitest'
import type { Connector, ConnectorListener, ConnectRequest, WalletSession } from '../Connector.ts'
import { outcome } from '../outcome.fixture.ts'
import type { Ability, ContractOptions, ContractWallet } from './ContractWallet.fixture.ts'

export const requestFor = (
  { namespace, network, otherNetwork }: ContractWallet,
  signal: AbortSignal = new AbortController().signal,
): ConnectRequest => ({ namespace, network, networks: [network, otherNetwork], signal })

export const follow = (connector: Connector) => {
  const sessions: WalletSession[] = []
  const ends: ChainNamespace[] = []
  const listener: ConnectorListener = {
    onSession: (session) => sessions.push(session),
    onEnd: (namespace) => ends.push(namespace),
  }
  return { sessions, ends, stop: connector.listen(listener) }
}

export const expectNobody = async (wallet: ContractWallet, connector = wallet.connector): Promise<void> => {
  expect(await outcome(connector.request(wallet.namespace, wallet.call.args))).toBe('DISCONNECTED')
}

export type Scene = ReturnType<typeof createScene>

export const createScene = (
  makeWallet: () => ContractWallet | Promise<ContractWallet>,
  { cannot = {} }: ContractOptions,
) => ({
  makeWallet,
  cannot,
  /** A test that needs these capabilities. */
  having:
    (...needed: Ability[]) =>
    (behaviour: string, act: () => Promise<void>): void => {
      if (needed.every((ability) => cannot[ability] === undefined)) test(behaviour, act)
    },
  /** A connected wallet, and its listeners. */
  async connected() {
    const wallet = await makeWallet()
    const [session] = await wallet.connector.connect(requestFor(wallet))
    await wallet.settled()
    return { wallet, session, connector: wallet.connector, heard: follow(wallet.connector) }
  },
})
