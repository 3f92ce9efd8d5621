import type { ConnectorSource } from '../Connector.ts'
import { createDrivenConnector } from '../createDrivenConnector.ts'
import { onceAndOnLoad } from '../onceAndOnLoad.ts'
import { readField } from '../readField.ts'
import { createCosmosDriver } from './createCosmosDriver.ts'

/** The page globals of wallets with Keplr's interface, and the page events that report another account. */
const places: readonly (readonly [path: string, name: string, changed: string])[] = [
  ['leap', 'Leap', 'leap_keystorechange'],
  ['cosmostation.providers.keplr', 'Cosmostation', 'cosmostation_keystorechange'],
  ['keplr', 'Keplr', 'keplr_keystorechange'],
]

/** Finds Keplr and the wallets with its interface. A wallet that also occupies Keplr's global is found under its own only. */
export const createCosmosSource =
  (page: EventTarget = globalThis): ConnectorSource =>
  (onConnector) => {
    const walletAt = (path: string): object | null => {
      const wallet = path.split('.').reduce<unknown>((from, key) => readField(from, key), page)
      return typeof readField(wallet, 'enable') === 'function' ? (wallet as object) : null
    }
    const seen = new Set<unknown>()
    return onceAndOnLoad(() => {
      for (const [path, name, changed] of places) {
        const wallet = walletAt(path)
        if (wallet === null || seen.has(wallet) || seen.has(path)) continue
        seen.add(wallet).add(path)
        const driver = createCosmosDriver(() => walletAt(path), { page, changed })
        const id = `injected:${path}`
        onConnector(createDrivenConnector({ id, type: 'injected', name, icon: null, rdns: null, driver }))
      }
    })
  }

/** The source for the page that this runs in. */
export const cosmosSource: ConnectorSource = (onConnector) => createCosmosSource()(onConnector)
