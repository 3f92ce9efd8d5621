import type { TokenBalance } from '@latchkey/api-client'
import type { AppError } from '@latchkey/protocol'
import { atom, type Getter } from 'jotai/vanilla'
import type { SendWish } from '../send/SendPlan.ts'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'
import { failed } from '../state/failed.ts'
import { type AccountOnNetwork, accountOnNetworkAtom, isSameAccountOnNetwork, tokenKey } from '../state/send/form.ts'
import { submitWishAtom } from '../state/send/sending.ts'
import { startCrossingAtom } from './crossing.ts'
import { coinAddress, type SwapQuote } from './SwapApi.ts'
import { getAtom, giveAtom, isSwapMaxingAtom, slippageAtom, slippageBpsAtom, swapAmountAtom } from './swapForm.ts'
import { swapNetworkOf } from './swapNetworks.ts'
import { impactOf, minimumOf, worthLost } from './swapRules.ts'
import { getSwapApi, priceMs } from './swapTokens.ts'
import type { SwapCosts } from './swapWish.ts'

/** The wait for more typing before a quote is requested, in milliseconds. */
const pauseMs = 300

/** A quote's request. */
type Ask = {
  readonly place: AccountOnNetwork
  readonly give: TokenBalance
  readonly get: TokenBalance
  readonly units: bigint
}

/** `costs`: null when unknown. `atMs`: milliseconds since 1970. `isRefreshing`: a newer one is on its way. */
export type Quoted =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly ask: Ask }
  | { readonly kind: 'failed'; readonly ask: Ask; readonly error: AppError; readonly atMs: number }
  | {
      readonly kind: 'ready'
      readonly ask: Ask
      readonly quote: SwapQuote
      readonly costs: SwapCosts | null
      readonly atMs: number
      readonly isRefreshing: boolean
      /** Why there is no newer one. */
      readonly error: AppError | null
    }

const none: Quoted = { kind: 'none' }
const base = atom<Quoted>(none)

const askOf = (get: Getter): Ask | null => {
  const [place, give, gotten, amount] = [get(accountOnNetworkAtom), get(giveAtom), get(getAtom), get(swapAmountAtom)]
  if (place === null || give === null || gotten === null || amount.kind === 'empty') return null
  return { place, give, get: gotten, units: amount.units }
}

const isSameAsk = (one: Ask, other: Ask | null): boolean =>
  other !== null &&
  isSameAccountOnNetwork(one.place, other.place) &&
  tokenKey(one.give) === tokenKey(other.give) &&
  tokenKey(one.get) === tokenKey(other.get) &&
  one.units === other.units

/** The form's request as one text, which changes with it. */
export const askKeyAtom = atom((get): string => {
  const ask = askOf(get)
  return ask === null
    ? ''
    : [ask.place.network, ask.place.account, tokenKey(ask.give), tokenKey(ask.get), ask.units].join(' ')
})

/** The quote of the form's current content; a quote of anything else is ignored. */
export const quotedAtom = atom((get): Quoted => {
  const quoted = get(base)
  const ask = askOf(get)
  if (ask === null) return none
  return quoted.kind !== 'none' && isSameAsk(quoted.ask, ask) ? quoted : { kind: 'loading', ask }
})

/** The terms of a quote. `impact`: percent, the worse of the exchange's and that from prices. */
export type Terms = { readonly minimumUnits: bigint; readonly impact: number | null }

export const termsAtom = atom((get): Terms | null => {
  const quoted = get(quotedAtom)
  const [give, gotten] = [get(giveAtom), get(getAtom)]
  if (quoted.kind !== 'ready' || give === null || gotten === null) return null
  const { quote, ask } = quoted
  const lost = worthLost({ token: give, units: ask.units }, { token: gotten, units: quote.toUnits })
  return { minimumUnits: minimumOf(quote.toUnits, get(slippageBpsAtom)), impact: impactOf(quote.impact, lost) }
})

/** From this age on a quote is shown as old, and can't be agreed to: a new one is requested first. */
export const staleMs = 2 * priceMs

/**
 * Requests a quote of the form's content. Without `isForced` one younger than 15 s is kept, and typing delays the request. Never throws.
 */
export const refreshQuoteAtom = atom(null, async (get, set, isForced: boolean = false): Promise<void> => {
  const ask = askOf(get)
  if (ask === null) return set(base, none)
  const { clock } = get(servicesAtom)
  const before = get(base)
  const known = before.kind === 'ready' && isSameAsk(before.ask, ask) ? before : null
  const isFresh = (atMs: number): boolean => clock.now() - atMs < priceMs
  if (!isForced && known !== null && known.error === null && isFresh(known.atMs)) return
  if (!isForced && before.kind === 'failed' && isSameAsk(before.ask, ask) && isFresh(before.atMs)) return
  const start: Quoted = known === null ? { kind: 'loading', ask } : { ...known, isRefreshing: true }
  set(base, start)
  const isOvertaken = (): boolean => get(base) !== start
  if (known === null && !isForced) {
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve))
    if (isOvertaken() || !isSameAsk(ask, askOf(get))) return
  }
  try {
    const api = await getSwapApi(get, set)
    const { network, account } = ask.place
    const coin = coinAddress(network)
    const pair = { from: ask.give.address ?? coin, to: ask.get.address ?? coin, units: ask.units, account }
    const [quote, costs] = await Promise.all([
      api.quote(pair),
      swapNetworkOf(network)
        .costs(get, api, ask)
        .catch(() => null),
    ])
    if (isOvertaken()) return
    set(base, { kind: 'ready', ask, quote, costs, atMs: clock.now(), isRefreshing: false, error: null })
  } catch (thrown) {
    if (isOvertaken()) return
    const error = failed(get, 'swap', thrown)
    // An old quote is still shown, with its age; a swap that is no longer possible isn't.
    const isOver = known === null || error.name === 'LIQUIDITY_INSUFFICIENT' || error.name === 'SWAP_MISMATCH'
    set(base, isOver ? { kind: 'failed', ask, error, atMs: clock.now() } : { ...known, isRefreshing: false, error })
  }
})

/** Whether the form can continue. */
export const canSubmitSwapAtom = atom((get): boolean => {
  const { kind } = get(slippageAtom)
  if (get(isSwapMaxingAtom)) return false
  return get(swapAmountAtom).kind === 'ready' && get(termsAtom) !== null && (kind === 'auto' || kind === 'own')
})

/** Continues to the swap as shown. If the quote is too old, a new one is requested and shown instead. Never throws. */
export const submitSwapFormAtom = atom(null, async (get, set) => {
  const quoted = get(quotedAtom)
  const terms = get(termsAtom)
  if (quoted.kind !== 'ready' || terms === null || !get(canSubmitSwapAtom) || get(accountAtom) === null) return
  if (get(servicesAtom).clock.now() - quoted.atMs >= staleMs) return set(refreshQuoteAtom, true)
  const { ask, quote } = quoted
  const wish: SendWish = {
    ...ask.place,
    token: ask.give,
    units: ask.units,
    recipient: { address: ask.place.account, name: null },
    swap: {
      get: ask.get,
      quotedUnits: quote.toUnits,
      minimumUnits: terms.minimumUnits,
      provider: quote.provider,
      crossing: quote.crossing,
      sent: (plan, id) => set(startCrossingAtom, plan, id),
    },
  }
  await set(submitWishAtom, wish)
})
