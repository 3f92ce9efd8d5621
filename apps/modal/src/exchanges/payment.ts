/**
 * Requirements: a window opens on the click itself, or a link replaces it; the UI never reports that a payment has arrived before the
 * backend has seen it on the chain; an account with an open payment opens no second one, in any tab, until the user starts over. State
 * lives here and in storage, so that neither navigating back and forth nor a reload loses a payment.
 */
import { formatAmount, parseAmount } from '@latchkey/chains'
import type { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { openPurchaseWindow, type PurchaseWindow } from '../buy/purchaseWindow.ts'
import type { NetworkId } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'
import { failed } from '../state/failed.ts'
import { invalidateBalancesAtom } from '../state/invalidateBalances.ts'
import { pushAtom } from '../state/route.ts'
import type { Exchange } from './createExchangesApi.ts'
import { fundAmountAtom, fundAssetAtom, getExchangesApi, isAmountReadyAtom, recipientAtom } from './form.ts'
import { forgetPayment, isPaymentKept, keepPayment, readKeptPayment } from './keptPayment.ts'

/** `late`: not there after all polls, and only the user polls now. `unknown`: the backend no longer has this payment. */
type PaymentStatus = 'opening' | 'failed' | 'waiting' | 'late' | 'declined' | 'unknown' | 'arrived'
export type Payment = {
  readonly exchange: string
  readonly symbol: string
  readonly amount: string
  readonly chainId: NetworkId
  readonly status: PaymentStatus
  /** Set with `failed`. */
  readonly error: AppError | null
  /** The page to pay on. */
  readonly url: string | null
  /** `blocked`: the browser opened no window, and a link leads there. */
  readonly window: 'open' | 'closed' | 'blocked'
  /** The last question was not answered. */
  readonly isUnreachable: boolean
  /** The api was answered by no node of the network. */
  readonly isChainAway: boolean
  readonly txHash: string | null
}

type Known = {
  payment: Payment
  payer: string
  opened: PurchaseWindow | null
  session: { exchangeId: string; sessionId: string } | null
  polls: number
  isAsking: boolean
  stop: () => void
}
const base = atom<Known | null>(null)
/** The active account's last payment; null where there is none, and once the user has dismissed it. */
export const paymentAtom = atom((get): Payment | null => {
  const known = get(base)
  return known !== null && known.payer === get(accountAtom)?.address ? known.payment : null
})

const settled: readonly PaymentStatus[] = ['arrived', 'declined', 'unknown', 'failed']
/** Whether the active account has a payment that may still arrive: until it has, or the user starts over, there is no other. */
export const isPaymentOpenAtom = atom((get): boolean => {
  const payment = get(paymentAtom)
  return payment !== null && !settled.includes(payment.status)
})

/** Specification section 4. */
const pollMs = 5_000
const maxPolls = 20

const statuses = { IN_PROGRESS: 'waiting', SUCCESS: 'arrived', FAILED: 'declined', UNKNOWN: 'unknown' } as const

const poll = async (get: Getter, set: Setter): Promise<void> => {
  const known = get(base)
  if (known === null || known.session === null || known.isAsking || settled.includes(known.payment.status)) return
  const { session, payer } = known
  const { clock, storage } = get(servicesAtom)
  // Forgotten with its account. While that is active, another tab may have seen it arrive, and so will this one.
  if (get(paymentAtom) === null && !isPaymentKept(storage, payer, session.sessionId)) return set(base, null)
  set(base, { ...known, isAsking: true })
  const report = await getExchangesApi(get, set)
    .then((api) => api.status(session.exchangeId, session.sessionId))
    .catch(() => null)
  const now = get(base)
  if (now?.session !== session) return
  const polls = now.polls + 1
  const status = report === null ? 'waiting' : statuses[report.status]
  const isOver = settled.includes(status)
  if (isOver) {
    now.opened?.close()
    forgetPayment(storage, payer, session.sessionId)
  }
  if (status === 'arrived') set(invalidateBalancesAtom)
  const isLast = isOver || polls >= maxPolls
  const stop = isLast ? () => undefined : clock.after(pollMs, () => void poll(get, set))
  set(base, {
    ...now,
    polls,
    stop,
    isAsking: false,
    payment: {
      ...now.payment,
      status: status === 'waiting' && isLast ? 'late' : status,
      isUnreachable: report === null,
      isChainAway: report?.isChainAway === true,
      window: now.opened?.isClosed() === true ? 'closed' : now.payment.window,
      txHash: report?.txHash ?? null,
    },
  })
}

const fresh = { error: null, isUnreachable: false, isChainAway: false, txHash: null } as const

/**
 * Restores the stored payment of the active account, and drops one that was forgotten: with its account, or in another tab. Never opens a
 * payment.
 */
export const restorePaymentAtom = atom(null, (get, set): void => {
  const [account, known] = [get(accountAtom), get(base)]
  if (account === null) return
  const isOwn = known?.payer === account.address
  if (isOwn && known.payment.status === 'opening') return
  const kept = readKeptPayment(get(servicesAtom).storage, account.address)
  if (isOwn && kept?.sessionId === known.session?.sessionId) return
  if (kept === null) {
    if (isOwn && get(isPaymentOpenAtom)) {
      known.stop()
      set(base, null)
    }
    return
  }
  known?.stop()
  const { exchange, symbol, amount, chainId, url, exchangeId, sessionId } = kept
  set(base, {
    payment: { ...fresh, exchange, symbol, amount, chainId, url, status: 'waiting', window: 'closed' },
    payer: account.address,
    opened: null,
    session: { exchangeId, sessionId },
    polls: 0,
    isAsking: false,
    stop: () => undefined,
  })
  void poll(get, set)
})

/**
 * Pays at an exchange: opens the window at once, asks for its page, navigates it there and watches. Shows the open payment where the
 * account has one. Call it from the click. Never throws.
 */
export const payAtom = atom(null, async (get, set, exchange: Exchange): Promise<void> => {
  const [asset, recipient, account] = [get(fundAssetAtom), get(recipientAtom), get(accountAtom)]
  if (asset === null || recipient === null || account === null || !get(isAmountReadyAtom)) return
  set(restorePaymentAtom)
  if (get(isPaymentOpenAtom)) return set(pushAtom, { view: 'PayWithExchangeStatus' })
  const amount = formatAmount(parseAmount(get(fundAmountAtom), asset.decimals), asset.decimals)
  // Another account's payment goes on, and is restored when that account is active again.
  get(base)?.stop()
  const { page, storage, clock } = get(servicesAtom)
  const opened = openPurchaseWindow(page)
  const facts = { exchange: exchange.name, symbol: asset.symbol, amount, chainId: asset.chainId }
  const payment: Payment = {
    ...facts,
    ...fresh,
    status: 'opening',
    url: null,
    window: opened === null ? 'blocked' : 'open',
  }
  const started: Known = {
    payment,
    payer: account.address,
    opened,
    session: null,
    polls: 0,
    isAsking: false,
    stop: () => undefined,
  }
  set(base, started)
  set(pushAtom, { view: 'PayWithExchangeStatus' })
  try {
    const api = await getExchangesApi(get, set)
    const { url, sessionId } = await api.open({ exchangeId: exchange.id, asset: asset.id, amount, recipient })
    const isOurs = get(base) === started && account.address === get(accountAtom)?.address
    if (!isOurs || readKeptPayment(storage, account.address) !== null) {
      // Nothing was paid: the user has never seen the page. A payment that another tab has opened meanwhile continues instead.
      opened?.close()
      if (get(base) === started) set(base, null)
      return set(restorePaymentAtom)
    }
    const session = { exchangeId: exchange.id, sessionId }
    keepPayment(storage, { ...facts, ...session, address: account.address, url })
    opened?.lead(url)
    const stop = clock.after(pollMs, () => void poll(get, set))
    set(base, { ...started, session, stop, payment: { ...payment, url, status: 'waiting' } })
  } catch (thrown) {
    opened?.close()
    if (get(base) === started)
      set(base, { ...started, payment: { ...payment, status: 'failed', error: failed(get, 'exchange', thrown) } })
  }
})

/** Opens the exchange's page again, from a click. */
export const reopenPaymentAtom = atom(null, (get, set) => {
  const known = get(base)
  if (known?.payment.url == null) return
  if (known.opened?.isClosed() === false) return known.opened.focus()
  const opened = openPurchaseWindow(get(servicesAtom).page)
  opened?.lead(known.payment.url)
  set(base, { ...known, opened, payment: { ...known.payment, window: opened === null ? 'blocked' : 'open' } })
})

/** Polls now, without waiting for the next time. */
export const lookAgainAtom = atom(null, async (get, set) => {
  get(base)?.stop()
  await poll(get, set)
})

/** Dismisses it. A sent payment still arrives. */
export const dismissPaymentAtom = atom(null, (get, set) => {
  const known = get(base)
  if (known === null) return
  known.stop()
  set(base, null)
  if (known.session !== null) forgetPayment(get(servicesAtom).storage, known.payer, known.session.sessionId)
})
