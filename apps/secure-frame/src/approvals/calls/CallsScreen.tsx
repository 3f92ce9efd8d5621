import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveCalls'
import { t as simulationT } from '@latchkey/copy/simulation'
import './calls.css'
import { type EvmAddress, type EvmNetwork, riskSeverity, type SwapTerms } from '@latchkey/chains'
import { rich } from '@latchkey/copy/react'
import { Details, KeyValue } from '@latchkey/ui'
import { useMemo } from 'react'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'
import type { ScreenProps } from '../Approval.ts'
import { riskWords } from '../risks/riskWords.tsx'
import { ApprovalScreen } from '../screen/ApprovalScreen.tsx'
import { Caution } from '../screen/Caution.tsx'
import { RiskList } from '../screen/RiskList.tsx'
import { useLoaded } from '../screen/useLoaded.ts'
import { matchesDecodedEffects } from '../simulation/matchesDecodedEffects.ts'
import { useSwapGuard } from '../swap/useSwapGuard.ts'
import { CallTree } from '../transaction/CallTree.tsx'
import { ChangesCard, isWithoutLimit } from '../transaction/ChangesCard.tsx'
import { gatherInsight, type Insight, type Planned, type Tried } from '../transaction/gatherInsight.ts'
import { MeaningCard, TokenContract } from '../transaction/MeaningCard.tsx'
import { CallList } from './CallList.tsx'
import type { SentOperation } from './createOperationSubmission.ts'
import {
  allowanceKey,
  assessCalls,
  batchIntent,
  counterpartiesOfAll,
  describeCalls,
  joinRisks,
} from './describeCalls.ts'
import { OperationCosts } from './OperationCosts.tsx'
import { OperationDetails } from './OperationDetails.tsx'
import type { OperationPlan } from './OperationPlan.ts'
import { readRemainingAllowances } from './readRemainingAllowances.ts'
import { SetUpNotice } from './SetUpNotice.tsx'
import { type UseOperationOptions, useOperation } from './useOperation.ts'

export type CallsScreenProps = Omit<ScreenProps<never>, 'decision'> &
  Pick<UseOperationOptions, 'decision' | 'until' | 'onSigned' | 'onRefused'> & {
    account: SmartAccount
    plan: OperationPlan
    /** The quote that the user agreed to, where this is a swap. */
    swap?: SwapTerms | undefined
    onSent: (sent: SentOperation) => void
  }

/** Shows a smart account's call or batch: the overall changes, each call in words, and who pays. */
export function CallsScreen(props: CallsScreenProps) {
  const { requestContext, tools, decision, account, plan, swap, until, onSigned, onRefused, onSent } = props
  const { network, caller } = requestContext
  const planned = useMemo(() => describeCalls(plan.calls, account.address as EvmAddress), [plan, account])
  const [looked, look] = useLoaded(async () => {
    const used = new Set<string>()
    const from = account.address as EvmAddress
    const consult = readRemainingAllowances(tools.consult, from, planned, (each) => used.add(allowanceKey(each)))
    const found = await gatherInsight(from, planned, { read: tools.read, consult, owner: account.owner })
    return { ...found, used: found.tried.kind === 'ran' ? used : new Set<string>() }
  })
  const insight = looked.kind === 'ready' ? looked.value : null
  const guard = useSwapGuard(swap, { planned, account: account.address as EvmAddress, insight }, tools)
  const failing = insight?.tried.kind === 'reverted' ? insight.tried.at : null
  const { filled, isFinished, ...screen } = useOperation({
    requestContext,
    tools,
    decision,
    account,
    plan,
    isReady: insight !== null && guard.isReady,
    stop: guard.stop,
    failing,
    until,
    ...(onSigned === undefined ? {} : { onSigned }),
    ...(onRefused === undefined ? {} : { onRefused }),
    onRefill: look,
    onSent(sent) {
      // The account's counterparties, for the next time. A failure to store them does not fail the request.
      void tools.consult('rememberAddresses', counterpartiesOfAll(planned).slice(0, 64)).catch(() => undefined)
      onSent(sent)
    },
  })
  const shown = filled.kind === 'ready' ? filled.value : null
  const risks = useMemo(
    () =>
      assessCalls(
        planned,
        {
          hasCode: insight?.hasCode ?? (() => undefined),
          ...(insight === null ? {} : { tokens: insight.tokens }),
          ...(insight?.known ? { known: insight.known } : {}),
          ...(insight?.other ? { own: insight.other.address } : {}),
          ...(shown === null ? {} : { balanceWei: shown.balanceWei }),
          ...(shown?.payer.kind === 'self' ? { maxFeeWei: shown.maxFeeWei } : {}),
        },
        insight?.used,
      ),
    [planned, insight, shown],
  )
  const joined = joinRisks(risks)
  const worst = joined[0] === undefined ? null : riskSeverity[joined[0].kind]
  const isDangerous =
    worst === 'danger' || (insight?.tried.kind === 'ran' && insight.tried.changes.some(isWithoutLimit))
  const notices = <RiskList risks={joined.map((risk) => riskWords(risk, network))} />
  const [only, another] = planned

  return (
    <ApprovalScreen
      requestContext={requestContext}
      intent={batchIntent(planned, network, insight, insight?.used)}
      tone={isDangerous ? 'danger' : 'neutral'}
      {...screen}
    >
      {!isFinished && <Outcome planned={planned} insight={insight} network={network} />}
      {only !== undefined && another === undefined && <OneCall call={only} insight={insight} network={network} />}
      {another !== undefined && (
        <CallList planned={planned} risks={risks} insight={insight} network={network} failing={failing} />
      )}
      {shown !== null && <SetUpNotice setUp={shown.setUp} network={network} />}
      <OperationCosts filled={filled} network={network} caller={caller} priceUsd={insight?.priceUsd}>
        {only !== undefined && another === undefined && <TokenContract transaction={only.transaction} />}
        {insight?.tried.kind === 'unavailable' && (
          <KeyValue label={simulationT('beforehand')}>{simulationT('unavailable')}</KeyValue>
        )}
      </OperationCosts>
      {!isFinished && insight?.tried.kind === 'reverted' && <WouldFail tried={insight.tried} count={planned.length} />}
      {notices}
      {shown !== null && <OperationDetails filled={shown} network={network} />}
    </ApprovalScreen>
  )
}

type OutcomeProps = { planned: readonly Planned[]; insight: Insight | null; network: EvmNetwork }

/** The simulation's result. Not shown where it only repeats a single plain call. */
function Outcome({ planned, insight, network }: OutcomeProps) {
  const [only, another] = planned
  const { kind } = only?.transaction.meaning ?? { kind: 'call' }
  const saysItself = another === undefined && (kind === 'transfer' || kind === 'token')
  if (only === undefined) return null
  if (insight === null)
    return saysItself ? null : (
      <ChangesCard changes={null} tokens={new Map()} named={new Set()} network={network} insight={null} />
    )
  const { tried, tokens, named } = insight
  if (tried.kind !== 'ran') return null
  const effects = planned.flatMap(({ transaction }) => transaction.effects)
  const isSaid = matchesDecodedEffects(tried.changes, effects, only.request.value)
  const comesToo = tried.changes.some((change) => change.kind === 'amount' && change.amount > 0n)
  if (saysItself && isSaid && !comesToo) return null
  return (
    <>
      {saysItself && !isSaid && (
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

/** States that the simulation failed, and at which call. */
function WouldFail({ tried, count }: { tried: Extract<Tried, { kind: 'reverted' }>; count: number }) {
  const reason = <bdi>{tried.reason}</bdi>
  return (
    <Caution variant="danger" title={simulationT('wouldFail.title')}>
      {count === 1
        ? rich((at) => simulationT('wouldFail.one', at), { reason })
        : rich((at) => t('wouldFail', { ...at, call: tried.at + 1, count }), { reason })}
    </Caution>
  )
}

/** A single call, shown like a transaction. */
function OneCall({ call, insight, network }: { call: Planned; insight: Insight | null; network: EvmNetwork }) {
  const { transaction, request } = call
  const { meaning } = transaction
  const facts = meaning.kind === 'token' ? insight?.tokens.get(meaning.token) : undefined
  const saysItself = meaning.kind === 'transfer' || meaning.kind === 'token'
  return (
    <>
      <MeaningCard
        transaction={transaction}
        request={request}
        network={network}
        token={insight === null ? { kind: 'loading' } : { kind: 'ready', value: facts ?? null }}
        insight={insight}
        showsCoins={saysItself || (insight !== null && insight.tried.kind !== 'ran')}
      />
      {transaction.call !== null && transaction.call.fn !== null && (
        <Details summary={sharedT('allArguments')}>
          <CallTree call={transaction.call} network={network} />
        </Details>
      )}
    </>
  )
}
