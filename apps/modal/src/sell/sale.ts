/**
 * Requirements: a sale is paid once, to the address that the user was shown first, with exactly the amount that they typed, while the
 * provider waits for it; anything else stops it. State is kept over a reload. That it may have been sent is stored before the wallet is
 * asked, and stays so unless the wallet or the chain says that nothing was sent. Until then, or until the provider has paid out, an account
 * begins no other sale, in any tab, unless the user starts over.
 * The window opens on the click itself, or a link takes its place.
 */
import { parseAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { SaleReport } from '../buy/createBuyApi.ts'
import { openPurchaseWindow, type PurchaseWindow } from '../buy/purchaseWindow.ts'
import { balanceUnitsOf, decimalsOf } from '../send/amountRules.ts'
import { contractOf, isSameAddress } from '../send/isSameAddress.ts'
import type { SaleTransfer } from '../send/SendPlan.ts'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'
import { failed } from '../state/failed.ts'
import { backAtom, pushAtom, viewAtom } from '../state/route.ts'
import { isVoidAtom } from '../state/send/attempts.ts'
import { accountOnNetworkAtom } from '../state/send/form.ts'
import { isUnderWay, sendingAtom, submitWishAtom } from '../state/send/sending.ts'
import { openSender } from '../state/send/sendTools.ts'
import { tokensAtom } from '../state/tokens.ts'
import { forgetSale, type KeptSale, keepSale, readKeptSale, type SaleDeposit, type SaleFacts } from './keptSale.ts'
import { getSaleApi, type SaleOffer, saleTokenAtom } from './sellForm.ts'

/** `opening`: waiting for the provider's page. `failed`: there is none. The others are the api's. */
type SaleStatus = 'opening' | 'failed' | SaleReport['state']

export type Sale = SaleFacts & {
  readonly status: SaleStatus
  /** Set with `failed`. */
  readonly error: AppError | null
  readonly url: string | null
  readonly window: 'open' | 'closed' | 'blocked'
  /** The last question was not answered. */
  readonly isUnreachable: boolean
  /** Set with `send`: the recipient of the tokens, and the deadline. */
  readonly deposit: SaleDeposit | null
  /** The transfer, from before the wallet is asked for it; without an id it may have been sent. */
  readonly sent: { readonly id: string | null; readonly isConfirmed: boolean } | null
  /** It failed on the chain, so nothing was sent. */
  readonly isUndone: boolean
}

type Known = {
  sale: Sale
  /** Null while waiting for the provider's page. */
  kept: KeptSale | null
  opened: PurchaseWindow | null
  /** Since the state last changed. */
  polls: number
  isAsking: boolean
  stop: () => void
}

const base = atom<Known | null>(null)
/** The active account's last sale; null where there is none, and once the user has dismissed it. */
export const saleAtom = atom((get): Sale | null => {
  const sale = get(base)?.sale
  return sale !== undefined && sale.address === get(accountAtom)?.address ? sale : null
})

/** As for purchases: the poll interval in milliseconds, the number of polls in one state after which it grows, and the maximum number. */
const pollMs = 5_000
const slowAfter = 20
const slowPollMs = 15_000
const maxPolls = 250
const none = () => undefined

const stopped: readonly SaleStatus[] = ['changed', 'declined', 'expired']
/** Whether it has ended. A sent transfer can still be paid out. */
const isOver = ({ status, sent }: Sale): boolean =>
  status === 'failed' || status === 'paid' || (sent === null && stopped.includes(status))

/** More decimals than any token has. */
const scale = 36
/** Whether the provider requests exactly what the user has agreed to. */
const isAgreed = (kept: KeptSale, { chainId, contract, address, amount }: SaleDeposit): boolean =>
  chainId === kept.chainId &&
  isSameAddress(contract, kept.contract) &&
  (kept.shown === null || isSameAddress(address, kept.shown)) &&
  parseAmount(amount, scale) === parseAmount(kept.amount, scale)

/** What is stored of the sale: another tab may know more. Null where it has gone. */
const readStored = (get: Getter, { saleId, address }: Pick<KeptSale, 'saleId' | 'address'>): KeptSale | null => {
  const stored = readKeptSale(get(servicesAtom).storage, address)
  return stored?.saleId === saleId ? stored : null
}

type Sent = KeptSale['sent']
/** Stores what was sent for a sale, whichever is in front. Returns false where it has gone, or `may` refuses what is stored. */
function keepSent(
  get: Getter,
  set: Setter,
  of: Pick<KeptSale, 'saleId' | 'address'>,
  sent: Sent,
  may: (before: Sent) => boolean,
): boolean {
  const stored = readStored(get, of)
  if (stored === null || !may(stored.sent)) return false
  const kept = { ...stored, sent }
  keepSale(get(servicesAtom).storage, kept)
  const now = get(base)
  if (now?.kept?.saleId === of.saleId)
    set(base, { ...now, kept, sale: { ...now.sale, sent: sent && { ...sent, isConfirmed: false }, isUndone: false } })
  return true
}

/** A repeat is of the plan that was asked for before, and the wallet makes that once. */
const mayAsk = (sent: Sent, isRepeat: boolean): boolean => sent === null || (isRepeat && sent.id === null)

/** Notes what the api says. What has changed stays so until the provider has what was sent. */
function apply(get: Getter, set: Setter, saleId: string, report: SaleReport): void {
  const known = get(base)
  if (known?.kept?.saleId !== saleId) return
  const { state } = report
  const deposit = report.deposit ?? null
  const { storage } = get(servicesAtom)
  const before = readStored(get, known.kept)
  // Another tab, or the end of the account, has ended it.
  if (before === null) {
    known.stop()
    set(base, null)
    return
  }
  const isChanged = before.isChanged || state === 'changed' || (deposit !== null && !isAgreed(before, deposit))
  const isAsked = state === 'waiting' || state === 'send' || state === 'changed'
  const shown = before.shown ?? (isChanged ? null : (deposit?.address ?? null))
  const kept: KeptSale = { ...before, isChanged, shown }
  const status = isChanged && isAsked ? 'changed' : state
  keepSale(storage, kept)
  if (status === 'paid') forgetSale(storage, kept.address)
  const isConfirmed = known.sale.sent?.id === kept.sent?.id && known.sale.sent?.isConfirmed === true
  const sale: Sale = {
    ...known.sale,
    status,
    deposit: status === 'send' ? deposit : null,
    sent: kept.sent && { ...kept.sent, isConfirmed },
    isUnreachable: false,
  }
  set(base, { ...known, kept, sale })
}

/** Checks the sent transfer on the chain. Never throws. */
async function followTransfer(get: Getter, set: Setter): Promise<void> {
  const known = get(base)
  if (known?.kept?.sent == null || known.sale.sent?.isConfirmed === true) return
  const { saleId, shown, sent } = known.kept
  const { id } = sent
  const { chainId, address } = known.sale
  if (id === null) {
    const isVoid =
      shown !== null &&
      !isUnderWay(get(sendingAtom)) &&
      (await set(isVoidAtom, { network: chainId, account: address, to: shown }))
    if (isVoid) keepSent(get, set, { saleId, address }, null, (before) => before?.id === null)
    return
  }
  try {
    const { sender, tools } = await openSender(get, { network: chainId, account: address })
    const status = await sender.status?.(tools, id)
    const now = get(base)
    if (now?.kept?.sent?.id !== id) return
    if (status === 'confirmed') set(base, { ...now, sale: { ...now.sale, sent: { id, isConfirmed: true } } })
    if (status !== 'failed') return
    // The chain has undone it: it can be sent once more.
    keepSent(get, set, { saleId, address }, null, (before) => before?.id === id)
    const after = get(base)
    if (after?.kept?.saleId === saleId && after.kept.sent === null)
      set(base, { ...after, sale: { ...after.sale, isUndone: true } })
  } catch {
    // Retried with the next poll.
  }
}

const poll = async (get: Getter, set: Setter): Promise<void> => {
  const known = get(base)
  if (known === null || known.kept === null || known.isAsking) return
  const { clock, storage } = get(servicesAtom)
  const again = () => void poll(get, set)
  const { saleId, address } = known.kept
  // Another account is active: polling resumes when the sale's own is, unless it was forgotten with that account.
  if (get(saleAtom) === null) {
    const isKept = readKeptSale(storage, address) !== null
    return set(base, isKept ? { ...known, stop: clock.after(pollMs, again) } : null)
  }
  if (isOver(known.sale)) return
  set(base, { ...known, isAsking: true })
  try {
    const api = await getSaleApi(get, set)
    apply(get, set, saleId, await api.status(saleId))
  } catch (thrown) {
    // Forgotten by the backend after its time: there is nothing left to wait for.
    if (AppError.from(thrown).name === 'PURCHASE_NOT_FOUND' && get(base)?.kept?.saleId === saleId)
      return set(dismissSaleAtom)
    const now = get(base)
    if (now?.kept?.saleId === saleId) set(base, { ...now, sale: { ...now.sale, isUnreachable: true } })
  }
  await followTransfer(get, set)
  const now = get(base)
  if (now?.kept?.saleId !== saleId) return
  const polls = now.sale.status === known.sale.status ? now.polls + 1 : 1
  const isEnded = isOver(now.sale) || polls >= maxPolls
  if (now.sale.status === 'paid') now.opened?.close()
  const window = now.opened?.isClosed() === true ? 'closed' : now.sale.window
  const stop = isEnded ? none : clock.after(polls >= slowAfter ? slowPollMs : pollMs, again)
  set(base, { ...now, polls, stop, isAsking: false, sale: { ...now.sale, window } })
}

const fresh = {
  error: null,
  isUnreachable: false,
  deposit: null,
  sent: null,
  isUndone: false,
} as const

/**
 * Sells to a provider, for the active account: opens the window at once, asks for its page, navigates it there and watches. Call it from
 * the click. Never throws.
 */
export const sellAtom = atom(null, async (get, set, offer: SaleOffer): Promise<void> => {
  const [token, place] = [get(saleTokenAtom), get(accountOnNetworkAtom)]
  if (offer.kind !== 'ready' || token === null || place === null) return
  const { page, storage, clock } = get(servicesAtom)
  const isSentAlready = (): boolean => (readKeptSale(storage, place.account)?.sent ?? null) !== null
  if (isSentAlready()) {
    set(restoreSaleAtom)
    return set(pushAtom, { view: 'SellStatus' })
  }
  const facts: SaleFacts = {
    provider: offer.name,
    symbol: token.symbol,
    amount: offer.order.amount,
    chainId: place.network,
    contract: contractOf(token),
    address: place.account,
    payout: offer.quote.payoutTotal,
  }
  // Another account's sale goes on, and is restored when that account is active again.
  if (get(saleAtom) === null) get(base)?.stop()
  else set(dismissSaleAtom)
  const opened = openPurchaseWindow(page)
  const sale: Sale = { ...facts, ...fresh, status: 'opening', url: null, window: opened === null ? 'blocked' : 'open' }
  const start: Known = { sale, kept: null, opened, polls: 0, isAsking: false, stop: none }
  set(base, start)
  set(pushAtom, { view: 'SellStatus' })
  try {
    const api = await getSaleApi(get, set)
    const { sessionId, url } = await api.start({ ...offer.order, address: place.account })
    if (get(base) !== start) return opened?.close()
    if (get(saleAtom) === null || isSentAlready()) {
      // Nothing was sold: the user has never seen the page. One that another tab has sent meanwhile continues instead.
      opened?.close()
      set(base, null)
      return set(restoreSaleAtom)
    }
    const kept: KeptSale = { ...facts, saleId: sessionId, url, shown: null, sent: null, isChanged: false }
    keepSale(storage, kept)
    opened?.lead(url)
    const stop = clock.after(pollMs, () => void poll(get, set))
    set(base, { ...start, kept, stop, sale: { ...sale, url, status: 'waiting' } })
  } catch (thrown) {
    opened?.close()
    if (get(base) === start)
      set(base, { ...start, sale: { ...sale, status: 'failed', error: failed(get, 'sell', thrown) } })
  }
})

/** Restores the stored sale of the active account, also where another tab has replaced this one's. */
export const restoreSaleAtom = atom(null, (get, set): void => {
  const { storage } = get(servicesAtom)
  const [address, shown] = [get(accountAtom)?.address, get(saleAtom)]
  const kept = address === undefined || shown?.status === 'opening' ? null : readKeptSale(storage, address)
  if (kept === null || (shown !== null && get(base)?.kept?.saleId === kept.saleId)) return
  get(base)?.stop()
  const { saleId: _, shown: __, sent, isChanged, ...facts } = kept
  const status = isChanged ? 'changed' : 'waiting'
  const sale: Sale = { ...facts, ...fresh, status, sent: sent && { ...sent, isConfirmed: false }, window: 'closed' }
  set(base, { sale, kept, opened: null, polls: 0, isAsking: false, stop: none })
  void poll(get, set)
})

/** Whether the user may end the sale: the provider waits for nothing, and no request for its transfer is pending in the wallet. */
export const mayStartOverAtom = atom((get): boolean => {
  const sale = get(saleAtom)
  if (sale === null || sale.status === 'waiting' || sale.status === 'send') return false
  return sale.sent?.id !== null || !isUnderWay(get(sendingAtom))
})

/** The sale's token, and whether the account holds the amount; null where its network or account isn't active. */
export const saleTokenInHandAtom = atom((get) => {
  const sale = get(saleAtom)
  const place = get(accountOnNetworkAtom)
  if (sale === null || place?.network !== sale.chainId || place.account !== sale.address) return null
  const token = get(tokensAtom).items.find((each) => isSameAddress(contractOf(each), sale.contract))
  if (token === undefined) return null
  const units = parseAmount(sale.amount, decimalsOf(token))
  return { token, units, isEnough: units <= balanceUnitsOf(token) }
})

/** Has the wallet send exactly the transfer that the provider expects, to the displayed address. Never throws. */
export const sendSaleAtom = atom(null, async (get, set): Promise<void> => {
  const known = get(base)
  const [sale, held] = [get(saleAtom), get(saleTokenInHandAtom)]
  const shown = known?.kept?.shown ?? null
  const saleId = known?.kept?.saleId
  if (sale === null || held === null || !held.isEnough || saleId === undefined || shown === null) return
  if (sale.status !== 'send' || sale.sent !== null) return
  const of = { saleId, address: sale.address }
  // The view of the sale says why.
  const leave = () => {
    if (get(viewAtom) === 'WalletSendPreview') set(backAtom)
  }
  const transfer: SaleTransfer = {
    async check(isRepeat = false) {
      try {
        const api = await getSaleApi(get, set)
        apply(get, set, saleId, await api.status(saleId))
        const now = get(saleAtom)
        // Another tab may have sent it.
        const kept = readStored(get, of)
        const isSame = kept?.shown === shown && isSameAddress(now?.deposit?.address, shown)
        if (kept === null || !mayAsk(kept.sent, isRepeat) || !isSame) throw new AppError('ABORTED')
      } catch (thrown) {
        leave()
        throw AppError.from(thrown)
      }
    },
    asking(isRepeat) {
      const isKept = keepSent(get, set, of, { id: null }, (before) => mayAsk(before, isRepeat))
      if (!isKept) leave()
      return isKept
    },
    unsent() {
      keepSent(get, set, of, null, (before) => before?.id === null)
    },
    sent(id) {
      keepSent(get, set, of, { id }, (before) => id !== null || before?.id == null)
      const now = get(base)
      if (now?.kept?.saleId !== saleId) return
      now.stop()
      set(base, { ...now, polls: 0 })
      void poll(get, set)
    },
  }
  const { chainId: network, address: account } = sale
  const recipient = { address: shown, name: null }
  await set(submitWishAtom, { network, account, token: held.token, units: held.units, recipient, sale: transfer })
})

/** Opens the provider's page again, from a click. */
export const reopenSaleWindowAtom = atom(null, (get, set) => {
  const known = get(base)
  if (known?.sale.url == null) return
  if (known.opened?.isClosed() === false) return known.opened.focus()
  const opened = openPurchaseWindow(get(servicesAtom).page)
  opened?.lead(known.sale.url)
  set(base, { ...known, opened, sale: { ...known.sale, window: opened === null ? 'blocked' : 'open' } })
  void set(lookAtSaleAtom)
})

/** Polls now, without waiting for the next time. */
export const lookAtSaleAtom = atom(null, async (get, set) => {
  get(base)?.stop()
  await poll(get, set)
})

/** The user is done with it. A sale that another tab has begun instead stays stored. */
export const dismissSaleAtom = atom(null, (get, set) => {
  const known = get(base)
  if (known === null) return
  known.stop()
  known.opened?.close()
  set(base, null)
  if (known.kept !== null && readStored(get, known.kept) !== null)
    forgetSale(get(servicesAtom).storage, known.kept.address)
})
