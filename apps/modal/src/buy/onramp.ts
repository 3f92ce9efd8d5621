import { onrampNetworkId, type TokenBalance } from '@latchkey/api-client'
import { filterAmountInput } from '@latchkey/chains'
import type { AppError, ErrorName } from '@latchkey/protocol'
import { atom, type Getter } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { contractOf, isSameAddress } from '../send/isSameAddress.ts'
import { failed } from '../state/failed.ts'
import { isSmartAccountAtom } from '../state/isSmartAccount.ts'
import { loadOnce } from '../state/loadOnce.ts'
import { activeNamespaceAtom, activeNetworkIdAtom, siteNetworksAtom } from '../state/networks.ts'
import { namespaceOf } from '../storedConnections.ts'
import type { OnrampOptions, OnrampOrder, OnrampQuote } from './createBuyApi.ts'
import { createOffers } from './createOffers.ts'
import { defaultOptions, estimatedQuote } from './onrampDefaults.ts'
import { wantedTokenAtom } from './openBuy.ts'

/** The backend's rows about buying. Throws SERVICE_UNREACHABLE when their code can't be loaded. */
export const getBuyApi = loadOnce((services) => services.loadBuyApi())

export type PaymentCurrency = OnrampOptions['paymentCurrencies'][number]
/** A currency on one of the site's networks. `network`: as the provider calls it. */
export type PurchaseCurrency = {
  id: string
  name: string
  symbol: string
  network: string
  chainId: NetworkId
  /** Empty for the coin of the network. */
  contract: string
}

/**
 * A provider's offer for the purchase. `ready`: its quote. `estimate`: it didn't answer, so its fees are unknown.
 * `refused`: it can't be bought, for the reason in `error`.
 */
export type Offer = { readonly id: string; readonly name: string } & (
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' | 'estimate'; readonly quote: OnrampQuote }
  | { readonly kind: 'refused'; readonly error: AppError }
)

type Options = { status: 'loading' | 'ready' | 'error'; value: OnrampOptions; error: AppError | null }
const optionsBase = atom<Options>({ status: 'loading', value: defaultOptions, error: null })
/** Purchase options; on `error` the defaults, and the reason. */
export const onrampOptionsAtom = atom((get) => get(optionsBase))

/** Reads the providers' offers. Never throws. */
export const loadOptionsAtom = atom(null, async (get, set) => {
  if (get(optionsBase).status === 'ready') return
  set(optionsBase, { status: 'loading', value: get(optionsBase).value, error: null })
  try {
    const api = await getBuyApi(get, set)
    set(optionsBase, { status: 'ready', value: await api.options(), error: null })
  } catch (thrown) {
    set(optionsBase, { status: 'error', value: defaultOptions, error: failed(get, 'buy', thrown) })
  }
})

/** Networks on which the active account can receive: a smart account only on the active network, where it is known to be one. */
const receivableAtom = atom((get): readonly NetworkId[] => {
  const namespace = get(activeNamespaceAtom)
  return get(isSmartAccountAtom)
    ? [get(activeNetworkIdAtom)]
    : get(siteNetworksAtom).filter((id) => namespaceOf(id) === namespace)
})

/** Tokens that can be bought for the active account, the active network first. */
export const purchaseCurrenciesAtom = atom((get): readonly PurchaseCurrency[] => {
  const receivable = get(receivableAtom)
  const active = get(activeNetworkIdAtom)
  const all = get(optionsBase).value.purchaseCurrencies.flatMap(({ id, name, symbol, networks }) =>
    networks.flatMap((network) => {
      const chainId = receivable.find((id) => id === onrampNetworkId(network))
      if (chainId === undefined) return []
      return [{ id, name, symbol, network: network.name, chainId, contract: network.contract_address }]
    }),
  )
  return all.toSorted((one, other) => Number(other.chainId === active) - Number(one.chainId === active))
})

/** Whether the providers have answered, and sell nothing that the active account can receive. */
export const isNothingSoldAtom = atom(
  (get): boolean => get(optionsBase).status === 'ready' && get(purchaseCurrenciesAtom).length === 0,
)

type Choice = { currency: string | null; payment: string | null; amount: string }
const choice = atom<Choice>({ currency: null, payment: null, amount: '50' })

export const currencyKey = ({ id, network }: PurchaseCurrency): string => `${id} ${network}`

/** Compares contracts: any token can have any symbol. */
const isSame = ({ chainId, contract }: PurchaseCurrency, token: TokenBalance): boolean =>
  chainId === token.chainId && isSameAddress(contract, contractOf(token) ?? '')

const wantedCurrencyAtom = atom((get): PurchaseCurrency | undefined => {
  const wanted = get(wantedTokenAtom)
  return wanted === null ? undefined : get(purchaseCurrenciesAtom).find((each) => isSame(each, wanted))
})

/** The symbol of the token that the user came for, where no provider sells it here; else null. */
export const unsoldSymbolAtom = atom((get): string | null =>
  get(optionsBase).status !== 'ready' || get(wantedCurrencyAtom) !== undefined
    ? null
    : (get(wantedTokenAtom)?.symbol ?? null),
)

/** The token to buy: the one that the user came for, else the chosen one, else USDC, else the first. */
export const purchaseCurrencyAtom = atom((get): PurchaseCurrency | null => {
  const all = get(purchaseCurrenciesAtom)
  const { currency } = get(choice)
  return (
    get(wantedCurrencyAtom) ??
    all.find((each) => currencyKey(each) === currency) ??
    all.find(({ symbol }) => symbol === 'USDC') ??
    all[0] ??
    null
  )
})

export const paymentCurrenciesAtom = atom((get) => get(optionsBase).value.paymentCurrencies)
export const paymentCurrencyAtom = atom((get): PaymentCurrency | null => {
  const all = get(paymentCurrenciesAtom)
  return all.find(({ id }) => id === get(choice).payment) ?? all.find(({ id }) => id === 'USD') ?? all[0] ?? null
})

export const paymentAmountAtom = atom((get) => get(choice).amount)

/** The lowest minimum and highest maximum over all payment methods; null where none is given. */
export const limitsOf = ({ payment_method_limits: limits }: PaymentCurrency): { min: number; max: number } | null => {
  const known = limits.flatMap(({ min, max }) => (Number(max) > 0 ? [{ min: Number(min), max: Number(max) }] : []))
  if (known.length === 0) return null
  return { min: Math.min(...known.map(({ min }) => min)), max: Math.max(...known.map(({ max }) => max)) }
}

/** The field's value after an input: at most two decimals, no leading zeros. */
export const filterMoney = (text: string, previous: string): string =>
  filterAmountInput(text, previous, { integerDigits: 9, decimalDigits: 2 }).replace(/^0+(?=\d)/, '')

/** The reason why offers can't be requested; null when they can. */
export type AmountProblem = { kind: 'empty' } | { kind: 'low' | 'high'; limit: number }
export const amountProblemAtom = atom((get): AmountProblem | null => {
  const text = get(paymentAmountAtom)
  const amount = Number(text)
  const payment = get(paymentCurrencyAtom)
  const limits = payment === null ? null : limitsOf(payment)
  if (amount === 0 && (text === '' || !limits?.min)) return { kind: 'empty' }
  if (limits !== null && amount < limits.min) return { kind: 'low', limit: limits.min }
  if (limits !== null && amount > limits.max) return { kind: 'high', limit: limits.max }
  return null
})

/** The request for each provider; null while there is none. */
export const orderOf = (get: Getter): OnrampOrder | null => {
  const [purchase, payment] = [get(purchaseCurrencyAtom), get(paymentCurrencyAtom)]
  if (purchase === null || payment === null || get(amountProblemAtom) !== null) return null
  return {
    purchaseCurrency: purchase.id,
    paymentCurrency: payment.id,
    amount: Number(get(paymentAmountAtom)).toFixed(2),
    network: purchase.network,
  }
}

/** After these the provider's page can't be opened either: nothing is estimated. */
const refusals: readonly ErrorName[] = [
  'AMOUNT_OUT_OF_RANGE',
  'PURCHASE_UNSUPPORTED',
  'NOT_ENABLED',
  'INVALID_PARAMS',
  'PROJECT_UNKNOWN',
  'ORIGIN_NOT_ALLOWED',
]

const offers = createOffers<OnrampOrder | null, Offer>(
  (get) => {
    const order = orderOf(get)
    const { providers } = get(optionsBase).value
    return { order, list: order === null ? [] : providers.map((provider) => ({ ...provider, kind: 'loading' })) }
  },
  async (get, set, { id, name }, order) => {
    if (order === null) return { id, name, kind: 'loading' }
    try {
      const api = await getBuyApi(get, set)
      return { id, name, kind: 'ready', quote: await api.quote({ ...order, provider: id }) }
    } catch (thrown) {
      const error = failed(get, 'buy', thrown)
      return refusals.includes(error.name)
        ? { id, name, kind: 'refused', error }
        : { id, name, kind: 'estimate', quote: estimatedQuote(order) }
    }
  },
)
export const { offersAtom, refreshOffersAtom } = offers
export const quotesLoadingAtom = atom((get) => get(offersAtom).some(({ kind }) => kind === 'loading'))

export const typeAmountAtom = atom(null, (get, set, text: string) => {
  set(choice, { ...get(choice), amount: filterMoney(text, get(paymentAmountAtom)) })
  set(offers.refreshSoonAtom)
})

export const choosePurchaseAtom = atom(null, (get, set, currency: PurchaseCurrency) => {
  set(wantedTokenAtom, null)
  set(choice, { ...get(choice), currency: currencyKey(currency) })
  void set(refreshOffersAtom)
})

export const choosePaymentAtom = atom(null, (get, set, payment: PaymentCurrency) => {
  set(choice, { ...get(choice), payment: payment.id })
  void set(refreshOffersAtom)
})
