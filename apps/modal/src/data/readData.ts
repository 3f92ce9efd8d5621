import type { TokenBalance } from '@latchkey/api-client'
import type { Getter } from 'jotai/vanilla'
import { explorerUrl } from '../account/explorerUrl.ts'
import { totalWorth } from '../account/tokenList.ts'
import { catalogueStatusAtom, hasMoreAtom } from '../directory/catalogue.ts'
import { imagesAtom } from '../directory/images.ts'
import { allListAtom, connectListAtom } from '../directory/rankedWallets.ts'
import { searchAtom } from '../directory/search.ts'
import type { NetworkId } from '../Modal.ts'
import { accountAtom } from '../state/accounts.ts'
import { activityAtom } from '../state/activity.ts'
import { activeSession, connectedSessionsAtom } from '../state/connectedSessions.ts'
import { identityAtom } from '../state/identity.ts'
import {
  activeNamespaceAtom,
  activeNetworkAtom,
  activeNetworkIdAtom,
  findNetworkAtom,
  networksAtom,
} from '../state/networks.ts'
import { tokensAtom } from '../state/tokens.ts'
import { type ActivityItem, emptyData, type ModalData, type TokenHolding, type WalletOption } from './ModalData.ts'

const lastPart = (id: string | undefined): string | null => id?.split(':').at(-1) ?? null

const toHolding = ({
  chainId,
  address,
  name,
  symbol,
  quantity,
  price,
  value,
  iconUrl,
}: TokenBalance): TokenHolding => ({
  networkId: chainId as NetworkId,
  address: lastPart(address),
  name,
  symbol,
  decimals: Number(quantity.decimals),
  amount: quantity.numeric,
  valueUsd: value ?? (price > 0 ? price * Number(quantity.numeric) : null),
  iconUrl: iconUrl === '' ? null : iconUrl,
})

const tokens = (get: Getter): ModalData['tokens'] => {
  if (get(accountAtom) === null) return emptyData.tokens
  const { status, items, atMs, error } = get(tokensAtom)
  return {
    status,
    tokens: items.map(toHolding),
    totalUsd: totalWorth(items),
    updatedAtMs: atMs === 0 ? null : atMs,
    error: error?.name ?? null,
  }
}

const activity = (get: Getter): ModalData['activity'] => {
  if (get(accountAtom) === null) return emptyData.activity
  const { status, items, next, isLoadingMore, atMs, error } = get(activityAtom)
  const find = get(findNetworkAtom)
  const shown = items.map(({ id, metadata, transfers }): ActivityItem => {
    const { chain, hash, operationType, minedAt, sentFrom, sentTo } = metadata
    return {
      id,
      networkId: chain as NetworkId,
      hash,
      type: operationType,
      status: metadata.status,
      minedAt,
      from: sentFrom,
      to: sentTo,
      explorerUrl: explorerUrl(find(chain), 'transaction', hash) ?? null,
      transfers: transfers.map(({ direction, quantity, value, fungible_info: coin, nft_info: item }) => ({
        direction,
        amount: quantity.numeric,
        symbol: coin?.symbol ?? null,
        name: coin?.name ?? item?.name ?? '',
        valueUsd: value ?? null,
      })),
    }
  })
  const read = { status, updatedAtMs: atMs === 0 ? null : atMs, error: error?.name ?? null }
  return { ...read, items: shown, hasMore: next !== null, isLoadingMore }
}

const profile = (get: Getter): ModalData['profile'] => {
  const account = get(accountAtom)
  if (account === null) return emptyData.profile
  const url = explorerUrl(get(activeNetworkAtom), 'address', account.address)
  return { ...get(identityAtom), explorerUrl: url ?? null }
}

const approval = (get: Getter): Omit<ModalData['networks'], 'networks'> => {
  const session = activeSession(get(connectedSessionsAtom), get(activeNamespaceAtom))?.session
  if (session === undefined) return {}
  const { approved } = session
  return approved === undefined
    ? { supportsAllNetworks: true }
    : { supportsAllNetworks: false, approvedCaipNetworkIds: approved }
}

const networks = (get: Getter): ModalData['networks'] => ({
  ...approval(get),
  networks: get(networksAtom).map(({ caipNetworkId, name, nativeCurrency, testnet, blockExplorer }) => ({
    id: caipNetworkId,
    name,
    nativeCurrency,
    testnet,
    explorerUrl: blockExplorer?.url ?? null,
    isActive: caipNetworkId === get(activeNetworkIdAtom),
  })),
})

/** The wallets that a site's own list shows, as Connect and AllWallets rank them. */
export const offeredWallets = (get: Getter) => {
  if (get(searchAtom).text.trim() !== '') return get(allListAtom)
  const first = get(connectListAtom).filter(({ group }) => group !== 'walletConnect')
  const keys = new Set(first.map(({ key }) => key))
  return [...first, ...get(allListAtom).filter(({ key }) => !keys.has(key))]
}

const wallets = (get: Getter): ModalData['wallets'] => ({
  status: get(catalogueStatusAtom) === 'loading' ? 'loading' : 'ready',
  wallets: offeredWallets(get).map((target): WalletOption => {
    const [connector] = target.connectors
    const image = target.wallet?.image_id
    return {
      id: target.key,
      name: target.name,
      iconUrl: connector?.icon ?? (image ? (get(imagesAtom).get(image)?.src ?? null) : null),
      isInstalled: target.connectors.length > 0,
      isRecent: target.group === 'recent',
    }
  }),
  search: get(searchAtom).text,
  hasMore: get(hasMoreAtom),
})

/** The state that the page sees, by name. */
export const readData: { readonly [name in keyof ModalData]: (get: Getter) => ModalData[name] } = {
  tokens,
  activity,
  profile,
  networks,
  wallets,
}
