import type { ConnectorSource } from '../Connector.ts'
import { createDrivenConnector, type WalletDriver } from '../createDrivenConnector.ts'
import { readField } from '../readField.ts'
import { readIcon } from '../readIcon.ts'
import { readWalletName } from '../readWalletName.ts'
import { chainsOf, hasFeature, readList, readStandardWallet } from '../standard/standardWallet.ts'
import { type StandardRegister, standardRegister, watchStandardWallets } from '../standard/watchStandardWallets.ts'
import { bitcoinNetworks } from './bitcoinNetworks.ts'
import { createSatsConnectDriver } from './createSatsConnectDriver.ts'
import { createStandardBitcoinDriver } from './createStandardBitcoinDriver.ts'

/** The part of the page in which wallets leave what they are. */
export type BitcoinPage = { readonly btc_providers?: unknown }

const ableTo = ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'] as const
/** Where a provider is, from the page on: `XverseProviders.BitcoinProvider`. */
const pathShape = /^[\w$]{1,64}(?:\.[\w$]{1,64}){0,3}$/

/**
 * Finds Bitcoin wallets: those that `btc_providers` names, as sats-connect reads it, then those of the Wallet Standard.
 * Of two that say the same name, the first is taken: most often it is the same wallet, found both ways.
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
      for (const row of readList(readField(page, 'btc_providers')) ?? []) {
        const id = readField(row, 'id')
        const name = readWalletName(readField(row, 'name'))
        if (typeof id !== 'string' || !pathShape.test(id) || name === null || providerAt(page, id) === null) continue
        const driver = createSatsConnectDriver(() => providerAt(page, id))
        announce(id, { name, icon: readIcon(readField(row, 'icon')) }, driver)
      }
    }

    readPage()
    const stop = watchStandardWallets(register, (wallet) => {
      const claims = readStandardWallet(wallet)
      const driver = standardDriver(wallet, register)
      if (claims !== null && driver !== null) announce(claims.name, claims, driver)
    })
    // There is no event for the list: what is still being loaded is in it by then.
    const isLoading = typeof document !== 'undefined' && document.readyState !== 'complete'
    if (isLoading) addEventListener('load', readPage, { once: true })
    return () => {
      stop()
      if (isLoading) removeEventListener('load', readPage)
    }
  }

function providerAt(page: BitcoinPage, path: string): object | null {
  const provider = path.split('.').reduce<unknown>((from, key) => readField(from, key), page)
  return asProvider(provider)
}

const asProvider = (provider: unknown): object | null =>
  typeof provider === 'object' && provider !== null && typeof readField(provider, 'request') === 'function'
    ? provider
    : null

/** Null for a wallet of other chains. One that brings a provider of sats-connect can do more by it. */
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
