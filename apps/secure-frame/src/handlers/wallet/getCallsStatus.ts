import { AppError } from '@latchkey/protocol'
import { withSettled } from '../../calls/CallsStore.ts'
import { type CallsStatus, readCallsStatus } from '../../calls/readCallsStatus.ts'
import type { LocalMethod } from './LocalMethod.ts'

/**
 * What became of calls that this page has had made (EIP-5792), whatever its account and network are by now. CALLS_UNKNOWN for
 * those of other pages and people as for none.
 */
export const getCallsStatus: LocalMethod<'wallet_getCallsStatus'> = async (
  deps,
  { page, params: [id] },
): Promise<CallsStatus> => {
  const { origin, projectId, userId } = await deps.session.caller(page)
  const owner = { origin, projectId, userId }
  const store = await deps.calls()
  const calls = await store.find(owner, id)
  if (calls === null) throw new AppError('CALLS_UNKNOWN')
  if (calls.settled !== undefined) return calls.settled
  const { status, isSettled } = await readCallsStatus(calls, deps.chain(calls.chainId), Date.now())
  // So that it is known when bundlers have forgotten it.
  if (isSettled) await store.update(owner, (list) => withSettled(list, id, status)).catch(() => undefined)
  return status
}
