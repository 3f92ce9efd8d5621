import { type EvmNetwork, usualOverheadGas } from '@latchkey/chains'
import { Address, KeyValue, KeyValueList, Notice, Skeleton, Tag, Text } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { displayHost } from '../../boundary/displayHost.ts'
import type { Asker } from '../Approval.ts'
import { exactAmount } from '../screen/exactAmount.ts'
import { inUsd } from '../screen/inUsd.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { FilledOperation, Payer } from './fillOperation.ts'
import { shownFee, whyNotSponsored } from './operationWords.ts'

export type OperationCostsProps = {
  filled: Loaded<FilledOperation>
  network: EvmNetwork
  caller: Pick<Asker, 'origin'>
  /** US dollars for one coin of the network, where somebody says. */
  priceUsd: number | null
  /** Further facts of the same list. */
  children?: ReactNode
}

/** On which network, what it may cost, and who pays. */
export function OperationCosts({ filled, network, caller, priceUsd, children }: OperationCostsProps) {
  const known = filled.kind === 'ready' ? filled.value : null
  return (
    <>
      {known !== null && <NotSponsored payer={known.payer} />}
      {known !== null && <HighFee filled={known} />}
      <KeyValueList>
        <KeyValue label="Network">
          <span className="wallet-network">
            <bdi>{network.name}</bdi>
            {network.testnet && <Tag label="Test network" />}
          </span>
        </KeyValue>
        <KeyValue label="Network fee" stacked={known !== null && isOfPage(known.payer)}>
          {known === null ? (
            <Pending isLoading={filled.kind === 'loading'} />
          ) : known.payer.kind === 'self' ? (
            <AtMost wei={shownFee(known.maxFeeWei)} network={network} priceUsd={priceUsd} />
          ) : (
            <PaidBy payer={known.payer} origin={caller.origin} />
          )}
        </KeyValue>
        {known !== null && known.valueWei > 0n && (
          <KeyValue label="Total">
            <AtMost
              wei={known.valueWei + (known.payer.kind === 'self' ? shownFee(known.maxFeeWei) : 0n)}
              network={network}
              priceUsd={priceUsd}
            />
          </KeyValue>
        )}
        {children}
      </KeyValueList>
    </>
  )
}

function Pending({ isLoading }: { isLoading: boolean }) {
  if (!isLoading) return 'not known'
  return (
    <span className="wallet-wait">
      <Skeleton />
    </span>
  )
}

type AtMostProps = { wei: bigint; network: EvmNetwork; priceUsd: number | null }

function AtMost({ wei, network, priceUsd }: AtMostProps) {
  const { symbol, decimals } = network.nativeCurrency
  return (
    <>
      You pay at most <bdi dir="ltr">{`${exactAmount(wei, decimals)} ${symbol}`}</bdi>
      {priceUsd !== null && (
        <Text size="small" tone="secondary" align="end">
          about {inUsd(wei, decimals, priceUsd)}
        </Text>
      )}
    </>
  )
}

/** Paid by the page's word alone: there is more to say of it than fits beside its label. */
const isOfPage = (payer: Payer): boolean => payer.kind === 'page' || (payer.kind === 'sponsor' && payer.isOfPage)

/** Somebody else pays: the project by the operator's word, anybody else by the page's. */
function PaidBy({ payer, origin }: { payer: Exclude<Payer, { kind: 'self' }>; origin: string }) {
  if (payer.kind === 'sponsor' && !payer.isOfPage) {
    return (
      <>
        <bdi>{payer.name}</bdi> pays it
        <Text size="small" tone="secondary" align="end">
          You pay nothing for it.
        </Text>
      </>
    )
  }
  const host = displayHost(new URL(origin).hostname)
  return (
    <>
      A service of <bdi dir="ltr">{host}</bdi> says that it pays
      <Text size="small" tone="secondary">
        {payer.kind === 'sponsor' ? (
          <>
            It calls itself “<bdi>{payer.name}</bdi>”.
          </>
        ) : (
          <>
            Its contract: <Address address={payer.paymaster} />
          </>
        )}
      </Text>
    </>
  )
}

/** Bundlers leave room for their own costs; what is beyond that is theirs. */
const mostTimes = 2n

/** A bundler says itself what an operation costs it, and whoever pays for themselves has nobody who looks whether that is sane. */
function HighFee({ filled: { operation, setUp, payer } }: { filled: FilledOperation }) {
  if (payer.kind !== 'self') return null
  if (operation.preVerificationGas <= mostTimes * usualOverheadGas(operation, setUp?.kind === 'lend')) return null
  return (
    <Notice variant="warning" title="The fee is high">
      Sending this takes far more gas than its size needs. That is usual only where a network keeps its data on another
      one.
    </Notice>
  )
}

/** Said where somebody was asked and does not pay; where nobody ever does, there is nothing to say. */
function NotSponsored({ payer }: { payer: Payer }) {
  if (payer.kind !== 'self' || payer.because === null || payer.because.name === 'NOT_ENABLED') return null
  return (
    <Notice title="You pay the network fee yourself">
      <bdi>{whyNotSponsored(payer.because)}</bdi>
    </Notice>
  )
}
