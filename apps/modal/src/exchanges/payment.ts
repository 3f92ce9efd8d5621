/**
 * Requirements: a window opens on the click itself, or a link takes its place; the user is never told that a payment has arrived before the
 * backend has seen it on the chain. State lives here, so that going back and forth loses no payment.
 */
import type { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { openPurchaseWindow, type PurchaseWindow } from '../buy/purchaseWindow.ts'
import type { NetworkId } from '../Modal.ts'
import { accountAtom } from '../state/accounts.ts'
import { failed } from '../state/failed.ts'
import { invalidateBalancesAtom } from '../state/moneyMoved.ts'
import { pushAtom } from '../state/route.ts'
import { servicesAtom } from '../state/services.ts'
import type { Exchange } from './createExchangesApi.ts'
import { fundAmountAtom, fundAssetAtom, getExchangesApi, isAmountReadyAtom, recipientAtom } from './form.ts'

/** `late`: not there after all polls, and only the user polls now. `unknown`: the backend has no such payment any more. */
type PaymentStatus = 'opening' | 'failed' | 'waiting' | 'late' | 'declined' | 'unknown' | 'arrived'
export type Payment = {
  readonly exchange: string
  readonly symbol: string
  readonly amount: string
  readonly chainId: NetworkId
  /** CAIP-10. */
  readonly recipient: string
  readonly status: PaymentStatus
  /** Of `failed`. */
  readonly error: AppError | null
  /** The page to pay on. */
  readonly url: string | null
  /** `blocked`: the browser opened none, and a link leads there. */
  readonly window: 'open' | 'closed' | 'blocked'
  /** The last question was not answered. */
  readonly isUnreachable: boolean
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
/** The last payment of the account in front; null where there is none, and once the user is done with it. */
export const paymentAtom = atom((get): Payment | null => {
  const known = get(base)
  return known !== null && known.payer === get(accountAtom)?.address ? known.payment : null
})

/** Specification section 4. */
const pollMs = 5_000
const maxPolls = 20

const settled: readonly PaymentStatus[] = ['arrived', 'declined', 'unknown', 'failed']
const statuses = { IN_PROGRESS: 'waiting', SUCCESS: 'arrived', FAILED: 'declined', UNKNOWN: 'unknown' } as const

const poll = async (get: Getter, set: Setter): Promise<void> => {
  const known = get(base)
  if (known === null || known.session === null || known.isAsking || settled.includes(known.payment.status)) return
  const { session } = known
  set(base, { ...known, isAsking: true })
  const report = await getExchangesApi(get, set)
    .then((api) => api.status(session.exchangeId, session.sessionId))
    .catch(() => null)
  const now = get(base)
  if (now?.session !== session) return
  const polls = now.polls + 1
  const status = report === null ? 'waiting' : statuses[report.status]
  const isOver = settled.includes(status)
  if (isOver) now.opened?.close()
  if (status === 'arrived') set(invalidateBalancesAtom)
  const isLast = isOver || polls >= maxPolls
  const stop = isLast ? () => undefined : get(servicesAtom).clock.after(pollMs, () => void poll(get, set))
  set(base, {
    ...now,
    polls,
    stop,
    isAsking: false,
    payment: {
      ...now.payment,
      status: status === 'waiting' && isLast ? 'late' : status,
      isUnreachable: report === null,
      window: now.opened?.isClosed() === true ? 'closed' : now.payment.window,
      txHash: report?.txHash ?? null,
    },
  })
}

/**
 * Pays at an exchange: opens the window at once, asks for its page, leads it there and watches. Call it from the click. Never throws.
 */
export const payAtom = atom(null, async (get, set, exchange: Exchange): Promise<void> => {
  const [asset, recipient, account] = [get(fundAssetAtom), get(recipientAtom), get(accountAtom)]
  if (asset === null || recipient === null || account === null || !get(isAmountReadyAtom)) return
  const amount = get(fundAmountAtom)
  set(dismissPaymentAtom)
  const opened = openPurchaseWindow(get(servicesAtom).page)
  const payment: Payment = {
    exchange: exchange.name,
    symbol: asset.symbol,
    amount,
    chainId: asset.chainId,
    recipient,
    status: 'opening',
    error: null,
    url: null,
    window: opened === null ? 'blocked' : 'open',
    isUnreachable: false,
    txHash: null,
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
    if (get(base) !== started || account.address !== get(accountAtom)?.address) {
      opened?.close()
      if (get(base) === started) set(base, null)
      return
    }
    opened?.lead(url)
    const stop = get(servicesAtom).clock.after(pollMs, () => void poll(get, set))
    const session = { exchangeId: exchange.id, sessionId }
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

/** Asks now, without waiting for the next time. */
export const lookAgainAtom = atom(null, async (get, set) => {
  get(base)?.stop()
  await poll(get, set)
})

/** The user is done with it. What was sent still arrives. */
export const dismissPaymentAtom = atom(null, (get, set) => {
  get(base)?.stop()
  set(base, null)
})
