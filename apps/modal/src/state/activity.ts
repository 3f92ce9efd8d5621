import { accountHistory } from '@latchkey/api-client'
import { t } from '@latchkey/copy/activity'
import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { HistoryPage } from '../account/AccountApi.ts'
import { append, type History, putFirst } from '../account/activity/mergeHistory.ts'
import { keep, readKept } from '../account/kept.ts'
import type { NetworkId } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { getAccountApi } from './accountApi.ts'
import { accountAtom } from './accounts.ts'
import { announceAtom } from './announcement.ts'
import { failed } from './failed.ts'
import { balanceChangesAtom } from './invalidateBalances.ts'
import { activeNetworkIdAtom } from './networks.ts'
import { pendingOfAtom, settlePendingAtom } from './pendingTransactions.ts'

/** Specification section 9: for so long a history is good enough. */
const freshMs = 15_000

/**
 * The active account's transactions on the active network, newest first, as far as they were read. `atMs`: when the first page was read
 * (milliseconds since 1970; 0 before that). `isReading`: the backend is still reading older ones from the chain. `error`: why the first
 * page failed; `moreError`: why the next page did.
 */
export type Activity = History & {
  readonly status: 'loading' | 'ready' | 'error'
  readonly isLoadingMore: boolean
  readonly isReading: boolean
  readonly atMs: number
  readonly error: AppError | null
  readonly moreError: AppError | null
}

/** `moves`: the count of moves that the beginning takes in. `isUnsupported`: the network has no history. */
type Known = Activity & { readonly moves: number; readonly isUnsupported: boolean }

const unknown: Known = {
  status: 'loading',
  items: [],
  next: null,
  isLoadingMore: false,
  isReading: false,
  atMs: 0,
  error: null,
  moreError: null,
  moves: -1,
  isUnsupported: false,
}
const base = atom<Readonly<Record<string, Known>>>({})
/** The last question for each account that nothing has answered yet. */
type Question = { moves: number; isForced: boolean }
const inFlight = atom<ReadonlyMap<string, Question>>(new Map())

const keyAtom = atom((get): string | null => {
  const account = get(accountAtom)
  return account === null ? null : `history:${get(activeNetworkIdAtom)}:${account.address}`
})

const knownAtom = atom((get): Known => {
  const key = get(keyAtom)
  if (key === null) return unknown
  const known = get(base)[key]
  if (known !== undefined) return known
  const kept = readKept(get(servicesAtom).storage, key, accountHistory.response)
  return kept === undefined ? unknown : { ...unknown, items: kept.value.data, next: kept.value.next, atMs: kept.atMs }
})

/** What the api has reported of the account's transactions, without those that were sent from here and aren't listed yet. */
export const historyAtom = atom((get): Activity => get(knownAtom))

/** Transactions that were sent from here come first until the history lists them. */
export const activityAtom = atom((get): Activity => {
  const known = get(knownAtom)
  const account = get(accountAtom)
  if (account === null || known.isUnsupported) return known
  const hashes = new Set(known.items.map(({ metadata }) => metadata.hash))
  const sent = get(pendingOfAtom)({ network: get(activeNetworkIdAtom), account: account.address })
  const pending = sent.filter(({ metadata }) => !hashes.has(metadata.hash))
  return pending.length === 0 ? known : { ...known, items: [...pending, ...known.items] }
})

/** A chain whose history isn't indexed has an empty one (specification section 5). */
const hasNoHistory = ({ name }: AppError): boolean => name === 'CHAIN_NOT_SUPPORTED' || name === 'NOT_ENABLED'
const noHistory: HistoryPage = { data: [], next: null }

/** A page that is empty but not the last: its content is not known yet. */
const isStillRead = ({ data, next }: HistoryPage): boolean => data.length === 0 && next !== null

const readPage = async (get: Getter, set: Setter, address: string, network: NetworkId, cursor?: string) => {
  try {
    const api = await getAccountApi(get, set)
    return await api.history(address, network, cursor)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (hasNoHistory(error)) return noHistory
    throw error
  }
}

/** Reads the first page. Without `force` data younger than 15 s is kept, unless a transfer has been made since. Never throws. */
export const refreshActivityAtom = atom(null, async (get, set, force: boolean = false): Promise<void> => {
  const key = get(keyAtom)
  const account = get(accountAtom)
  if (key === null || account === null) return
  const { clock, storage } = get(servicesAtom)
  const known = get(knownAtom)
  const moves = get(balanceChangesAtom)
  const isFresh = known.status !== 'loading' && known.moves === moves && clock.now() - known.atMs < freshMs
  const started = get(inFlight).get(key)
  // "Try again" doesn't wait for an earlier request.
  const isAsked = started?.moves === moves && (started.isForced || !force)
  if (isAsked || (!force && isFresh)) return
  const question: Question = { moves, isForced: force }
  set(inFlight, new Map(get(inFlight)).set(key, question))
  const put = (next: Partial<Known>): void =>
    set(base, { ...get(base), [key]: { ...(get(base)[key] ?? known), ...next } })
  put({ status: 'loading' })
  const isOvertaken = () => get(inFlight).get(key) !== question
  try {
    const network = get(activeNetworkIdAtom)
    const page = await readPage(get, set, account.address, network)
    if (isOvertaken()) return
    const before = get(base)[key] ?? unknown
    const merged = putFirst(before, page)
    const isReading = isStillRead(page) || (before.isReading && merged.next === before.next)
    const isUnsupported = page === noHistory
    put({ ...merged, isReading, status: 'ready', atMs: clock.now(), error: null, moves, isUnsupported })
    void set(settlePendingAtom, { network, account: account.address }, page.data)
    keep(storage, key, clock.now(), page)
  } catch (thrown) {
    if (isOvertaken()) return
    // A retry by itself that fails again is no news.
    if (known.error === null) set(announceAtom, t('failed'))
    put({ status: 'error', error: failed(get, 'activity', thrown), moves })
  }
  set(inFlight, new Map([...get(inFlight)].filter(([other]) => other !== key)))
})

/** Reads the next page, one at a time. A failure stays until it is retried. Never throws. */
export const loadMoreActivityAtom = atom(null, async (get, set): Promise<void> => {
  const key = get(keyAtom)
  const account = get(accountAtom)
  const known = get(knownAtom)
  if (key === null || account === null || known.next === null || known.isLoadingMore) return
  const cursor = known.next
  const put = (next: Partial<Known>): void =>
    set(base, { ...get(base), [key]: { ...(get(base)[key] ?? known), ...next } })
  put({ isLoadingMore: true, moreError: null })
  try {
    const page = await readPage(get, set, account.address, get(activeNetworkIdAtom), cursor)
    const now = get(base)[key] ?? known
    // The first page has been read again meanwhile, and continues elsewhere.
    const isNext = now.next === cursor
    put({ ...(isNext && { ...append(now, page), isReading: isStillRead(page) }), isLoadingMore: false })
  } catch (thrown) {
    const error = failed(get, 'activity', thrown)
    put({ isLoadingMore: false, moreError: error })
    // The backend no longer knows the cursor: start from the first page.
    if (error.name !== 'CURSOR_INVALID') return
    put({ items: [], next: null, moreError: null })
    await set(refreshActivityAtom, true)
  }
})
