import { type RpcMethod, type RpcParams, rpcMethods } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { invalidateBalancesAtom } from './invalidateBalances.ts'
import { lifeAtom } from './pending.ts'
import { hasLoginAtom } from './session.ts'
import { readEmbeddedAtom } from './wallet.ts'

/** Specification section 9. */
const pollMs = 4000
/** How long calls are watched, in polls. */
const maxPolls = 75

type Question = {
  readonly method: RpcMethod
  readonly params: RpcParams<RpcMethod>
  isSettled(answer: unknown): boolean
}

/** Final are the EIP-5792 states from 200 on, and older wallets' CONFIRMED. */
const isFinal = (answer: unknown): boolean => {
  const status = rpcMethods.wallet_getCallsStatus.result.safeParse(answer).data?.status
  return status === 'CONFIRMED' || (typeof status === 'number' && status >= 200)
}

/** The status query for an approval's result; null where the result is final. */
const questionOf = (method: string, answer: unknown): Question | null => {
  if (method === 'wallet_sendCalls') {
    const { data } = rpcMethods.wallet_sendCalls.result.safeParse(answer)
    const id = typeof data === 'string' ? data : data?.id
    return id === undefined ? null : { method: 'wallet_getCallsStatus', params: [id], isSettled: isFinal }
  }
  if (method !== 'eth_sendUserOperation') return null
  const { data } = rpcMethods.eth_sendUserOperation.result.safeParse(answer)
  if (data === undefined) return null
  return { method: 'eth_getUserOperationReceipt', params: [data], isSettled: (receipt) => receipt !== null }
}

/**
 * The embedded wallet has sent something from a smart account, which settles after the response: known balances are stale again then. Never
 * throws.
 */
export const watchCallsAtom = atom(null, async (get, set, network: NetworkId, method: RpcMethod, answer: unknown) => {
  const question = questionOf(method, answer)
  const { clock } = get(servicesAtom)
  for (let polls = 0; question !== null && polls < maxPolls; polls++) {
    await new Promise<void>((resolve) => clock.after(pollMs, resolve))
    if (get(lifeAtom).signal.aborted || !get(hasLoginAtom)) return
    // A wallet that doesn't answer may do so the next time.
    const state = await set(readEmbeddedAtom, network, question.method, question.params).catch(() => undefined)
    if (state !== undefined && question.isSettled(state)) return set(invalidateBalancesAtom)
  }
})
