/**
 * Wallet requests whose outcome isn't known yet. They are kept in storage, where other tabs see them, from before the wallet's request
 * until the outcome is known; each separately, so that none overwrites another.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import {
  type Attempt,
  attemptKey,
  attemptOf,
  formatAttempts,
  isSameTransfer,
  isSecond,
  parseAttempts,
} from '../../send/attempt.ts'
import type { SendPlan, Trace } from '../../send/SendPlan.ts'
import { servicesAtom } from '../../services.ts'
import { accountOnNetworkAtom, isSameAccountOnNetwork } from './form.ts'
import { openSender } from './sendTools.ts'

const changes = atom(0)
const traces = atom<ReadonlyMap<string, Trace>>(new Map())

const readKept = (get: Getter): readonly Attempt[] => {
  const { storage, clock } = get(servicesAtom)
  return parseAttempts(storage.read('send-attempts') ?? '', clock.now())
}

const keepAll = (get: Getter, set: Setter, attempts: readonly Attempt[]): void => {
  const { storage } = get(servicesAtom)
  if (attempts.length === 0) storage.remove('send-attempts')
  else storage.write('send-attempts', formatAttempts(attempts))
  set(rereadAttemptsAtom)
}

/** Reads the attempts that other tabs have stored meanwhile. */
export const rereadAttemptsAtom = atom(null, (get, set) => set(changes, get(changes) + 1))

const attemptsAtom = atom((get): readonly Attempt[] => {
  get(changes)
  const place = get(accountOnNetworkAtom)
  return readKept(get).filter((attempt) => isSameAccountOnNetwork(attempt, place))
})

const traceOf = (get: Getter, attempt: Attempt): Trace | null => get(traces).get(attemptKey(attempt)) ?? null

/** The last attempt of this account and network without a known outcome. */
export const attemptAtom = atom((get): Attempt | null => get(attemptsAtom)[0] ?? null)

/** The chain's state of it; null before it was read, or if it couldn't be. */
export const attemptTraceAtom = atom((get): Trace | null => {
  const attempt = get(attemptAtom)
  return attempt === null ? null : traceOf(get, attempt)
})

/** Whether sending a plan could send an attempt's transfer a second time, as far as known. */
export const isSecondOfAny = (get: Getter, plan: SendPlan): boolean =>
  get(attemptsAtom).some((attempt) => isSecond(attempt, plan, traceOf(get, attempt)))

/**
 * Called before the wallet's request. Returns whether the same plan was requested before, so that a new response leaves the earlier outcome
 * open.
 */
export const keepAttemptAtom = atom(null, (get, set, plan: SendPlan): boolean => {
  const attempt = attemptOf(plan, get(servicesAtom).clock.now())
  const kept = readKept(get)
  const others = kept.filter((other) => attemptKey(other) !== attemptKey(attempt))
  // This settles attempts that are known to have failed.
  const open = others.filter((other) => !(isSameTransfer(other, plan) && traceOf(get, other) === 'void'))
  keepAll(get, set, [attempt, ...open])
  return others.length < kept.length
})

/** The user, or the chain, has settled it. */
export const forgetAttemptAtom = atom(null, (get, set, attempt: Attempt) => {
  const key = attemptKey(attempt)
  const others = readKept(get).filter((other) => attemptKey(other) !== key)
  set(traces, new Map([...get(traces)].filter(([of]) => of !== key)))
  keepAll(get, set, others)
})

/** Reads an attempt's state from the chain; null when it can't be read. Never throws. */
export const traceAttemptAtom = atom(null, async (get, set, attempt: Attempt): Promise<Trace | null> => {
  try {
    const { sender, tools } = await openSender(get, attempt)
    const trace = await sender.trace(tools, attempt.account, attempt.mark)
    set(traces, new Map([...get(traces), [attemptKey(attempt), trace]]))
    return trace
  } catch {
    return null
  }
})

/** Asks the chain whether nothing that was attempted for an address can be made any more. False where nothing is kept. Never throws. */
export const isVoidAtom = atom(
  null,
  async (get, set, { network, account, to }: Pick<Attempt, 'network' | 'account' | 'to'>): Promise<boolean> => {
    const all = readKept(get).filter(
      (attempt) => attempt.network === network && attempt.account === account && attempt.to === to,
    )
    const found = await Promise.all(all.map((attempt) => set(traceAttemptAtom, attempt)))
    return found.length > 0 && found.every((trace) => trace === 'void')
  },
)

/** Ask the chain about all that was left open here. Never throws. */
export const traceAttemptsAtom = atom(null, async (get, set) => {
  await Promise.all(get(attemptsAtom).map((attempt) => set(traceAttemptAtom, attempt)))
})
