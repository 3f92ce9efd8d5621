import { smartAccountContracts } from '@latchkey/chains'
import { AppError, type SafeMethod } from '@latchkey/protocol'
import { withSettled } from '../../calls/CallsStore.ts'
import { type CallsStatus, readCallsStatus } from '../../calls/readCallsStatus.ts'
import type { HandlerDeps } from '../HandlerDeps.ts'
import type { LocalCall, LocalMethod } from './LocalMethod.ts'

/**
 * Returns the status of calls that this page has sent (EIP-5792), regardless of its current account and network.
 * CALLS_UNKNOWN for unknown ones and for those of other pages and users.
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
  // Stored, so that it is known when bundlers have dropped it.
  if (isSettled) await store.update(owner, (list) => withSettled(list, id, status)).catch(() => undefined)
  return status
}

/** Methods answered by the bundler of a network, not by its nodes (ERC-7769). */
export type BundlerRead = Extract<SafeMethod, `eth_${string}UserOperation${string}` | 'eth_supportedEntryPoints'>

/** Sends a page's request to the bundler of a network. NOT_ENABLED where there are no smart accounts. */
export const askBundler = async <method extends BundlerRead>(
  { smartAccounts, chain }: HandlerDeps,
  method: method,
  { network, params }: LocalCall<method>,
) => {
  if (!smartAccounts.networks.includes(network.caipNetworkId)) throw new AppError('NOT_ENABLED')
  return await chain(network.caipNetworkId)(method, completed(method, params))
}

/** Bundlers need the contract that an operation is for; this wallet uses only one. */
const completed = <params>(method: BundlerRead, params: params): params =>
  method === 'eth_estimateUserOperationGas' && Array.isArray(params)
    ? ([params[0], params[1] ?? smartAccountContracts.entryPoint] as params)
    : params
