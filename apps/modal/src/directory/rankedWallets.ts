import { type RankedWallets, type RankInput, rankWallets } from '@latchkey/directory'
import { atom } from 'jotai/vanilla'
import type { Connector } from '../connectors/Connector.ts'
import { walletListsAtom } from '../remote-config/features.ts'
import { servicesAtom } from '../services.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { namespacesAtom } from '../state/networks.ts'
import { recentWalletIdsAtom } from '../state/recentWallets.ts'
import { catalogueStatusAtom, knownWalletsAtom, loadFirstAtom, loadMoreAtom } from './catalogue.ts'
import { directoryFailureAtom } from './client.ts'
import { searchAtom, searchWalletsAtom } from './search.ts'

const inputAtom = atom((get): RankInput<Connector> => {
  const { settings, isMobile, isProviderInPage } = get(servicesAtom)
  const { customWallets, includeWalletIds, walletOrder, basic } = settings
  const { featured, excluded } = get(walletListsAtom)
  return {
    connectors: get(connectorsAtom),
    directory: get(knownWalletsAtom),
    recent: get(recentWalletIdsAtom),
    namespaces: get(namespacesAtom),
    device: isMobile() ? 'mobile' : 'desktop',
    isProviderInPage: isProviderInPage(),
    mode: basic === true ? 'basic' : 'full',
    ...(customWallets && { custom: customWallets }),
    featured,
    ...(includeWalletIds && { include: includeWalletIds }),
    exclude: excluded,
    ...(walletOrder && { order: walletOrder }),
  }
})

/** The wallets of Connect, in their order. */
export const connectListAtom = atom((get): RankedWallets<Connector>['connect'] => rankWallets(get(inputAtom)).connect)

/** The wallets of AllWallets: of the known ones, the search results. */
export const allListAtom = atom((get): RankedWallets<Connector>['all'] => {
  const input = get(inputAtom)
  const { text, found } = get(searchAtom)
  if (text.trim() === '') return rankWallets(input).all
  return rankWallets({ ...input, directory: [...input.directory, ...found], search: text }).all
})

/** Retries a failed request to the directory; not before it allows it. */
export const retryDirectoryAtom = atom(null, async (get, set): Promise<void> => {
  const failure = get(directoryFailureAtom)
  if (failure !== null && get(servicesAtom).clock.now() < failure.retryAtMs) return
  set(directoryFailureAtom)
  const { text } = get(searchAtom)
  if (text.trim() !== '') set(searchWalletsAtom, text)
  if (get(catalogueStatusAtom) === 'ready') await set(loadMoreAtom)
  else await set(loadFirstAtom)
})
