import { type EvmAddress, smartAccountContracts } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import { encodeFunctionData, parseAbi } from 'viem'
import { secondsLater } from '../../clock.ts'
import type { SponsorshipPolicy } from '../../projects/projects.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { type InSessionDeps, inSession, type SessionCaller } from '../session/inSession.ts'
import {
  forgetSponsored,
  insertSponsored,
  lockBudget,
  type OpenOperation,
  readSpent,
  type SponsoredOperation,
  settleMined,
  settleUnused,
  takeOpen,
} from './budgetStore.ts'
import { refuseSponsoring } from './refuseSponsoring.ts'

export type BudgetDeps = InSessionDeps & { rpcProxy: RpcProxy }

/** How many operations are looked up when a budget seems used up, and how soon each again. */
const mostLookedUp = 16
const lookAgainSeconds = 5
/** The clocks of chains are not ours. */
const clockSeconds = 60
const keptDays = 7

/**
 * Counts an operation against what the project pays today, by the most that it can cost; by what it has cost once that is
 * known, and not at all when it cannot be mined any more, which is looked up when the budget seems used up. Two at once, on
 * any replica, never spend the same. Throws SPONSOR_REFUSED, SESSION_EXPIRED.
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

/** Throws SPONSOR_REFUSED when nothing is left for this person today, by what is known. */
export const requireLeft = (
  deps: BudgetDeps,
  policy: SponsorshipPolicy,
  of: Omit<SponsoredOperation, 'operationHash' | 'costWei' | 'validUntil'>,
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
 * Finds out what has become of operations that are still counted by the most they can cost. False when there was none to look
 * up. Whatever cannot be found out stays counted.
 */
async function settleOpen({ database, clock, rpcProxy }: BudgetDeps, operation: SponsoredOperation): Promise<boolean> {
  const now = clock.now()
  const open = await database.transaction('api', (sql) =>
    takeOpen(sql, operation, {
      since: startOfDay(now),
      notSince: secondsLater(now, -lookAgainSeconds),
      now,
      most: mostLookedUp,
    }),
  )
  await Promise.all(
    open.map(async (each) => {
      const fate = await fateOf(rpcProxy, operation.chainId, each, now).catch(() => null)
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

const getNonce = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

/** What an operation has cost; `unused` when it was not mined and cannot be any more; null when that is open, or not known. */
async function fateOf(
  rpcProxy: RpcProxy,
  chainId: string,
  { operationHash, sender, nonce, validUntil }: OpenOperation,
  now: Date,
): Promise<{ costWei: bigint } | 'unused' | null> {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [answered] = [await rpcProxy.answer(chainId, { jsonrpc: '2.0', id: 1, method, params }, 'budgets')].flat()
    if (answered === undefined || 'error' in answered) throw new AppError('CHAIN_UNREACHABLE')
    return answered.result
  }
  const receipt = (await ask('eth_getUserOperationReceipt', [operationHash])) as { actualGasCost: string } | null
  if (receipt !== null) return { costWei: BigInt(receipt.actualGasCost) }
  if (secondsLater(validUntil, clockSeconds) > now) return null
  // A bundler forgets; the EntryPoint does not. When the sender's next nonce is this one still, nothing has used it.
  const data = encodeFunctionData({ abi: getNonce, args: [sender as EvmAddress, nonce >> 64n] })
  const next = await ask('eth_call', [{ to: smartAccountContracts.entryPoint, data }, 'latest'])
  if (typeof next !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(next)) return null
  return BigInt(next) <= nonce ? 'unused' : null
}
