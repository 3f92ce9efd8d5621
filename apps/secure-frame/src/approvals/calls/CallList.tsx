import { type EvmNetwork, riskSeverity, type Severity, type TransactionRisk } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveCalls'
import { Details, KeyValueList, Stack, Tag, Text } from '@latchkey/ui'
import { type ReactNode, useState } from 'react'
import { riskWords } from '../risks/riskWords.tsx'
import { fact } from '../screen/createReading.ts'
import { RiskList } from '../screen/RiskList.tsx'
import { CallTree } from '../transaction/CallTree.tsx'
import type { Insight, Planned } from '../transaction/gatherInsight.ts'
import { MeaningCard, TokenContract } from '../transaction/MeaningCard.tsx'
import { callAmount, callIntent } from './describeCalls.ts'

export type CallListProps = {
  planned: readonly Planned[]
  /** One entry for each call, in the same order. */
  risks: readonly (readonly TransactionRisk[])[]
  insight: Insight | null
  network: EvmNetwork
  /** The index of the call that the simulation showed to fail, from 0. */
  failing: number | null
}

/**
 * The number of calls listed at first; a batch of ten can be read at a glance. All calls are listed where the batch was
 * not simulated, because nothing else describes the rest.
 */
const shownAtOnce = 10

/** Lists every call in order, one line each; a press opens its details. */
export function CallList({ planned, ...rest }: CallListProps) {
  const { insight } = rest
  const first = insight === null || insight.tried.kind === 'ran' ? shownAtOnce : planned.length
  const more = planned.slice(first)
  return (
    <div>
      <Text size="small" tone="secondary">
        {t('order')}
      </Text>
      <ol className="wallet-calls">
        {planned.slice(0, first).map((call, at) => (
          <CallLine key={at} at={at} call={call} {...rest} />
        ))}
      </ol>
      {more.length > 0 && (
        <Opened summary={t('more', { count: more.length })}>
          {() => (
            <ol className="wallet-calls" start={first + 1}>
              {more.map((call, index) => (
                <CallLine key={index} at={first + index} call={call} {...rest} />
              ))}
            </ol>
          )}
        </Opened>
      )}
    </div>
  )
}

type CallLineProps = Omit<CallListProps, 'planned'> & { call: Planned; at: number }

function CallLine({ call, at, risks, insight, network, failing }: CallLineProps) {
  const { transaction, request } = call
  const { meaning } = transaction
  const own = risks[at] ?? []
  const intent = callIntent(call, network, insight)
  const amount = callAmount(call, network, insight)
  const facts = meaning.kind === 'token' ? insight?.tokens.get(meaning.token) : undefined
  return (
    <li>
      <Opened
        summary={
          <span className="wallet-call" {...fact}>
            <span className="wallet-call-number" aria-hidden="true">
              {at + 1}
            </span>
            <span className="wallet-call-words">
              {intent}
              {amount !== null && !intent.includes(amount.value) && (
                <Text as="span" size="small" tone="secondary">
                  <bdi dir="ltr">{amount.value}</bdi> <bdi>{amount.symbol}</bdi>
                </Text>
              )}
            </span>
            <Mark severity={own[0] === undefined ? null : riskSeverity[own[0].kind]} isFailing={failing === at} />
          </span>
        }
      >
        {() => (
          <Stack gap={3}>
            <MeaningCard
              transaction={transaction}
              request={request}
              network={network}
              token={insight === null ? { kind: 'loading' } : { kind: 'ready', value: facts ?? null }}
              insight={insight}
              showsCoins
            />
            <KeyValueList>
              <TokenContract transaction={transaction} />
            </KeyValueList>
            <RiskList risks={own.map((risk) => riskWords(risk, network))} />
            {transaction.call !== null && transaction.call.data !== '0x' && (
              <Details summary={sharedT('allArguments')}>
                <CallTree call={transaction.call} network={network} />
              </Details>
            )}
          </Stack>
        )}
      </Opened>
    </li>
  )
}

/** Details that are rendered once they are opened: a batch may have many. */
function Opened({ summary, children }: { summary: ReactNode; children: () => ReactNode }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <Details summary={summary} onOpen={() => setOpened(true)}>
      {isOpened && children()}
    </Details>
  )
}

function Mark({ severity, isFailing }: { severity: Severity | null; isFailing: boolean }) {
  if (isFailing) return <Tag tone="danger" label={t('mark.fails')} />
  if (severity === 'danger') return <Tag tone="danger" label={t('mark.danger')} />
  return severity === 'warning' ? <Tag tone="warning" label={t('mark.check')} /> : null
}
