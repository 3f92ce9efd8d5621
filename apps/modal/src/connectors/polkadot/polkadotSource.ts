import type { ConnectorSource } from '../Connector.ts'
import { createDrivenConnector } from '../createDrivenConnector.ts'
import { onceAndOnLoad } from '../onceAndOnLoad.ts'
import { readField } from '../readField.ts'
import { readWalletName } from '../readWalletName.ts'
import { createPolkadotDriver } from './createPolkadotDriver.ts'

const maxWallets = 20

/** Wallet names by their keys in the page. */
// not words: names of products
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot{.js}',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'nova-wallet': 'Nova Wallet',
  fearlesswallet: 'Fearless Wallet',
  enkrypt: 'Enkrypt',
}

function keysOf(from: unknown): readonly string[] {
  try {
    return typeof from === 'object' && from !== null ? Object.keys(from).slice(0, maxWallets) : []
  } catch {
    return []
  }
}

/** Finds the wallets of Polkadot and related chains in `injectedWeb3`. Of two with the same name, the first counts. */
export const createPolkadotSource =
  (siteName: string, page: object = globalThis): ConnectorSource =>
  (onConnector) => {
    const walletAt = (key: string): unknown => readField(readField(page, 'injectedWeb3'), key)
    const seen = new Set<string>()
    return onceAndOnLoad(() => {
      for (const key of keysOf(readField(page, 'injectedWeb3'))) {
        const name = Object.hasOwn(names, key) ? (names[key] ?? null) : readWalletName(key)
        if (name === null || seen.has(name) || typeof readField(walletAt(key), 'enable') !== 'function') continue
        seen.add(name)
        const driver = createPolkadotDriver(() => walletAt(key), siteName)
        const id = `injected:${key}`
        onConnector(createDrivenConnector({ id, type: 'injected', name, icon: null, rdns: null, driver }))
      }
    })
  }
