import type { ConnectorSource } from '../Connector.ts'
import { createDrivenConnector } from '../createDrivenConnector.ts'
import { onceAndOnLoad } from '../onceAndOnLoad.ts'
import { readField } from '../readField.ts'
import { asProvider, listedProviders, providerAt } from '../satsConnect/listedProviders.ts'
import { chainsOf, hasFeature, readStandardWallet } from '../standard/standardWallet.ts'
import { type StandardRegister, standardRegister, watchStandardWallets } from '../standard/watchStandardWallets.ts'
import type { WalletDriver } from '../WalletDriver.ts'
import { bitcoinNetworks } from './bitcoinNetworks.ts'
import { createSatsConnectDriver } from './createSatsConnectDriver.ts'
import { createStandardBitcoinDriver } from './createStandardBitcoinDriver.ts'

/** The page's globals in which wallets list themselves. */
export type BitcoinPage = { readonly btc_providers?: unknown }

const ableTo = ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'] as const

/**
 * Finds Bitcoin wallets: those that `btc_providers` names, as sats-connect reads it, then those of the Wallet Standard. Of two with the
 * same name, the first counts: usually it is the same wallet, found both ways.
 */
export const createBitcoinSource =
  (page: BitcoinPage = globalThis as BitcoinPage, register: StandardRegister = standardRegister()): ConnectorSource =>
  (onConnector) => {
    const names = new Set<string>()
    const announce = (id: string, claims: { name: string; icon: string | null }, driver: WalletDriver): void => {
      if (names.has(claims.name)) return
      names.add(claims.name)
      onConnector(createDrivenConnector({ id: `announced:${id}`, type: 'announced', ...claims, rdns: null, driver }))
    }
    const readPage = (): void => {
      for (const { id, ...claims } of listedProviders(page, 'btc_providers'))
        announce(
          id,
          claims,
          createSatsConnectDriver(() => providerAt(page, id)),
        )
    }

    const stopReading = onceAndOnLoad(readPage)
    const stop = watchStandardWallets(register, (wallet) => {
      const claims = readStandardWallet(wallet)
      const driver = standardDriver(wallet, register)
      if (claims !== null && driver !== null) announce(claims.name, claims, driver)
    })
    return () => {
      stop()
      stopReading()
    }
  }

/** Null for a wallet of other chains. A wallet that also has a sats-connect provider can do more through that. */
function standardDriver(wallet: object, register: StandardRegister): WalletDriver | null {
  const isPresent = (): boolean => register.get().includes(wallet)
  const readProvider = (): object | null =>
    asProvider(readField(readField(readField(wallet, 'features'), 'sats-connect:'), 'provider'))
  if (readProvider() !== null) return createSatsConnectDriver(() => (isPresent() ? readProvider() : null))
  const isBitcoinWallet =
    bitcoinNetworks(chainsOf(wallet)).length > 0 &&
    hasFeature(wallet, 'bitcoin:connect') &&
    ableTo.some((feature) => hasFeature(wallet, feature))
  return isBitcoinWallet ? createStandardBitcoinDriver(wallet, isPresent) : null
}

/** The source for the page that this runs in. */
export const bitcoinSource: ConnectorSource = (onConnector) => createBitcoinSource()(onConnector)
