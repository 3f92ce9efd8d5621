/**
 * Requirements: a window opens on the click itself, or a link replaces it; the UI never reports that tokens have arrived before the chain
 * has them, nor that none will come while they may. State lives here, so that navigating back and forth loses no purchase.
 */
import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'
import { failed } from '../state/failed.ts'
import { invalidateBalancesAtom } from '../state/invalidateBalances.ts'
import { pushAtom } from '../state/route.ts'
import { forgetPurchase, keepPurchase, type PurchaseFacts, readKeptPurchase } from './keptPurchase.ts'
import { getBuyApi, type Offer, orderOf, purchaseCurrencyAtom } from './onramp.ts'
import { openPurchaseWindow, type PurchaseWindow } from './purchaseWindow.ts'

/**
 * `opening`: waiting for the provider's page. `failed`: there is none. `waiting`: the user pays. `processing`: the provider has the
 * payment. `declined`, `expired`: as the provider reports. `arrived`: as the chain reports.
 */
type PurchaseStatus = 'opening' | 'failed' | 'waiting' | 'processing' | 'declined' | 'expired' | 'arrived'

export type Purchase = PurchaseFacts & {
  readonly status: PurchaseStatus
  /** Set with `failed`. */
  readonly error: AppError | null
  /** The page to pay on. */
  readonly url: string | null
  /** The payment page. `blocked`: the browser opened no window, and a link leads there. */
  readonly window: 'open' | 'closed' | 'blocked'
  /** The provider has had the payment for longer than usual. */
  readonly isLate: boolean
  /** The last question was not answered. */
  readonly isUnreachable: boolean
  /** The api was answered by no node of the network. */
  readonly isChainAway: boolean
  /** The amount of the provider's transfer, in whole tokens, where that is less than it promised; else null. */
  readonly short: string | null
  readonly txHash: string | null
}

type Known = {
  purchase: Purchase
  opened: PurchaseWindow | null
  ask: () => Promise<Answer>
  /** Since the state last changed. */
  polls: number
  /** A question is under way: there is one at a time. */
  isAsking: boolean
  stop: () => void
}
type Answer = Partial<Pick<Purchase, 'amount' | 'txHash' | 'short' | 'isChainAway'>> & { status: PurchaseStatus }

const base = atom<Known | null>(null)
/** The active account's last purchase; null where there is none, and once the user has dismissed it. */
export const purchaseAtom = atom((get): Purchase | null => {
  const purchase = get(base)?.purchase
  return purchase !== undefined && purchase.address === get(accountAtom)?.address ? purchase : null
})

/** Specification section 4: the time between polls, and the number of polls in one state before it is late. */
const pollMs = 5_000
const lateAfter = 20
/** The time between polls from then on. */
const slowPollMs = 15_000
/** About an hour in one state. After that only the user polls. */
const maxPolls = 250

const isSettled = ({ status }: Purchase): boolean => status === 'arrived' || status === 'failed'

const poll = async (get: Getter, set: Setter): Promise<void> => {
  const known = get(base)
  // Another account is active: polling resumes when the purchase's own is, unless it was forgotten with that account.
  if (known !== null && get(purchaseAtom) === null) {
    const { clock, storage } = get(servicesAtom)
    const isKept = readKeptPurchase(storage, known.purchase.address) !== null
    return set(base, isKept ? { ...known, stop: clock.after(pollMs, () => void poll(get, set)) } : null)
  }
  if (known === null || known.isAsking || isSettled(known.purchase)) return
  const { ask } = known
  set(base, { ...known, isAsking: true })
  const answer = await ask().catch((thrown: unknown) => AppError.from(thrown))
  const now = get(base)
  if (now === null || now.ask !== ask) return
  const isAway = answer instanceof AppError
  // The backend has deleted it after its time, or never had it: there is nothing left to wait for.
  if (isAway && answer.name === 'PURCHASE_NOT_FOUND') return set(dismissPurchaseAtom)
  const status = isAway ? now.purchase.status : answer.status
  const polls = status === now.purchase.status ? now.polls + 1 : 1
  const isSlow = polls >= lateAfter
  const isClosed = now.opened?.isClosed() === true
  const purchase: Purchase = {
    ...now.purchase,
    ...(isAway ? { isChainAway: false } : answer),
    isUnreachable: isAway,
    isLate: isSlow && status === 'processing',
    window: isClosed ? 'closed' : now.purchase.window,
  }
  if (purchase.status === 'arrived') {
    now.opened?.close()
    forgetPurchase(get(servicesAtom).storage, purchase.address)
    set(invalidateBalancesAtom)
  }
  const { clock } = get(servicesAtom)
  const again = () => void poll(get, set)
  const isOver = isSettled(purchase) || polls >= maxPolls
  const stop = isOver ? () => undefined : clock.after(isSlow ? slowPollMs : pollMs, again)
  set(base, { ...now, purchase, polls, stop, isAsking: false })
}

const fresh = {
  status: 'opening',
  error: null,
  url: null,
  isLate: false,
  isUnreachable: false,
  isChainAway: false,
  short: null,
  txHash: null,
} as const

const askAbout = (get: Getter, set: Setter, sessionId: string) => async (): Promise<Answer> => {
  const api = await getBuyApi(get, set)
  const { state, amount, txHash, short = null, isChainAway = false } = await api.status(sessionId)
  const found = { ...(amount !== undefined && { amount }), ...(txHash !== undefined && { txHash }) }
  return { status: state, short, isChainAway, ...found }
}

/**
 * Buys at a provider, for the active account: opens the window at once, asks for its page, navigates it there and watches. Call it from the
 * click. Never throws.
 */
export const buyAtom = atom(null, async (get, set, offer: Offer): Promise<void> => {
  const order = orderOf(get)
  const [currency, account] = [get(purchaseCurrencyAtom), get(accountAtom)]
  if (order === null || currency === null || account === null) return
  const { page, storage, clock } = get(servicesAtom)
  const { address } = account
  const facts: PurchaseFacts = {
    provider: offer.name,
    symbol: currency.symbol,
    amount: offer.kind === 'ready' ? offer.quote.purchaseAmount.amount : null,
    chainId: currency.chainId,
    address,
  }
  // Another account's purchase goes on, and is restored when that account is active again.
  if (get(purchaseAtom) === null) get(base)?.stop()
  else set(dismissPurchaseAtom)
  const opened = openPurchaseWindow(page)
  const purchase: Purchase = { ...facts, ...fresh, window: opened === null ? 'blocked' : 'open' }
  const pending = async (): Promise<Answer> => ({ status: 'opening' })
  set(base, { purchase, opened, ask: pending, polls: 0, isAsking: false, stop: () => undefined })
  set(pushAtom, { view: 'BuyStatus' })
  try {
    const api = await getBuyApi(get, set)
    const { sessionId, url } = await api.start({ ...order, provider: offer.id, address })
    const known = get(base)
    if (known?.ask !== pending) return opened?.close()
    if (get(purchaseAtom) === null) {
      opened?.close()
      return set(dismissPurchaseAtom)
    }
    keepPurchase(storage, { ...facts, sessionId, url })
    opened?.lead(url)
    const stop = clock.after(pollMs, () => void poll(get, set))
    const ask = askAbout(get, set, sessionId)
    set(base, { ...known, ask, stop, purchase: { ...known.purchase, url, status: 'waiting' } })
  } catch (thrown) {
    opened?.close()
    const known = get(base)
    if (known?.ask === pending)
      set(base, { ...known, purchase: { ...known.purchase, status: 'failed', error: failed(get, 'buy', thrown) } })
  }
})

/** Restores the stored purchase of the active account. */
export const restorePurchaseAtom = atom(null, (get, set): void => {
  const { storage } = get(servicesAtom)
  const address = get(accountAtom)?.address
  const kept = address === undefined || get(purchaseAtom) !== null ? null : readKeptPurchase(storage, address)
  if (kept === null) return
  get(base)?.stop()
  const { sessionId, url, ...facts } = kept
  const purchase: Purchase = { ...facts, ...fresh, url, status: 'waiting', window: 'closed' }
  set(base, {
    purchase,
    opened: null,
    ask: askAbout(get, set, sessionId),
    polls: 0,
    isAsking: false,
    stop: () => undefined,
  })
  void poll(get, set)
})

/** Opens the provider's page again, from a click. */
export const reopenWindowAtom = atom(null, (get, set) => {
  const known = get(base)
  if (known?.purchase.url == null) return
  if (known.opened?.isClosed() === false) return known.opened.focus()
  const opened = openPurchaseWindow(get(servicesAtom).page)
  opened?.lead(known.purchase.url)
  set(base, { ...known, opened, purchase: { ...known.purchase, window: opened === null ? 'blocked' : 'open' } })
  void set(lookNowAtom)
})

/** Polls now, without waiting for the next time. */
export const lookNowAtom = atom(null, async (get, set) => {
  get(base)?.stop()
  await poll(get, set)
})

/** Dismisses it. A paid purchase still arrives. */
export const dismissPurchaseAtom = atom(null, (get, set) => {
  const known = get(base)
  if (known === null) return
  known.stop()
  set(base, null)
  forgetPurchase(get(servicesAtom).storage, known.purchase.address)
})
