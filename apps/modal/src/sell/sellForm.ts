import { onrampNetworkId, type TokenBalance } from '@latchkey/api-client'
import { formatAmount } from '@latchkey/chains'
import type { AppError } from '@latchkey/protocol'
import { atom, type Getter } from 'jotai/vanilla'
import type { SaleOptions, SaleOrder, SaleQuote } from '../buy/createBuyApi.ts'
import { createOffers } from '../buy/createOffers.ts'
import { type AmountReading, decimalsOf, filterEntry, readAmount } from '../send/amountRules.ts'
import { contractOf, isSameAddress } from '../send/isSameAddress.ts'
import { failed } from '../state/failed.ts'
import { loadOnce } from '../state/loadOnce.ts'
import { sendableAtom, tokenKey } from '../state/send/form.ts'
import { wantedSaleTokenAtom } from './openSell.ts'

/** The backend's rows about sales. Throws SERVICE_UNREACHABLE when their code can't be loaded. */
const getBuyApi = loadOnce((services) => services.loadBuyApi())
export const getSaleApi = async (...given: Parameters<typeof getBuyApi>) => (await getBuyApi(...given)).sale

type Provider = SaleOptions['providers'][number]
type Options = { status: 'loading' | 'ready' | 'error'; providers: readonly Provider[]; error: AppError | null }
const optionsBase = atom<Options>({ status: 'loading', providers: [], error: null })
/** The tokens that each provider buys. */
export const saleOptionsAtom = atom((get) => get(optionsBase))

/** Reads the tokens that providers buy. Never throws. */
export const loadSaleOptionsAtom = atom(null, async (get, set) => {
  if (get(optionsBase).status === 'ready') return
  set(optionsBase, { status: 'loading', providers: [], error: null })
  try {
    const api = await getSaleApi(get, set)
    set(optionsBase, { status: 'ready', error: null, ...(await api.options()) })
  } catch (thrown) {
    set(optionsBase, { status: 'error', providers: [], error: failed(get, 'sell', thrown) })
  }
})

/** Returns a provider's code of a token; null for one that it doesn't buy. Compares contracts: any token can have any symbol. */
const soldAs = (provider: Provider, token: TokenBalance) => {
  const isSame = ({ contract_address }: { contract_address: string }): boolean =>
    isSameAddress(contract_address, contractOf(token) ?? '')
  for (const { id, networks } of provider.sellCurrencies) {
    const network = networks.find((each) => onrampNetworkId(each) === token.chainId && isSame(each))
    if (network !== undefined) return { sellCurrency: id, network: network.name }
  }
  return null
}

/** The active account's tokens on the active network that any provider buys. */
export const sellableAtom = atom((get): readonly TokenBalance[] => {
  const { providers } = get(optionsBase)
  return get(sendableAtom).filter((token) => providers.some((provider) => soldAs(provider, token) !== null))
})

type Choice = { token: string | null; payout: string | null; amount: string }
const choice = atom<Choice>({ token: null, payout: null, amount: '' })

/** The token to sell: the one that the user came for, else the chosen one, else the first. */
export const saleTokenAtom = atom((get): TokenBalance | null => {
  const all = get(sellableAtom)
  const wanted = get(wantedSaleTokenAtom)
  const { token } = get(choice)
  return (
    all.find((each) => wanted !== null && tokenKey(each) === tokenKey(wanted)) ??
    all.find((each) => tokenKey(each) === token) ??
    all[0] ??
    null
  )
})

/** The money that any provider of the token pays out. */
export const payoutCurrenciesAtom = atom((get): readonly string[] => {
  const token = get(saleTokenAtom)
  const { providers } = get(optionsBase)
  const all = providers.flatMap((each) =>
    token === null || soldAs(each, token) === null ? [] : each.payoutCurrencies.map(({ id }) => id),
  )
  return [...new Set(all)]
})
export const payoutCurrencyAtom = atom((get): string | null => {
  const all = get(payoutCurrenciesAtom)
  const { payout } = get(choice)
  return all.find((id) => id === payout) ?? all.find((id) => id === 'USD') ?? all[0] ?? null
})

export const saleAmountTextAtom = atom((get) => get(choice).amount)
export const saleAmountAtom = atom((get): AmountReading => {
  const token = get(saleTokenAtom)
  return token === null ? { kind: 'empty' } : readAmount({ text: get(choice).amount, unit: 'token' }, token)
})

/** A provider's offer. `refused`: it doesn't buy that, or didn't answer. */
export type SaleOffer = { readonly id: string; readonly name: string; readonly order: SaleOrder } & (
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly quote: SaleQuote }
  | { readonly kind: 'refused'; readonly error: AppError }
)

/** The request for each provider; none while there is none to make. */
const ordersOf = (get: Getter): readonly SaleOffer[] => {
  const [token, payoutCurrency, amount] = [get(saleTokenAtom), get(payoutCurrencyAtom), get(saleAmountAtom)]
  if (token === null || payoutCurrency === null || amount.kind !== 'ready') return []
  return get(optionsBase).providers.flatMap((provider): SaleOffer[] => {
    const sold = soldAs(provider, token)
    if (sold === null || provider.payoutCurrencies.every(({ id }) => id !== payoutCurrency)) return []
    const { id, name } = provider
    const order = { provider: id, ...sold, amount: formatAmount(amount.units, decimalsOf(token)), payoutCurrency }
    return [{ id, name, order, kind: 'loading' }]
  })
}

const offers = createOffers(
  (get) => {
    const list = ordersOf(get)
    return { order: list.map(({ order }) => order), list }
  },
  async (get, set, { id, name, order }): Promise<SaleOffer> => {
    try {
      const api = await getSaleApi(get, set)
      return { id, name, order, kind: 'ready', quote: await api.quote(order) }
    } catch (thrown) {
      return { id, name, order, kind: 'refused', error: failed(get, 'sell', thrown) }
    }
  },
)
export const { offersAtom: saleOffersAtom, refreshOffersAtom: refreshSaleOffersAtom } = offers

export const typeSaleAmountAtom = atom(null, (get, set, text: string) => {
  const { amount } = get(choice)
  set(choice, { ...get(choice), amount: filterEntry(text, 'token', get(saleTokenAtom), amount) })
  set(offers.refreshSoonAtom)
})

/** Another token is another amount. */
export const chooseSaleTokenAtom = atom(null, (get, set, token: TokenBalance) => {
  set(wantedSaleTokenAtom, null)
  set(choice, { ...get(choice), token: tokenKey(token), amount: '' })
})

export const choosePayoutAtom = atom(null, (get, set, payout: string) => {
  set(choice, { ...get(choice), payout })
  void set(refreshSaleOffersAtom)
})
