import { type EvmNetwork, usualOverheadGas } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveCalls'
import { rich } from '@latchkey/copy/react'
import { Address, KeyValue, KeyValueList, Text } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { displayHost } from '../../boundary/displayHost.ts'
import type { Requester } from '../Approval.ts'
import { Caution } from '../screen/Caution.tsx'
import { fact } from '../screen/createReading.ts'
import { NetworkRow } from '../screen/NetworkRow.tsx'
import { CostPending, UpTo } from '../screen/UpTo.tsx'
import type { Loaded } from '../screen/useLoaded.ts'
import type { FilledOperation, Payer } from './fillOperation.ts'
import { shownFee, whyNotSponsored } from './operationWords.ts'

export type OperationCostsProps = {
  filled: Loaded<FilledOperation>
  network: EvmNetwork
  caller: Pick<Requester, 'origin'>
  /** US dollars for one coin of the network; null if unknown, undefined while loading. */
  priceUsd: number | null | undefined
  /** Further facts for the same list. */
  children?: ReactNode
}

/** Shows the network, the maximum cost, and who pays. */
export function OperationCosts({ filled, network, caller, priceUsd, children }: OperationCostsProps) {
  const known = filled.kind === 'ready' ? filled.value : null
  return (
    <>
      {known !== null && <NotSponsored payer={known.payer} />}
      {known !== null && <HighFee filled={known} />}
      <KeyValueList>
        <KeyValue label={sharedT('networkFee')} stacked={known !== null && isOfPage(known.payer)}>
          {known === null ? (
            <CostPending isLoading={filled.kind === 'loading'} />
          ) : known.payer.kind === 'self' ? (
            <UpTo units={shownFee(known.maxFeeWei)} {...network.nativeCurrency} priceUsd={priceUsd} isFact />
          ) : (
            <span {...fact}>
              <PaidBy payer={known.payer} origin={caller.origin} />
            </span>
          )}
        </KeyValue>
        {known !== null && known.valueWei > 0n && (
          <KeyValue label={sharedT('total')}>
            <UpTo
              units={known.valueWei + (known.payer.kind === 'self' ? shownFee(known.maxFeeWei) : 0n)}
              {...network.nativeCurrency}
              priceUsd={priceUsd}
            />
          </KeyValue>
        )}
        <NetworkRow network={network} />
        {children}
      </KeyValueList>
    </>
  )
}

/** Paid according to the page only: the explanation doesn't fit beside its label. */
const isOfPage = (payer: Payer): boolean => payer.kind === 'page' || (payer.kind === 'sponsor' && payer.isOfPage)

/** A payer other than the account: the project's sponsor (confirmed by the operator), or one that the page names (a claim). */
function PaidBy({ payer, origin }: { payer: Exclude<Payer, { kind: 'self' }>; origin: string }) {
  if (payer.kind === 'sponsor' && !payer.isOfPage) {
    return (
      <>
        {rich((at) => t('sponsor.name', at), { name: <bdi>{payer.name}</bdi> })}
        <Text size="small" tone="secondary" align="end">
          {t('sponsor.free')}
        </Text>
      </>
    )
  }
  const host = displayHost(new URL(origin).hostname)
  return (
    <>
      {rich((at) => t('sponsor.ofPage', at), { site: <bdi dir="ltr">{host}</bdi> })}
      <Text size="small" tone="secondary">
        {payer.kind === 'sponsor'
          ? rich((at) => t('sponsor.claim', at), { name: <bdi>{payer.name}</bdi> })
          : rich((at) => t('sponsor.contract', at), { address: <Address address={payer.paymaster} /> })}
      </Text>
    </>
  )
}

/** Bundlers add a margin for their own costs; anything above this factor is profit. */
const maxTimes = 2n

/** The bundler itself sets what an operation costs. An account that pays for itself has no sponsor to check that. */
function HighFee({ filled: { operation, setUp, payer } }: { filled: FilledOperation }) {
  if (payer.kind !== 'self') return null
  if (operation.preVerificationGas <= maxTimes * usualOverheadGas(operation, setUp?.kind === 'lend')) return null
  return (
    <Caution variant="warning" title={t('highFee.title')}>
      {t('highFee.text')}
    </Caution>
  )
}

/** Shown where a sponsor was asked and does not pay; omitted where sponsoring isn't enabled. */
function NotSponsored({ payer }: { payer: Payer }) {
  if (payer.kind !== 'self' || payer.because === null || payer.because.name === 'NOT_ENABLED') return null
  return (
    <Caution title={t('notSponsored')}>
      <bdi>{whyNotSponsored(payer.because)}</bdi>
    </Caution>
  )
}
