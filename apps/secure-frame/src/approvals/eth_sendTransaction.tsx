import { checkChainId, type EvmNetwork, type EvmTransaction, parseEvmTransaction } from '@latchkey/chains'
import { AppError, type ErrorName, isAppError } from '@latchkey/protocol'
import { KeyValue, KeyValueList, Skeleton, Tag } from '@latchkey/ui'
import { useMemo } from 'react'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { ApprovalScreen, type StatusWords } from './screen/ApprovalScreen.tsx'
import { exactAmount, roundedUp } from './screen/exactAmount.ts'
import { failureWords } from './screen/failureWords.ts'
import { type Loaded, useLoaded } from './screen/useLoaded.ts'
import { useWork, type Work } from './screen/useWork.ts'
import { readToken } from './token/readToken.ts'
import { createSubmission } from './transaction/createSubmission.ts'
import { describeTransaction } from './transaction/describeTransaction.ts'
import { type FilledTransaction, fillTransaction } from './transaction/fillTransaction.ts'
import { intentOf } from './transaction/intentOf.ts'
import { MeaningCard } from './transaction/MeaningCard.tsx'
import { TransactionDetails } from './transaction/TransactionDetails.tsx'

/** Send a transaction: the filled transaction that is shown is the one that is signed and sent. */
export const sendTransaction: ApprovalKind<'eth_sendTransaction'> = {
  prepare([input], { caller, network }) {
    const request = parseEvmTransaction(input)
    if (request.from !== caller.address) throw new AppError('UNAUTHORIZED')
    checkChainId(request.chainId, network.id)
    return (props) => <SendTransactionScreen {...props} request={request} />
  },
}

type Props = ScreenProps<string> & { request: EvmTransaction }

function SendTransactionScreen({ asking, tools, decision, request }: Props) {
  const { network, caller } = asking
  const meaning = useMemo(() => describeTransaction(request), [request])
  const [token] = useLoaded(async () => (meaning.kind === 'token' ? await readToken(meaning.token, tools.read) : null))
  const [filled, fillAgain] = useLoaded(() => fillTransaction(request, network, tools.read))
  const shown = filled.kind === 'ready' ? filled.value : null
  const submission = useMemo(
    () =>
      shown &&
      createSubmission(shown.unsigned, {
        ...tools,
        from: caller.address,
        isNonceFixed: request.nonce !== undefined,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
    [shown, tools, caller, request],
  )
  const { state, start } = useWork(async () => {
    if (submission === null) throw new AppError('INTERNAL')
    try {
      return await submission.submit()
    } catch (error) {
      // What was refused is no longer what would be sent: it is filled and shown anew.
      if (!submission.mayBeOut()) fillAgain()
      throw error
    }
  }, decision.approve)

  const isBusy = state.kind === 'busy'
  const mayBeOut = submission?.mayBeOut() === true
  const obstacle = obstacleOf(filled)
  const isUnlimited = meaning.kind === 'token' && meaning.call.kind === 'approve' && meaning.call.unlimited
  const close = (reason: AppError) => ({
    label: 'Close',
    onDecline: () => decision.fail(reason),
    disabled: isBusy,
  })

  return (
    <ApprovalScreen
      asking={asking}
      intent={intentOf(meaning, request, network, token)}
      tone={isUnlimited ? 'danger' : 'neutral'}
      status={statusOf({ work: state, mayBeOut, obstacle, filled: shown, network })}
      decline={
        mayBeOut
          ? close(new AppError('CHAIN_UNREACHABLE'))
          : obstacle !== null && !isOutage(obstacle)
            ? close(obstacle)
            : { label: 'Reject', onDecline: decision.reject, disabled: isBusy }
      }
      accept={
        obstacle === null
          ? {
              label: mayBeOut ? 'Send again' : 'Confirm',
              onAccept: start,
              arms: !mayBeOut,
              isReady: shown !== null && token.kind !== 'loading',
              busy: isBusy ? 'Sending' : undefined,
            }
          : { label: isOutage(obstacle) ? 'Try again' : 'Check again', onAccept: fillAgain, arms: false, isReady: true }
      }
    >
      <MeaningCard meaning={meaning} request={request} network={network} token={token} />
      <Costs network={network} filled={filled} request={request} />
      <TransactionDetails request={request} unsigned={shown?.unsigned ?? null} network={network} />
    </ApprovalScreen>
  )
}

/** Why the transaction cannot be sent now, whoever agrees; null while it can, or while that is not known. */
const obstacleOf = (filled: Loaded<FilledTransaction>): AppError | null => {
  if (filled.kind === 'failed') return filled.error
  if (filled.kind === 'loading') return null
  return filled.value.totalWei > filled.value.balanceWei ? new AppError('INSUFFICIENT_FUNDS') : null
}

/** What lasts a moment and says nothing about the transaction. */
const outages: readonly ErrorName[] = ['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE', 'LIMIT_EXCEEDED', 'TIMEOUT']
const isOutage = (error: AppError): boolean => outages.some((name) => isAppError(error, name))

type StatusInput = {
  work: Work['state']
  mayBeOut: boolean
  obstacle: AppError | null
  filled: FilledTransaction | null
  network: EvmNetwork
}

const statusOf = ({ work, mayBeOut, obstacle, filled, network }: StatusInput): StatusWords | undefined => {
  if (mayBeOut) {
    return work.kind === 'failed'
      ? {
          variant: 'warning',
          title: 'The network did not answer',
          text: 'The transaction is signed and may be on its way. Sending it again is safe: it can happen only once.',
        }
      : undefined
  }
  if (obstacle?.name === 'INSUFFICIENT_FUNDS') {
    const { symbol, decimals } = network.nativeCurrency
    const text =
      filled === null
        ? `There is not enough ${symbol} for this amount and the network fee.`
        : `You have ${exactAmount(filled.balanceWei, decimals)} ${symbol}. This needs up to ${exactAmount(shownTotal(filled), decimals)} ${symbol}.`
    return { variant: 'danger', title: 'Not enough funds', text }
  }
  if (obstacle?.name === 'EXECUTION_REVERTED') {
    const text = `The contract refuses it: ${obstacle.details.reason}. Nothing was sent.`
    return { variant: 'danger', title: 'This would fail', text }
  }
  if (obstacle !== null) return { variant: isOutage(obstacle) ? 'warning' : 'danger', ...failureWords(obstacle) }
  return work.kind === 'failed' ? { variant: 'danger', ...failureWords(work.error) } : undefined
}

/** What is said of the fee, and with it of the total: at most this. */
const shownFee = ({ maxFeeWei }: FilledTransaction): bigint => roundedUp(maxFeeWei)
const shownTotal = (filled: FilledTransaction): bigint => filled.unsigned.value + shownFee(filled)

type CostsProps = { network: EvmNetwork; filled: Loaded<FilledTransaction>; request: EvmTransaction }

/** On which network, and what it may cost. */
function Costs({ network, filled, request }: CostsProps) {
  const { symbol, decimals } = network.nativeCurrency
  const upTo = (wei: (filled: FilledTransaction) => bigint) =>
    filled.kind === 'ready' ? (
      <>
        at most <bdi dir="ltr">{`${exactAmount(wei(filled.value), decimals)} ${symbol}`}</bdi>
      </>
    ) : filled.kind === 'loading' ? (
      <span className="wallet-wait">
        <Skeleton />
      </span>
    ) : (
      'not known'
    )
  return (
    <KeyValueList>
      <KeyValue label="Network">
        <span className="wallet-network">
          <bdi>{network.name}</bdi>
          {network.testnet && <Tag label="Test network" />}
        </span>
      </KeyValue>
      <KeyValue label="Network fee">{upTo(shownFee)}</KeyValue>
      {request.value > 0n && <KeyValue label="Total">{upTo(shownTotal)}</KeyValue>}
    </KeyValueList>
  )
}
