import { filterAmountInput, parseAmount } from '@latchkey/chains'
import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { ExchangeArguments } from '../Modal.ts'
import { accountAtom } from '../state/accounts.ts'
import { failed } from '../state/failed.ts'
import { loadOnce } from '../state/loadOnce.ts'
import { activeNetworkAtom } from '../state/networks.ts'
import { tokensAtom } from '../state/tokens.ts'
import { assetKey, assetsOn, type FundAsset } from './assets.ts'
import type { Exchange } from './createExchangesApi.ts'
import { exchangeArgumentsAtom } from './openExchanges.ts'

/** The backend's row about exchanges. Throws SERVICE_UNREACHABLE when its code can't be loaded. */
export const getExchangesApi = loadOnce((services) => services.loadExchangesApi())

/** Payable assets: on the active network, where a smart account is known to exist. */
export const fundAssetsAtom = atom((get) => assetsOn(get(activeNetworkAtom), get(tokensAtom).items))

/** The user's input since the form was opened. */
type Entry = { of: ExchangeArguments; asset?: string; amount?: string }
const base = atom<Entry | null>(null)
const entryAtom = atom((get): Entry => {
  const of = get(exchangeArgumentsAtom)
  const known = get(base)
  return known?.of === of ? known : { of }
})

/** The asset to pay: the page's, where it requests a payment, else the chosen one, else the first. Null where there is none. */
export const fundAssetAtom = atom((get): FundAsset | null => {
  const all = get(fundAssetsAtom)
  const { asset, recipient } = get(exchangeArgumentsAtom)
  const named = asset === undefined ? undefined : all.find(({ id }) => assetKey(id) === assetKey(asset))
  if (recipient !== undefined) return named ?? null
  return all.find(({ id }) => id === get(entryAtom).asset) ?? named ?? all[0] ?? null
})

/** The recipient (CAIP-10): the page's, else the active account. */
export const recipientAtom = atom((get): string | null => {
  const account = get(accountAtom)
  const asset = get(fundAssetAtom)
  const { recipient } = get(exchangeArgumentsAtom)
  return recipient ?? (account === null || asset === null ? null : `${asset.chainId}:${account.address}`)
})

export const fundAmountAtom = atom((get) => get(entryAtom).amount ?? get(exchangeArgumentsAtom).amount ?? '')
export const typeFundAmountAtom = atom(null, (get, set, text: string) => {
  const limits = { integerDigits: 20, decimalDigits: get(fundAssetAtom)?.decimals ?? 18 }
  set(base, { ...get(entryAtom), amount: filterAmountInput(text, get(fundAmountAtom), limits) })
})
/** The amount in the token's smallest unit; null without one. */
const unitsAtom = atom((get): bigint | null => {
  try {
    return parseAmount(get(fundAmountAtom), get(fundAssetAtom)?.decimals ?? 18) || null
  } catch {
    return null
  }
})
export const isAmountReadyAtom = atom((get) => get(unitsAtom) !== null)

/** More decimals than any asset has: limits may have more than the asset. */
const scale = 36
/** Whether an exchange accepts the amount. */
export const canPayAtom = atom((get) => ({ limits }: Exchange): boolean => {
  if (!get(isAmountReadyAtom) || limits === undefined) return get(isAmountReadyAtom)
  const [amount = 0n, min = 0n, max = 0n] = [get(fundAmountAtom), limits.min, limits.max].map((text) =>
    parseAmount(text, scale),
  )
  return amount >= min && amount <= max
})

export const chooseAssetAtom = atom(null, (get, set, { id }: FundAsset) =>
  set(base, { of: get(exchangeArgumentsAtom), asset: id }),
)

type List = { of: string; status: 'loading' | 'ready' | 'error'; items: readonly Exchange[]; error: AppError | null }
const none: List = { of: '', status: 'loading', items: [], error: null }
const list = atom<List>(none)
/** The exchanges that send the asset; of another one nothing is shown. */
export const exchangesAtom = atom((get): List => {
  const known = get(list)
  return known.of === get(fundAssetAtom)?.id ? known : none
})

/** Reads which exchanges send the asset. Never throws. */
export const loadExchangesAtom = atom(null, async (get, set) => {
  const of = get(fundAssetAtom)?.id
  if (of === undefined) return
  set(list, { ...none, of })
  const settle = (change: Partial<List>): void => {
    if (get(list).of === of) set(list, { ...none, of, ...change })
  }
  try {
    const api = await getExchangesApi(get, set)
    settle({ status: 'ready', items: await api.list(of) })
  } catch (thrown) {
    settle({ status: 'error', error: failed(get, 'exchange', thrown) })
  }
})
