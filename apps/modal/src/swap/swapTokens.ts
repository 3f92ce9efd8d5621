import type { TokenBalance } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { isSwapsTurnedOff } from '../remote-config/features.ts'
import { contractOf, isSameAddress } from '../send/isSameAddress.ts'
import { servicesAtom } from '../services.ts'
import { failed } from '../state/failed.ts'
import { isSmartAccountAtom } from '../state/isSmartAccount.ts'
import { loadOnce } from '../state/loadOnce.ts'
import { activeNetworkIdAtom, findNetworkAtom } from '../state/networks.ts'
import { tokensAtom } from '../state/tokens.ts'
import { coinAddress, isCoin, type ListedToken } from './SwapApi.ts'

/** The api's rows about swaps. Throws SERVICE_UNREACHABLE when their code cannot be loaded. */
export const getSwapApi = loadOnce((services) => services.loadSwapApi())

/** `error`: SWAPS_UNSUPPORTED where the network has no exchange, NOT_ENABLED where the project has no swaps. `pricedAtMs`: 0 without prices. */
type Known = {
  readonly status: 'loading' | 'ready' | 'error'
  readonly listed: readonly ListedToken[]
  readonly prices: ReadonlyMap<string, number>
  readonly pricedAtMs: number
  readonly error: AppError | null
  /** Other networks that its tokens can be swapped to. */
  readonly destinations: readonly NetworkId[]
}

const unknown: Known = {
  status: 'loading',
  listed: [],
  prices: new Map(),
  pricedAtMs: 0,
  error: null,
  destinations: [],
}
const base = atom<Readonly<Partial<Record<NetworkId, Known>>>>({})

const knownAtom = atom((get): Known => get(base)[get(activeNetworkIdAtom)] ?? unknown)

export type SwapTokens = Pick<Known, 'status' | 'error' | 'pricedAtMs'> & {
  /** With the account's balances. */
  readonly items: readonly TokenBalance[]
}

/** The tokens of the active network's exchange: the account's own first. */
export const swapTokensAtom = atom((get): SwapTokens => {
  const { status, listed, prices, pricedAtMs, error } = get(knownAtom)
  const network = get(activeNetworkIdAtom)
  const held = get(tokensAtom).items
  const items = listed.map((token) => toBalance(token, network, held, prices))
  const worth = ({ price, quantity: { numeric } }: TokenBalance): number => price * Number(numeric)
  const isHeld = ({ quantity: { numeric } }: TokenBalance): number => Number(Number(numeric) > 0)
  return {
    status,
    error,
    pricedAtMs,
    items: items.toSorted((one, other) => worth(other) - worth(one) || isHeld(other) - isHeld(one)),
  }
})

/** The tokens of another network that can arrive there: no coins. */
export const tokensThereAtom = atom((get) => (network: NetworkId): SwapTokens => {
  const { listed, prices, ...known } = get(base)[network] ?? unknown
  const tokens = listed.filter(({ address }) => !isCoin(address))
  return { ...known, items: tokens.map((token) => toBalance(token, network, [], prices)) }
})

/**
 * Other networks that the active one's tokens can be swapped to, of those that the site uses. None for a smart account, which only swaps on
 * its own network.
 */
export const destinationsAtom = atom((get): readonly NetworkId[] => {
  if (!get(activeNetworkIdAtom).startsWith('eip155:') || get(isSmartAccountAtom)) return []
  return get(knownAtom).destinations.filter((network) => get(servicesAtom).settings.networks.includes(network))
})

const toBalance = (
  { address, name, symbol, decimals, logoUri }: ListedToken,
  network: NetworkId,
  held: readonly TokenBalance[],
  prices: ReadonlyMap<string, number>,
): TokenBalance => {
  const isNative = isCoin(address)
  const own = held.find((item) => isSameAddress(item.address, isNative ? undefined : address))
  return {
    name,
    symbol,
    chainId: network,
    ...(!isNative && { address }),
    price: prices.get(address) ?? own?.price ?? 0,
    quantity: { decimals: String(decimals), numeric: own?.quantity.numeric ?? '0' },
    iconUrl: own?.iconUrl || logoUri,
  }
}

/** Specification section 9: a price is good for so long. */
export const priceMs = 15_000

/** Reads the tokens to swap, once per network, and their prices, unless younger than 15 s. Never throws. */
export const refreshSwapTokensAtom = atom(null, async (get, set, other?: NetworkId): Promise<void> => {
  const network = other ?? get(activeNetworkIdAtom)
  const { clock } = get(servicesAtom)
  const known = get(base)[network] ?? unknown
  const put = (next: Partial<Known>): void =>
    set(base, { ...get(base), [network]: { ...(get(base)[network] ?? unknown), ...next } })
  if (known.status === 'ready' && clock.now() - known.pricedAtMs < priceMs) return
  try {
    if (isSwapsTurnedOff(get)) throw new AppError('NOT_ENABLED')
    const api = await getSwapApi(get, set)
    if (known.status !== 'ready') {
      put({ status: 'loading' })
      const { listed, destinations } = await api.tokens(network)
      checkCoin(listed, get(findNetworkAtom)(network)?.nativeCurrency.decimals)
      put({ status: 'ready', listed, destinations, error: null })
    }
    const prices = await api
      .prices((get(base)[network] ?? unknown).listed.map(({ address }) => address))
      .catch(() => null)
    // Older ones stay, and are shown as old.
    if (prices !== null) put({ prices, pricedAtMs: clock.now() })
  } catch (thrown) {
    put({ status: 'error', error: failed(get, 'swap', thrown) })
  }
})

/** Compares the coin's decimals with those that the page gives. Throws SWAP_MISMATCH. */
const checkCoin = (listed: readonly ListedToken[], ofCoin: number | undefined): void => {
  if (ofCoin !== undefined && listed.some(({ address, decimals }) => isCoin(address) && decimals !== ofCoin))
    throw new AppError('SWAP_MISMATCH')
}

/** A token of the list by its symbol, its address or CAIP-10; symbols that several have name none. */
export const findToken = (items: readonly TokenBalance[], wanted: string): TokenBalance | undefined => {
  const text = wanted.trim()
  const byAddress = items.find(({ address, chainId }) => {
    const full = address ?? coinAddress(chainId as NetworkId)
    return isSameAddress(full, text) || isSameAddress(contractOf({ address: full }), text)
  })
  const bySymbol = items.filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
  return byAddress ?? (bySymbol.length === 1 ? bySymbol[0] : undefined)
}
