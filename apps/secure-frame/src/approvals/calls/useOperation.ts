import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveCalls'
import { t as commonT } from '@latchkey/copy/common'
import { AppError, isAppError } from '@latchkey/protocol'
import { useMemo, useRef } from 'react'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'
import type { ScreenProps } from '../Approval.ts'
import type { ApprovalScreenProps, StatusWords } from '../screen/ApprovalScreen.tsx'
import { isOutage } from '../screen/isOutage.ts'
import { receiveAction } from '../screen/receiveAction.ts'
import { type Loaded, useLoaded } from '../screen/useLoaded.ts'
import { useWork } from '../screen/useWork.ts'
import type { SwapGuard } from '../swap/useSwapGuard.ts'
import { isWithoutSponsor } from './askSponsor.ts'
import {
  createOperationSubmission,
  type OperationSubmissionDeps,
  type SentOperation,
  type Standing,
} from './createOperationSubmission.ts'
import { type FilledOperation, fillOperation } from './fillOperation.ts'
import type { OperationPlan } from './OperationPlan.ts'
import { type Obstacle, obstacleWords, outWords, revertedWords, withoutSponsorWords } from './operationWords.ts'

export type UseOperationOptions = Pick<OperationSubmissionDeps, 'until' | 'onSigned' | 'onRefused'> & {
  requestContext: ScreenProps<unknown>['requestContext']
  tools: ScreenProps<unknown>['tools']
  decision: Pick<ScreenProps<unknown>['decision'], 'reject' | 'fail'>
  /** The requested operation. */
  account: SmartAccount
  plan: OperationPlan
  /** The label of the confirm button. */
  confirm?: string
  /** All other facts to confirm are on screen. */
  isReady: boolean
  /** Why it must not be confirmed, regardless of the rest. */
  stop?: SwapGuard['stop']
  /** The index of the call that the simulation showed to fail, from 0. */
  failing: number | null
  /** Called when the facts shown before the operation was filled are out of date. */
  onRefill?: () => void
  onSent: (sent: SentOperation) => void
}

/** The state of an operation's approval: its cost and payer, and everything that an `ApprovalScreen` needs. */
export type ShownOperation = {
  readonly filled: Loaded<FilledOperation>
  readonly isFinished: boolean
} & Pick<ApprovalScreenProps, 'status' | 'decline' | 'accept'>

/**
 * Fills an operation, gets it confirmed and sends it once. When the sponsor withdraws or the chain has moved on, the
 * operation is filled and shown again and has to be confirmed again.
 */
export const useOperation = (options: UseOperationOptions): ShownOperation => {
  const { requestContext, tools, account, plan, until, onSigned, onRefused, onRefill, onSent } = options
  const { network } = requestContext
  /** Why no sponsor is asked any longer; read at once when it is filled again. */
  const lost = useRef<AppError | null>(null)
  const [filled, refill] = useLoaded(() =>
    fillOperation(plan, { ...tools, account, network }, lost.current === null ? 'anyone' : 'self'),
  )
  const shown = filled.kind === 'ready' ? filled.value : null
  const submission = useMemo(
    () =>
      shown &&
      createOperationSubmission(shown, {
        ...tools,
        plan,
        account,
        network,
        until,
        ...(onSigned === undefined ? {} : { onSigned }),
        ...(onRefused === undefined ? {} : { onRefused }),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
    // The confirmed facts are the shown ones: their values when the operation was filled.
    [shown],
  )
  const fillAgain = (): void => {
    refill()
    onRefill?.()
  }
  const { state, start } = useWork(async () => {
    if (submission === null) throw new AppError('INTERNAL')
    try {
      return await submission.submit()
    } catch (error) {
      if (submission.standing() === 'here') {
        if (shown?.payer.kind === 'sponsor' && isWithoutSponsor(error)) lost.current = error
        // A refused operation would no longer be sent as it is: it is filled and shown again.
        fillAgain()
      }
      throw error
    }
  }, onSent)

  return showOperation(options, {
    filled,
    standing: submission?.standing() ?? 'here',
    isBusy: state.kind === 'busy',
    failed: state.kind === 'failed' ? state.error : null,
    lost: lost.current,
    start,
    fillAgain,
    fillFromScratch() {
      lost.current = null
      fillAgain()
    },
  })
}

type OperationProgress = {
  filled: Loaded<FilledOperation>
  standing: Standing
  isBusy: boolean
  /** Why the last try failed. */
  failed: AppError | null
  /** Why no sponsor is asked any longer. */
  lost: AppError | null
  start: () => void
  fillAgain: () => void
  /** Fills it again and asks a sponsor to pay. */
  fillFromScratch: () => void
}

/** Returns what an `ApprovalScreen` shows of an operation at this stage, and what the user can do. */
const showOperation = (options: UseOperationOptions, progress: OperationProgress): ShownOperation => {
  const { requestContext, decision, plan, isReady, stop = null, failing, confirm = sharedT('confirm') } = options
  const { filled, standing, isBusy, failed, lost, start, fillAgain, fillFromScratch } = progress
  const { network } = requestContext
  const shown = filled.kind === 'ready' ? filled.value : null
  const obstacle = obstacleOf(filled, failing)
  const close = (reason: AppError) => ({
    label: commonT('close'),
    onDecline: () => decision.fail(reason),
    disabled: isBusy,
  })

  if (standing === 'reverted' && failed !== null && shown !== null) {
    return { filled, isFinished: true, status: revertedWords(failed, shown), decline: close(failed) }
  }
  if (standing === 'out') {
    return {
      filled,
      isFinished: false,
      status: failed === null ? undefined : outWords(failed),
      decline: close(new AppError('BUNDLER_UNREACHABLE')),
      accept: {
        label: failed !== null && isAppError(failed, 'TIMEOUT') ? t('lookAgain') : sharedT('sendAgain'),
        onAccept: start,
        arms: false,
        isReady: true,
        busy: isBusy ? sharedT('sending') : undefined,
      },
    }
  }
  const reject = { label: sharedT('reject'), onDecline: decision.reject, disabled: isBusy }
  if (stop !== null) {
    return {
      filled,
      isFinished: false,
      status: stop.words,
      decline: stop.mayPass ? reject : close(stop.error),
      // Trying again doesn't change the swap.
      ...(stop.mayPass && {
        accept: { label: sharedT('checkAgain'), onAccept: fillAgain, arms: false, isReady: true },
      }),
    }
  }
  if (obstacle !== null) {
    const lasts = !isOutage(obstacle.error) && obstacle.error.name !== 'BUNDLER_UNREACHABLE'
    return {
      filled,
      isFinished: false,
      status: {
        ...obstacleWords(obstacle, shown, plan.calls.length, network),
        ...(obstacle.error.name === 'INSUFFICIENT_FUNDS' ? { action: receiveAction(decision.fail) } : {}),
      },
      decline: lasts ? close(obstacle.error) : reject,
      accept: {
        label: lasts ? sharedT('checkAgain') : commonT('tryAgain'),
        onAccept: fillFromScratch,
        arms: false,
        isReady: true,
      },
    }
  }
  return {
    filled,
    isFinished: false,
    status: statusOf(failed, lost, shown, plan, requestContext),
    decline: failed?.name === 'CALLS_ID_TAKEN' ? close(failed) : reject,
    ...(failed?.name === 'CALLS_ID_TAKEN'
      ? {}
      : {
          accept: {
            label: confirm,
            onAccept: start,
            arms: true,
            isReady: isReady && shown !== null,
            busy: isBusy ? sharedT('sending') : undefined,
          },
        }),
  }
}

const statusOf = (
  failed: AppError | null,
  lost: AppError | null,
  filled: FilledOperation | null,
  { calls }: OperationPlan,
  { network }: UseOperationOptions['requestContext'],
): StatusWords | undefined => {
  if (failed === null) return undefined
  if (failed === lost) return withoutSponsorWords(lost)
  return obstacleWords({ error: failed, call: null }, filled, calls.length, network)
}

/** Returns why the operation can't be sent now, even if confirmed; null while it can, or while that isn't known. */
const obstacleOf = (filled: Loaded<FilledOperation>, failing: number | null): Obstacle | null => {
  if (filled.kind === 'loading') return null
  if (filled.kind === 'failed') return { error: filled.error, call: failing }
  const { valueFirstWei, feeDueWei, balanceWei } = filled.value
  return valueFirstWei + feeDueWei > balanceWei ? { error: new AppError('INSUFFICIENT_FUNDS'), call: null } : null
}
