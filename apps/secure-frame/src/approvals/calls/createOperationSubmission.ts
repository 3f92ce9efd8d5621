import { type EvmNetwork, type Hex, userOperationToJson } from '@latchkey/chains'
import { t as simulationT } from '@latchkey/copy/simulation'
import { AppError, isAppError } from '@latchkey/protocol'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'
import { holdMs, sendLock, waitForOutcome } from '../../smartAccount/waitForOutcome.ts'
import type { ApprovalTools } from '../Approval.ts'
import type { FilledOperation } from './fillOperation.ts'
import type { OperationPlan } from './OperationPlan.ts'
import { type SignedOperation, signOperation } from './signOperation.ts'

/** The time to poll before reporting a timeout, in milliseconds. */
const timeoutMs = 60_000

/** The progress of an operation. */
export type Standing =
  /** Nothing of it has left the wallet. */
  | 'here'
  /** It is signed and may be with the bundler or on the chain: only sending the same operation again is safe. */
  | 'out'
  /** It is on the chain and reverted; only the fee was paid. */
  | 'reverted'

export type SentOperation = {
  /** The operation hash. */
  readonly hash: Hex
  /** The hash of the transaction that includes it; null if it was not waited for. */
  readonly transactionHash: Hex | null
}

/** The submission of one shown operation. */
export type OperationSubmission = {
  /**
   * Gets the sponsor's final answer, signs, and sends exactly what was shown; resolves once the bundler has taken it, or
   * once it has happened. May be called again after a failure.
   *
   * Fails with NONCE_TOO_LOW when another operation of the account went first; as `askSponsorLast` when the sponsor's answer
   * has changed; with OPERATION_REFUSED, BUNDLER_UNREACHABLE, SERVICE_UNREACHABLE; as `sign`; and, where it is waited for,
   * with TIMEOUT and, by its receipt only, OPERATION_REVERTED (`details.reason`, `details.transactionHash`).
   */
  submit(): Promise<SentOperation>
  standing(): Standing
}

export type OperationSubmissionDeps = Pick<ApprovalTools, 'sign' | 'read' | 'services' | 'lock'> & {
  plan: OperationPlan
  account: SmartAccount
  network: EvmNetwork
  /** When to resolve: once the bundler has taken it, or once it has happened. */
  until: 'taken' | 'happened'
  /** Called before it leaves the wallet; fails where it must not be sent, as with CALLS_ID_TAKEN. */
  onSigned?: (hash: Hex) => Promise<void>
  /** The signed operation was refused and will not happen. */
  onRefused?: () => Promise<void>
  wait: (ms: number) => Promise<void>
}

/**
 * Errors which prove that the bundler did not take the operation: the service's own refusals, and a bundler's for a reason
 * of the operation itself (`bundlerError`). Every other error leaves that open.
 */
const refusals = [
  'OPERATION_REFUSED',
  'INVALID_PARAMS',
  'LIMIT_EXCEEDED',
  'RATE_LIMITED',
  'METHOD_NOT_ALLOWED',
  'CHAIN_NOT_SUPPORTED',
  'NOT_ENABLED',
  'UNAUTHORIZED',
  'SESSION_EXPIRED',
  'TOO_LARGE',
] as const

export const createOperationSubmission = (
  filled: FilledOperation,
  deps: OperationSubmissionDeps,
): OperationSubmission => {
  const { network, until, onSigned, onRefused, read, services, lock, wait } = deps
  const { sender } = filled.operation
  let signed: SignedOperation | null = null
  let isAnswerLost = false
  let isTaken = false
  let standing: Standing = 'here'

  const isKnown = async (hash: Hex): Promise<boolean> => {
    const [found, receipt] = await Promise.all([
      read('eth_getUserOperationByHash', [hash]),
      read('eth_getUserOperationReceipt', [hash]),
    ])
    return found !== null || receipt !== null
  }

  const send = async ({ operation, hash }: SignedOperation): Promise<void> => {
    try {
      const answer = await services('send', { operation: userOperationToJson(operation) as never })
      // A bundler that returns another operation's hash has not taken this one.
      if (answer.hash.toLowerCase() !== hash.toLowerCase()) throw new AppError('BUNDLER_UNREACHABLE')
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (!refusals.some((name) => isAppError(error, name))) {
        isAnswerLost = true
        throw error
      }
      // An operation that the bundler knows is on its way despite the error: an earlier try, whose answer was lost, may have arrived.
      const found =
        isAppError(error, 'OPERATION_REFUSED') || isAnswerLost ? await isKnown(hash).catch(() => null) : false
      if (found === true) return
      if (found === false && !isAnswerLost) {
        signed = null
        standing = 'here'
        await onRefused?.().catch(() => undefined)
        throw error
      }
      isAnswerLost = true
      throw new AppError('BUNDLER_UNREACHABLE', { cause: error })
    }
  }

  const untilHappened = async (hash: Hex): Promise<Hex> => {
    const outcome = await waitForOutcome(hash, { read, wait }, timeoutMs)
    if (outcome === null) throw new AppError('TIMEOUT')
    const { success, transactionHash, reason = simulationT('noReason') } = outcome
    if (success) return transactionHash
    standing = 'reverted'
    throw new AppError('OPERATION_REVERTED', { details: { reason, transactionHash } })
  }

  /** Signs once; an error before it leaves the wallet discards the signature. */
  const prepare = async () => {
    const next = await signOperation(filled, deps)
    await onSigned?.(next.hash)
    return next
  }

  return {
    standing: () => standing,
    submit: async () => {
      // One tab at a time: of two operations prepared together, the second one finds its nonce used. Plain transactions of
      // the account share the lock: they would use the nonce of its authorization.
      const done = Promise.withResolvers<SentOperation>()
      const work = async (): Promise<void> => {
        signed ??= await prepare()
        const { hash } = signed
        standing = 'out'
        // An operation that the bundler has taken is only waited for, never sent again.
        if (!isTaken) await send(signed)
        isTaken = true
        if (until === 'happened') return done.resolve({ hash, transactionHash: await untilHappened(hash) })
        done.resolve({ hash, transactionHash: null })
        // Until it is on the chain, another operation would have the same nonce and could replace it.
        await waitForOutcome(hash, { read, wait }, holdMs)
      }
      lock(sendLock(network.id, sender), work).catch(done.reject)
      return await done.promise
    },
  }
}
