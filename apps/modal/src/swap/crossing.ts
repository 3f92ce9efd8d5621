/** The active account's swaps to other networks, until the user dismisses them: here and in storage, so that a reload loses none. */
import { parseCaip10 } from '@latchkey/chains'
import { t } from '@latchkey/copy/swap'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { decimalsOf } from '../send/amountRules.ts'
import type { SendPlan } from '../send/SendPlan.ts'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'
import { announceAtom } from '../state/announcement.ts'
import { invalidateBalancesAtom } from '../state/invalidateBalances.ts'
import { findNetworkAtom } from '../state/networks.ts'
import { forgetCrossing, type KeptCrossing, keepCrossing, readCrossings } from './keptCrossing.ts'
import { getSwapApi } from './swapTokens.ts'
import { type CrossingState, watchCrossing } from './watchCrossing.ts'

/** `isLate`: it wasn't there after all polls, and only the user polls now. `isUnreachable`: the last question was not answered. */
export type Crossing = {
  readonly kept: KeptCrossing
  readonly state: CrossingState
  readonly isLate: boolean
  readonly isUnreachable: boolean
}

type Known = { crossing: Crossing; polls: number; isAsking: boolean; stop: () => void }
const base = atom<Readonly<Record<string, Known>>>({})

/** Those of the active account, the newest first. */
export const crossingsAtom = atom((get): readonly Crossing[] => {
  const address = get(accountAtom)?.address
  return Object.values(get(base))
    .map(({ crossing }) => crossing)
    .filter(({ kept }) => kept.address === address)
    .toSorted((one, other) => other.kept.atMs - one.kept.atMs)
})

/** Specification section 4. */
const pollMs = 5_000
/** Twenty minutes: bridges take longer than exchanges. */
const maxPolls = 240

const settled: readonly CrossingState['kind'][] = ['arrived', 'refunded', 'failed', 'reverted']
export const isSettled = ({ state }: Crossing): boolean => settled.includes(state.kind)

/** The swap that a transaction has paid, by its network and hash. */
const payments = atom<Readonly<Record<string, string>>>({})
/** Notes what has paid a swap. Returns false where that has paid another. */
const claim = (get: Getter, set: Setter, { to, sourceHash }: KeptCrossing, txHash: string): boolean => {
  const key = `${to} ${txHash.toLowerCase()}`
  const paid = get(payments)[key] ?? sourceHash
  set(payments, { ...get(payments), [key]: paid })
  return paid === sourceHash
}

const put = (get: Getter, set: Setter, id: string, change: Partial<Known>): void => {
  const known = get(base)[id]
  if (known !== undefined) set(base, { ...get(base), [id]: { ...known, ...change } })
}

const drop = (get: Getter, set: Setter, id: string): void => {
  const { [id]: gone, ...rest } = get(base)
  gone?.stop()
  set(base, rest)
}

const poll = async (get: Getter, set: Setter, id: string): Promise<void> => {
  const known = get(base)[id]
  if (known === undefined || known.isAsking || isSettled(known.crossing)) return
  const { askNode, clock, storage } = get(servicesAtom)
  const { kept } = known.crossing
  const again = (): (() => void) => clock.after(pollMs, () => void poll(get, set, id))
  const isActive = (): boolean => get(accountAtom)?.address === kept.address
  // Another account is active: polling resumes when the swap's own is, unless it was forgotten with that account.
  if (!isActive()) {
    const isKept = readCrossings(storage, kept.address).some(({ sourceHash }) => sourceHash === id)
    return isKept ? put(get, set, id, { stop: again() }) : drop(get, set, id)
  }
  put(get, set, id, { isAsking: true })
  const found = await getSwapApi(get, set)
    .then((api) => watchCrossing(kept, api, askNode))
    .catch(() => null)
  const now = get(base)[id]
  if (now === undefined) return
  if (!isActive()) return put(get, set, id, { isAsking: false, stop: again() })
  const isPaid = found?.kind !== 'arrived' || claim(get, set, kept, found.txHash)
  const state: CrossingState | null = isPaid ? found : { kind: 'unconfirmed' }
  const crossing = { ...now.crossing, state: state ?? now.crossing.state, isUnreachable: state === null }
  const polls = now.polls + 1
  const isLate = !isSettled(crossing) && polls >= maxPolls
  const stop = isSettled(crossing) || isLate ? () => undefined : again()
  put(get, set, id, { crossing: { ...crossing, isLate }, polls, isAsking: false, stop })
  if (!isSettled(crossing)) return
  const { from, to } = kept
  const nameOf = (network: NetworkId): string => get(findNetworkAtom)(network)?.name ?? network
  const values = { from: nameOf(from), to: nameOf(to) }
  set(announceAtom, t(`crossing.${crossing.state.kind}.title`, values))
  set(invalidateBalancesAtom)
}

const follow = (get: Getter, set: Setter, kept: KeptCrossing): void => {
  const id = kept.sourceHash
  if (get(base)[id] !== undefined) return
  const crossing: Crossing = { kept, state: { kind: 'sending' }, isLate: false, isUnreachable: false }
  set(base, { ...get(base), [id]: { crossing, polls: 0, isAsking: false, stop: () => undefined } })
  void poll(get, set, id)
}

/** Keeps and follows a swap that was sent just now, where it goes to another network. */
export const startCrossingAtom = atom(null, (get, set, { account, network, swap }: SendPlan, sourceHash: string) => {
  if (swap?.get.address === undefined || swap.get.chainId === network) return
  const { storage, clock } = get(servicesAtom)
  const kept: KeptCrossing = {
    address: account,
    sourceHash,
    from: network,
    to: swap.get.chainId as NetworkId,
    token: parseCaip10(swap.get.address).address,
    symbol: swap.get.symbol,
    decimals: decimalsOf(swap.get),
    minimum: swap.minimumUnits.toString(),
    provider: swap.provider,
    atMs: clock.now(),
  }
  keepCrossing(storage, kept)
  follow(get, set, kept)
})

/** Restores the stored ones of the active account. */
export const restoreCrossingsAtom = atom(null, (get, set): void => {
  const account = get(accountAtom)
  if (account === null) return
  for (const kept of readCrossings(get(servicesAtom).storage, account.address)) follow(get, set, kept)
})

/** Polls once more, and then repeatedly. Never throws. */
export const lookForCrossingAtom = atom(null, async (get, set, { kept }: Crossing): Promise<void> => {
  get(base)[kept.sourceHash]?.stop()
  put(get, set, kept.sourceHash, { polls: 0 })
  await poll(get, set, kept.sourceHash)
})

/** The user is done with it. */
export const dismissCrossingAtom = atom(null, (get, set, { kept }: Crossing): void => {
  drop(get, set, kept.sourceHash)
  forgetCrossing(get(servicesAtom).storage, kept)
})
