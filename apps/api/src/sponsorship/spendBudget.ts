import { isAppError } from '@latchkey/protocol/errors'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { SponsorshipPolicy } from '@latchkey/service-kit/projects/projects'
import { createAskChain } from '../chain/askChain.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { ownRequester } from '../chain/sharer.ts'
import { type InSessionDeps, inSession, type SessionCaller } from '../session/inSession.ts'
import {
  forgetSponsored,
  insertSponsored,
  lockBudget,
  readSpent,
  type SponsoredOperation,
  type SponsoredTurn,
  settleMined,
  settleUnused,
  takeOpen,
} from './budgetStore.ts'
import { readOperationCost } from './readOperationCost.ts'
import { refuseSponsoring } from './refuseSponsoring.ts'

export type BudgetDeps = InSessionDeps & { rpcProxy: RpcProxy }

/** The most operations to look up when a budget seems used up, and how soon each again. */
const maxLookedUp = 16
const lookAgainSeconds = 5
const keptDays = 7

/**
 * Counts an operation against the project's daily budget, by its maximum cost; by its real cost once that is known, and not at all when it
 * can't be mined any longer, which is looked up when the budget seems used up. Two concurrent calls, on any replica, never spend the same
 * budget. Throws SPONSOR_REFUSED, SESSION_EXPIRED.
 */
export async function spendBudget(
  deps: BudgetDeps,
  policy: SponsorshipPolicy,
  operation: SponsoredOperation,
  caller: SessionCaller,
): Promise<void> {
  try {
    await count(deps, policy, operation, caller)
  } catch (error) {
    if (!isAppError(error, 'SPONSOR_REFUSED') || !(await settleOpen(deps, operation))) throw error
    await count(deps, policy, operation, caller)
  }
}

/** Throws SPONSOR_REFUSED when nothing is left for this user today, as far as known. */
export const requireLeft = (
  deps: BudgetDeps,
  policy: SponsorshipPolicy,
  of: SponsoredTurn,
  caller: SessionCaller,
): Promise<void> =>
  inSession(deps, caller, async (sql) =>
    requireRoom(await readSpent(sql, of, startOfDay(deps.clock.now())), policy, 1n),
  )

const count = (deps: BudgetDeps, policy: SponsorshipPolicy, operation: SponsoredOperation, caller: SessionCaller) =>
  inSession(deps, caller, async (sql) => {
    const now = deps.clock.now()
    await lockBudget(sql, operation)
    const spent = await readSpent(sql, operation, startOfDay(now))
    let { costWei } = operation
    if (spent.bySameNonce > costWei) costWei = spent.bySameNonce
    requireRoom(spent, policy, costWei)
    await insertSponsored(sql, operation, now)
    await forgetSponsored(sql, secondsLater(now, -keptDays * 86_400))
  })

function requireRoom(
  { byAll, byPerson }: { byAll: bigint; byPerson: bigint },
  { perDayWei, perPersonPerDayWei }: SponsorshipPolicy,
  costWei: bigint,
): void {
  if (byPerson + costWei > BigInt(perPersonPerDayWei)) refuseSponsoring('it is more than is left for you today')
  if (byAll + costWei > BigInt(perDayWei)) refuseSponsoring('it is more than is left for everybody today')
}

const startOfDay = (now: Date): Date => new Date(now.toISOString().slice(0, 10))

/**
 * Looks up the outcome of operations that are still counted by their maximum cost. Returns false when there were none to look up. Unknown
 * outcomes stay counted.
 */
async function settleOpen({ database, clock, rpcProxy }: BudgetDeps, operation: SponsoredOperation): Promise<boolean> {
  const now = clock.now()
  const open = await database.transaction('api', (sql) =>
    takeOpen(sql, operation, {
      since: startOfDay(now),
      notSince: secondsLater(now, -lookAgainSeconds),
      now,
      most: maxLookedUp,
    }),
  )
  const ask = createAskChain(rpcProxy, operation.chainId, ownRequester('budgets'))
  await Promise.all(
    open.map(async (each) => {
      const fate = await readOperationCost(ask, each, now).catch(() => null)
      if (fate === null) return
      await database.transaction('api', (sql) =>
        fate === 'unused'
          ? settleUnused(sql, operation, each.operationHash, now)
          : settleMined(sql, operation, each, fate.costWei, now),
      )
    }),
  )
  return open.length > 0
}
