import type { ConnectorSource } from '../Connector.ts'
import { createDrivenConnector } from '../createDrivenConnector.ts'
import { onceAndOnLoad } from '../onceAndOnLoad.ts'
import { readField } from '../readField.ts'
import { readWalletName } from '../readWalletName.ts'
import { type ListedProvider, listedProviders, providerAt } from '../satsConnect/listedProviders.ts'
import { readList } from '../standard/standardWallet.ts'
import { createStacksDriver } from './createStacksDriver.ts'

/** Page globals of wallets from before there were lists, still in use. */
// not words: names of products
const oldPlaces: readonly (readonly [id: string, name: string])[] = [
  ['LeatherProvider', 'Leather'],
  ['StacksProvider', 'Stacks wallet'],
]

const methodsOf = (row: unknown): readonly unknown[] | null => readList(readField(row, 'methods'))
const isOfStacks = (methods: readonly unknown[]): boolean => methods.some((one) => /^stx_/.test(String(one)))
/** The list is for wallets of Bitcoin's layers: an entry that lists its methods has to include one of Stacks. */
const mayBeOfStacks = (row: unknown): boolean => {
  const methods = methodsOf(row)
  return methods === null || methods.length === 0 || isOfStacks(methods)
}

/** An unlisted wallet's own name. */
function readProduct(provider: object | null): string | null {
  const ask = readField(provider, 'getProductInfo')
  try {
    return typeof ask === 'function' ? readWalletName(readField(Reflect.apply(ask, provider, []), 'name')) : null
  } catch {
    return null
  }
}

const unlisted = (page: object): readonly ListedProvider[] =>
  oldPlaces.flatMap(([id, name]) => {
    const provider = providerAt(page, id)
    return provider === null ? [] : [{ id, name: readProduct(provider) ?? name, icon: null }]
  })

/**
 * Finds Stacks wallets: those in `wbip_providers` (WBIP004), those in `btc_providers` that list Stacks methods, then `LeatherProvider` and
 * `StacksProvider`. Of two with the same name, and of two names of one provider, the first counts.
 */
export const createStacksSource =
  (page: object = globalThis): ConnectorSource =>
  (onConnector) => {
    const seen = new Set<unknown>()
    return onceAndOnLoad(() => {
      const listed = [
        ...listedProviders(page, 'wbip_providers', mayBeOfStacks),
        ...listedProviders(page, 'btc_providers', (row) => isOfStacks(methodsOf(row) ?? [])),
      ]
      const found = (type: 'announced' | 'injected') => (provider: ListedProvider) => ({ type, ...provider })
      for (const { type, id, name, icon } of [
        ...listed.map(found('announced')),
        ...unlisted(page).map(found('injected')),
      ]) {
        const provider = providerAt(page, id)
        if (seen.has(name) || seen.has(provider)) continue
        seen.add(name).add(provider)
        const driver = createStacksDriver(() => providerAt(page, id))
        onConnector(createDrivenConnector({ id: `${type}:${id}`, type, name, icon, rdns: null, driver }))
      }
    })
  }

/** The source for the page that this runs in. */
export const stacksSource: ConnectorSource = (onConnector) => createStacksSource()(onConnector)
