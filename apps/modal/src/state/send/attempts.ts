/**
 * What wallets were asked for, and nobody has said whether they sent it. It is kept in storage, where other tabs see it, from
 * before the wallet is asked until the outcome is known; each attempt by itself, so that none makes another forgotten.
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

/** Look at what other tabs have kept meanwhile. */
export const rereadAttemptsAtom = atom(null, (get, set) => set(changes, get(changes) + 1))

const attemptsAtom = atom((get): readonly Attempt[] => {
  get(changes)
  const place = get(accountOnNetworkAtom)
  return readKept(get).filter((attempt) => isSameAccountOnNetwork(attempt, place))
})

const traceOf = (get: Getter, attempt: Attempt): Trace | null => get(traces).get(attemptKey(attempt)) ?? null

/** The last that was attempted at this place and has no known outcome. */
export const attemptAtom = atom((get): Attempt | null => get(attemptsAtom)[0] ?? null)

/** What the chain says about it; null while it has not been asked, or could not be. */
export const attemptTraceAtom = atom((get): Trace | null => {
  const attempt = get(attemptAtom)
  return attempt === null ? null : traceOf(get, attempt)
})

/** Whether to send a plan could be to send something a second time, as far as is known. */
export const isSecondOfAny = (get: Getter, plan: SendPlan): boolean =>
  get(attemptsAtom).some((attempt) => isSecond(attempt, plan, traceOf(get, attempt)))

/**
 * The wallet is about to be asked. Returns whether it was for the very same before, so that what it says now leaves open
 * what became of that.
 */
export const keepAttemptAtom = atom(null, (get, set, plan: SendPlan): boolean => {
  const attempt = attemptOf(plan, get(servicesAtom).clock.now())
  const kept = readKept(get)
  const others = kept.filter((other) => attemptKey(other) !== attemptKey(attempt))
  // This settles what is known to have come to nothing.
  const open = others.filter((other) => !(isSameTransfer(other, plan) && traceOf(get, other) === 'void'))
  keepAll(get, set, [attempt, ...open])
  return others.length < kept.length
})

/** The visitor knows, or the outcome is. */
export const forgetAttemptAtom = atom(null, (get, set, attempt: Attempt) => {
  const key = attemptKey(attempt)
  const others = readKept(get).filter((other) => attemptKey(other) !== key)
  set(traces, new Map([...get(traces)].filter(([of]) => of !== key)))
  keepAll(get, set, others)
})

/** Ask the chain about an attempt; null when it cannot be asked. Never throws. */
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
