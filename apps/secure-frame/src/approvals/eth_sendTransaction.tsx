import {
  assessTransaction,
  checkChainId,
  counterpartiesOf,
  type EvmNetwork,
  type EvmTransaction,
  parseEvmTransaction,
  parseSwapTerms,
  reachesAccountCore,
  riskSeverity,
  type SwapTerms,
  type TransactionRisk,
} from '@latchkey/chains'
import { withCopy } from '@latchkey/copy'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTransaction'
import { t as commonT } from '@latchkey/copy/common'
import { rich } from '@latchkey/copy/react'
import { t as simulationT } from '@latchkey/copy/simulation'
import { AppError } from '@latchkey/protocol'
import { KeyValue, KeyValueList } from '@latchkey/ui'
import { useMemo } from 'react'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { riskWords } from './risks/riskWords.tsx'
import { ApprovalScreen, type ApprovalScreenProps, type StatusWords } from './screen/ApprovalScreen.tsx'
import { Caution } from './screen/Caution.tsx'
import { roundedUp, shownAmount } from './screen/exactAmount.ts'
import { failureWords } from './screen/failureWords.ts'
import { isOutage } from './screen/isOutage.ts'
import { NetworkRow } from './screen/NetworkRow.tsx'
import { RiskList } from './screen/RiskList.tsx'
import { receiveAction } from './screen/receiveAction.ts'
import { CostPending, UpTo } from './screen/UpTo.tsx'
import { type Loaded, useLoaded } from './screen/useLoaded.ts'
import type { Work } from './screen/useWork.ts'
import { matchesDecodedEffects } from './simulation/matchesDecodedEffects.ts'
import { useSwapGuard } from './swap/useSwapGuard.ts'
import { readToken, type TokenFacts } from './token/readToken.ts'
import { ChangesCard, isWithoutLimit } from './transaction/ChangesCard.tsx'
import type { SubmissionDeps } from './transaction/createSubmission.ts'
import { describeTransaction, type ReadTransaction } from './transaction/describeTransaction.ts'
import { type FilledTransaction, fillTransaction } from './transaction/fillTransaction.ts'
import { gatherInsight, type Insight, type TokenMap } from './transaction/gatherInsight.ts'
import { intentOf, namingOf } from './transaction/intentOf.ts'
import { MeaningCard, TokenContract } from './transaction/MeaningCard.tsx'
import { TransactionDetails } from './transaction/TransactionDetails.tsx'
import { useSubmission } from './transaction/useSubmission.ts'

/** Sends a transaction: the filled transaction that is shown is the one that is signed and sent. */
export const sendTransaction: ApprovalKind<'eth_sendTransaction'> = {
  async prepare([input], { caller, network }) {
    const request = parseEvmTransaction(input)
    if (request.from !== caller.address) throw new AppError('UNAUTHORIZED')
    checkChainId(request.chainId, network.id)
    const swap = input.swap === undefined ? undefined : parseSwapTerms(input.swap)
    if (caller.smartAccount !== null) {
      // A smart account's address on another network isn't known to be the user's.
      if (swap?.get.network !== undefined) throw new AppError('SWAPS_UNSUPPORTED')
      const { sendTransactionAsOperation } = await withCopy(import('./calls/sendTransactionAsOperation.tsx'))
      return sendTransactionAsOperation(request, caller.smartAccount, swap)
    }
    // A plain account's address may run a smart account's code: then this would be a batch that the user hasn't seen.
    if (reachesAccountCore(request, caller.address)) {
      throw new AppError('INVALID_PARAMS', { details: { field: 'to' } })
    }
    return (props) => <SendTransactionScreen {...props} request={request} swap={swap} />
  },
}

type Props = ScreenProps<string> &
  Pick<SubmissionDeps, 'onSigned' | 'onRefused'> & {
    request: EvmTransaction
    /** The quote that the user agreed to, where this is a swap. */
    swap?: SwapTerms | undefined
  }

/** The approval of a plain account's transaction. */
export function SendTransactionScreen({ requestContext, tools, decision, request, swap, onSigned, onRefused }: Props) {
  const { network, caller } = requestContext
  const isCrossing = swap?.get.network !== undefined
  const transaction = useMemo(() => describeTransaction(request, { isCrossing }), [request, isCrossing])
  const { meaning } = transaction
  const [token] = useLoaded(async () => (meaning.kind === 'token' ? await readToken(meaning.token, tools.read) : null))
  const [filled, fill] = useLoaded(() => fillTransaction(request, network, tools.read))
  const [looked, look] = useLoaded(() => gatherInsight(request.from, [{ request, transaction }], tools))
  const insight = looked.kind === 'ready' ? looked.value : null
  const planned = useMemo(() => [{ request, transaction }], [request, transaction])
  const guard = useSwapGuard(swap, { planned, account: request.from, insight }, tools)
  // The chain has moved on: the earlier simulation no longer applies.
  const fillAgain = (): void => {
    fill()
    look()
  }
  const shown = filled.kind === 'ready' ? filled.value : null
  const { state, start, mayBeOut } = useSubmission(shown, {
    request,
    account: caller.address,
    tools,
    onSigned,
    onRefused,
    // A refused transaction would no longer be sent as it is: it is filled and shown again.
    onFailed: fillAgain,
    onSent(hash) {
      const { call, effects } = transaction
      if (call !== null) void remember(tools, counterpartiesOf(call, effects))
      decision.approve(hash)
    },
  })
  const isBusy = state.kind === 'busy'
  const stop = mayBeOut ? null : guard.stop
  const obstacle = stop?.error ?? obstacleOf(filled)
  const risks = useMemo(() => risksOf(transaction, request, shown, insight), [transaction, request, shown, insight])
  const worst = risks[0] === undefined ? null : riskSeverity[risks[0].kind]
  const isDangerous =
    worst === 'danger' || (insight?.tried.kind === 'ran' && insight.tried.changes.some(isWithoutLimit))
  const close = (reason: AppError) => ({
    label: commonT('close'),
    onDecline: () => decision.fail(reason),
    disabled: isBusy,
  })

  const declineButton = (): ApprovalScreenProps['decline'] => {
    if (mayBeOut) return close(new AppError('CHAIN_UNREACHABLE'))
    if (obstacle !== null && !isOutage(obstacle)) return close(obstacle)
    return { label: sharedT('reject'), onDecline: decision.reject, disabled: isBusy }
  }
  const acceptButton = (): ApprovalScreenProps['accept'] => {
    // Trying again doesn't change the swap.
    if (stop !== null && !stop.mayPass) return undefined
    if (obstacle !== null) {
      const label = isOutage(obstacle) ? commonT('tryAgain') : sharedT('checkAgain')
      return { label, onAccept: fillAgain, arms: false, isReady: true }
    }
    return {
      label: mayBeOut ? sharedT('sendAgain') : sharedT('confirm'),
      onAccept: start,
      arms: !mayBeOut,
      isReady: mayBeOut || (shown !== null && token.kind !== 'loading' && insight !== null && guard.isReady),
      busy: isBusy ? sharedT('sending') : undefined,
    }
  }

  return (
    <ApprovalScreen
      requestContext={requestContext}
      intent={intentOf(transaction, request, namingOf(network, insight, tokensSoFar(transaction, token)))}
      tone={isDangerous ? 'danger' : 'neutral'}
      status={stop?.words ?? statusOf({ work: state, mayBeOut, obstacle, filled: shown, network, fail: decision.fail })}
      decline={declineButton()}
      accept={acceptButton()}
    >
      <Outcome transaction={transaction} insight={insight} network={network} />
      <MeaningCard
        transaction={transaction}
        request={request}
        network={network}
        token={token}
        insight={insight}
        showsCoins={saysItself(transaction) || (insight !== null && insight.tried.kind !== 'ran')}
      />
      <Costs network={network} filled={filled} transaction={transaction} request={request} insight={insight} />
      {/* An obstacle is stated beside the buttons; showing it here too would be two contradicting warnings. */}
      {obstacle === null && insight?.tried.kind === 'reverted' && <WouldFail reason={insight.tried.reason} />}
      <RiskList risks={risks.map((risk) => riskWords(risk, network))} />
      <TransactionDetails
        request={request}
        call={transaction.call}
        unsigned={shown?.unsigned ?? null}
        network={network}
      />
    </ApprovalScreen>
  )
}

/** Remembers the account's counterparties. A failure to store them does not fail the transaction. */
const remember = async ({ consult }: ScreenProps<string>['tools'], addresses: readonly string[]): Promise<void> => {
  await consult?.('rememberAddresses', [...addresses].slice(0, 64)).catch(() => undefined)
}

const risksOf = (
  { call, effects }: ReadTransaction,
  { from }: EvmTransaction,
  filled: FilledTransaction | null,
  insight: Insight | null,
): readonly TransactionRisk[] => {
  if (call === null) return []
  return assessTransaction({
    account: from,
    call,
    effects,
    hasCode: insight?.hasCode ?? (() => undefined),
    ...(insight?.known ? { known: insight.known } : {}),
    ...(insight?.other ? { own: insight.other.address } : {}),
    ...(filled === null
      ? {}
      : { sent: filled.unsigned.nonce, balanceWei: filled.balanceWei, maxFeeWei: filled.maxFeeWei }),
  })
}

type OutcomeProps = { transaction: ReadTransaction; insight: Insight | null; network: EvmNetwork }

/** The calldata describes all that it does, if the contract is what it seems. */
const saysItself = ({ meaning }: ReadTransaction): boolean => meaning.kind === 'transfer' || meaning.kind === 'token'

/** The simulation's result. Not shown where it only repeats the transaction. */
function Outcome({ transaction, insight, network }: OutcomeProps) {
  const isPlain = saysItself(transaction)
  if (insight === null)
    return isPlain ? null : (
      <ChangesCard changes={null} tokens={new Map()} named={new Set()} network={network} insight={null} />
    )
  const { tried, tokens, named } = insight
  if (tried.kind !== 'ran') return null
  const isSaid = matchesDecodedEffects(tried.changes, transaction.effects, transaction.call?.value ?? 0n)
  const comesToo = tried.changes.some((change) => change.kind === 'amount' && change.amount > 0n)
  if (isPlain && isSaid && !comesToo) return null
  return (
    <>
      {isPlain && !isSaid && (
        <Caution
          variant={tried.changes.some(isWithoutLimit) ? 'danger' : 'warning'}
          title={simulationT('moreHappens.title')}
        >
          {simulationT('moreHappens.text')}
        </Caution>
      )}
      <ChangesCard changes={tried.changes} tokens={tokens} named={named} network={network} insight={insight} />
    </>
  )
}

function WouldFail({ reason }: { reason: string }) {
  return (
    <Caution variant="danger" title={simulationT('wouldFail.title')}>
      {rich((at) => simulationT('wouldFail.text', at), { reason: <bdi>{reason}</bdi> })}
    </Caution>
  )
}

/** The one token that the sentence is about, before the rest is loaded. */
const tokensSoFar = ({ meaning }: ReadTransaction, token: Loaded<TokenFacts | null>): TokenMap | null =>
  meaning.kind === 'token' && token.kind === 'ready' ? new Map([[meaning.token, token.value]]) : null

/** Returns why the transaction can't be sent now, even if confirmed; null while it can, or while that isn't known. */
const obstacleOf = (filled: Loaded<FilledTransaction>): AppError | null => {
  if (filled.kind === 'failed') return filled.error
  if (filled.kind === 'loading') return null
  return filled.value.totalWei > filled.value.balanceWei ? new AppError('INSUFFICIENT_FUNDS') : null
}

type StatusInput = {
  work: Work['state']
  mayBeOut: boolean
  obstacle: AppError | null
  filled: FilledTransaction | null
  network: EvmNetwork
  fail: (error: AppError) => void
}

const statusOf = ({ work, mayBeOut, obstacle, filled, network, fail }: StatusInput): StatusWords | undefined => {
  if (mayBeOut) {
    return work.kind === 'failed'
      ? {
          variant: 'warning',
          title: sharedT('lost.title'),
          text: sharedT('lost.text'),
        }
      : undefined
  }
  if (obstacle?.name === 'INSUFFICIENT_FUNDS' && filled !== null) {
    const { symbol, decimals } = network.nativeCurrency
    const balance = `${shownAmount(filled.balanceWei, decimals, 'down')} ${symbol}`
    const text = t('funds', { balance, needed: `${shownAmount(shownTotal(filled), decimals)} ${symbol}` })
    return { variant: 'danger', title: failureWords(obstacle).title, text, action: receiveAction(fail) }
  }
  if (obstacle !== null) return { variant: isOutage(obstacle) ? 'warning' : 'danger', ...failureWords(obstacle) }
  return work.kind === 'failed' ? { variant: 'danger', ...failureWords(work.error) } : undefined
}

/** The label of the fee, and of a total that includes it: a maximum. */
const shownFee = ({ maxFeeWei }: FilledTransaction): bigint => roundedUp(maxFeeWei)
const shownTotal = (filled: FilledTransaction): bigint => filled.unsigned.value + shownFee(filled)

type CostsProps = {
  network: EvmNetwork
  filled: Loaded<FilledTransaction>
  transaction: ReadTransaction
  request: EvmTransaction
  insight: Insight | null
}

/** Shows the maximum cost and the network. */
function Costs({ network, filled, transaction, request, insight }: CostsProps) {
  const upTo = (wei: (filled: FilledTransaction) => bigint, isFact: boolean) =>
    filled.kind === 'ready' ? (
      <UpTo units={wei(filled.value)} {...network.nativeCurrency} priceUsd={insight?.priceUsd} isFact={isFact} />
    ) : (
      <CostPending isLoading={filled.kind === 'loading'} />
    )
  return (
    <KeyValueList>
      <KeyValue label={sharedT('networkFee')}>{upTo(shownFee, true)}</KeyValue>
      {request.value > 0n && <KeyValue label={sharedT('total')}>{upTo(shownTotal, false)}</KeyValue>}
      <NetworkRow network={network} />
      <TokenContract transaction={transaction} />
      {insight?.tried.kind === 'unavailable' && (
        <KeyValue label={simulationT('beforehand')}>{simulationT('unavailable')}</KeyValue>
      )}
    </KeyValueList>
  )
}
