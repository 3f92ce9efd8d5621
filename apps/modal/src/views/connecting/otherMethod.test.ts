import { expect, test } from 'vitest'
import type { Connector } from '../../connectors/Connector.ts'
import { createTestModal } from '../../modal.fixture.ts'
import type { Settings } from '../../Settings.ts'
import { connectingAtom, connectWalletAtom, type WalletTarget } from '../../state/connecting.ts'
import { addConnectorAtom } from '../../state/connectors.ts'
import { openAtom } from '../../state/modal.ts'
import { restoreAtom } from '../../state/restoring.ts'
import { routeAtom, routerAtom } from '../../state/route.ts'
import { useOtherMethodAtom } from './otherMethod.ts'

const pairing: Connector = {
  id: 'walletConnect',
  type: 'walletConnect',
  name: 'WalletConnect',
  icon: null,
  rdns: null,
  namespaces: ['eip155', 'cosmos'],
  connect: () => new Promise(() => undefined),
  restore: async () => [],
  switchNetwork: async () => undefined,
  request: async () => null,
  disconnect: async () => undefined,
  listen: () => () => undefined,
}
const targetOf = (group: WalletTarget['group']): WalletTarget => ({
  key: group,
  name: 'One',
  group,
  isInstalled: false,
  wallet: null,
  connectors: [pairing],
})

test.each<[string, Partial<Settings>, { isMobile?: boolean; isConnected?: boolean }, WalletTarget['group'], string]>([
  ['the ways to connect', {}, {}, 'recommended', 'Connect'],
  ['the ways to connect, from the code', {}, {}, 'walletConnect', 'Connect'],
  ['other wallets, with one connected', {}, { isConnected: true }, 'recommended', 'ConnectWallets'],
  ['the code for any wallet, from one', { basic: true }, {}, 'recommended', 'ConnectingWalletConnectBasic'],
  ['the list, from that code', { basic: true }, {}, 'walletConnect', 'AllWallets'],
  ['the list, on a phone', { basic: true }, { isMobile: true }, 'recommended', 'AllWallets'],
])('another method is %s', async (_, settings, { isMobile = false, isConnected = false }, group, view) => {
  const { store } = createTestModal({ settings, remembered: isConnected, services: { isMobile: () => isMobile } })
  await store.set(restoreAtom)
  store.set(addConnectorAtom, pairing)
  store.set(openAtom, isConnected ? { view: 'ConnectWallets' } : {})
  void store.set(connectWalletAtom, targetOf(group))
  store.set(useOtherMethodAtom)
  expect(store.get(routeAtom).view).toBe(view)
  expect(store.get(routerAtom).history).toHaveLength(1)
  expect(store.get(connectingAtom).status).toBe('idle')
})
