import { t } from '@latchkey/copy/send'
import { t as swapT } from '@latchkey/copy/swap'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { isCrossing, type SendPlan, type TransferStatus, unknownReason } from '../../send/SendPlan.ts'
import { servicesAtom } from '../../services.ts'
import { announceAtom } from '../announcement.ts'
import { invalidateBalancesAtom } from '../invalidateBalances.ts'
import { keepSentPlanAtom } from '../pendingTransactions.ts'
import { refreshTokensAtom } from '../tokens.ts'
import { openSender } from './sendTools.ts'

/** Specification section 9. */
const pollMs = 4000
/** How long a transfer is watched, in polls. */
const maxPolls = 75

/** `unwatched`: its status can't be queried. `late`: it was watched for five minutes, and is still pending. */
export type Sent = {
  readonly plan: SendPlan
  readonly id: string
  readonly status: TransferStatus | 'late' | 'unwatched'
  /** Why it failed on the chain, where that is known. */
  readonly reason?: string
}

const base = atom<Sent | null>(null)

/** The last transfer of this visit. */
export const lastSentAtom = atom((get) => get(base))

/** It is on-chain, and failed. */
export const showUndoneAtom = atom(null, (_, set, plan: SendPlan, id: string, reason: string) => {
  set(base, { plan, id, status: 'failed', reason })
  set(announceAtom, t('failedOnChain'))
  set(invalidateBalancesAtom)
  void set(refreshTokensAtom)
})

/** Resolves once a transaction is in a block. Throws OPERATION_REVERTED when it failed there, TIMEOUT when it is in none for minutes. */
export const settleAtom = atom(null, async (get, _set, plan: SendPlan, id: string): Promise<void> => {
  const { clock } = get(servicesAtom)
  const { sender, tools } = await openSender(get, plan)
  for (let polls = 0; polls < maxPolls; polls++) {
    const status = (await sender.status?.(tools, id).catch(() => 'pending' as const)) ?? 'pending'
    if (status === 'confirmed') return
    if (status === 'failed') throw new AppError('OPERATION_REVERTED', { details: { reason: unknownReason } })
    await new Promise<void>((resolve) => clock.after(pollMs, resolve))
  }
  throw new AppError('TIMEOUT')
})

/** Watches a transfer until it is settled, or another one is watched. The tools were loaded to send it. */
export const watchAtom = atom(null, async (get, set, plan: SendPlan, id: string) => {
  const { clock } = get(servicesAtom)
  const start: Sent = { plan, id, status: 'pending' }
  set(base, start)
  set(keepSentPlanAtom, plan, id)
  set(invalidateBalancesAtom)
  const isShown = (): boolean => get(base)?.id === id
  const settle = (status: Sent['status']): void => {
    if (isShown()) set(base, { plan, id, status })
    if (status !== 'confirmed' && status !== 'failed') return
    // Confirmation on its own network is only half of a swap to another one: `swap/crossing.ts` announces how that ends.
    if (!isCrossing(plan))
      set(announceAtom, (plan.swap === undefined ? t : swapT)(status === 'confirmed' ? 'confirmed' : 'failedOnChain'))
    set(invalidateBalancesAtom)
    void set(refreshTokensAtom)
  }
  const { sender, tools } = await openSender(get, plan)
  if (sender.status === null) return settle('unwatched')
  for (let polls = 0; polls < maxPolls && isShown(); polls++) {
    // A node that doesn't answer may do so the next time.
    const status = await sender.status(tools, id).catch(() => 'pending' as const)
    if (status !== 'pending') return settle(status)
    await new Promise<void>((resolve) => clock.after(pollMs, resolve))
  }
  settle('late')
})
