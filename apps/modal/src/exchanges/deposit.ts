import type { TokenBalance } from '@latchkey/api-client'
import { formatAmount, parseAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { getAccountApi } from '../state/accountApi.ts'
import { accountAtom } from '../state/accounts.ts'
import { invalidateBalancesAtom } from '../state/invalidateBalances.ts'
import { activeNetworkIdAtom } from '../state/networks.ts'
import { namespaceOf } from '../storedConnections.ts'

/** `late`: nothing after all polls. `unwatched`: balances of this network aren't known here. */
export type Deposit = {
  readonly status: 'watching' | 'late' | 'unwatched' | 'arrived'
  /** Set with `arrived`; `amount`: decimal text in whole tokens. */
  readonly received: { readonly amount: string; readonly symbol: string } | null
  /** The service that didn't answer the last poll; null when it did. */
  readonly away: 'api' | 'chain' | null
}
type Known = Deposit & { readonly before: ReadonlyMap<string, bigint> | null; readonly polls: number; stop: () => void }

const fresh: Known = {
  status: 'watching',
  received: null,
  away: null,
  before: null,
  polls: 0,
  stop: () => undefined,
}
const base = atom<Known>(fresh)
export const depositAtom = atom((get): Deposit => get(base))

const pollMs = 5_000
const maxPolls = 20
/** More decimals than any token of ours has: amounts of one token are compared at the same scale. */
const scale = 36

const keyOf = ({ address, chainId }: TokenBalance): string => address ?? chainId
const unitsOf = ({ quantity }: TokenBalance): bigint => parseAmount(quantity.numeric, scale)

const look = async (get: Getter, set: Setter, stopped: AbortSignal): Promise<void> => {
  const [account, network] = [get(accountAtom), get(activeNetworkIdAtom)]
  if (account === null || stopped.aborted) return
  const read = await getAccountApi(get, set)
    .then((api) => api.balances(account.address, network, true))
    .catch((thrown: unknown) => AppError.from(thrown))
  if (stopped.aborted) return
  const known = get(base)
  const polls = known.polls + 1
  const again = (change: Partial<Known>): void => {
    const isLast = polls > maxPolls
    const stop = isLast ? () => undefined : get(servicesAtom).clock.after(pollMs, () => void look(get, set, stopped))
    set(base, { ...known, polls, ...change, stop, ...(isLast && { status: 'late' }) })
  }
  if (read instanceof AppError) {
    if (read.name === 'CHAIN_NOT_SUPPORTED' || read.name === 'NOT_ENABLED')
      return set(base, { ...known, status: 'unwatched' })
    return again({ away: read.name === 'CHAIN_UNREACHABLE' ? 'chain' : 'api' })
  }
  const { before } = known
  if (before === null)
    return again({ away: null, before: new Map(read.map((token) => [keyOf(token), unitsOf(token)])) })
  const more = read.find((token) => unitsOf(token) > (before.get(keyOf(token)) ?? 0n))
  if (more === undefined) return again({ away: null })
  const amount = formatAmount(unitsOf(more) - (before.get(keyOf(more)) ?? 0n), scale)
  set(base, { ...known, status: 'arrived', away: null, received: { amount, symbol: more.symbol } })
  set(invalidateBalancesAtom)
}

/** Watches deposits to the active account on the active network. Returns a function that stops it. */
export const watchDepositAtom = atom(null, (get, set): (() => void) => {
  const controller = new AbortController()
  get(base).stop()
  set(base, fresh)
  void look(get, set, controller.signal)
  return () => {
    controller.abort()
    get(base).stop()
  }
})

/** Networks whose exchanges ask for a memo or tag, which a self-custodied account doesn't need. */
const memoNamespaces: readonly string[] = ['solana', 'cosmos', 'stacks']
export const hasMemoAtom = atom((get) => memoNamespaces.includes(namespaceOf(get(activeNetworkIdAtom))))
