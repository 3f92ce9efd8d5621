import { formatAmount } from '@latchkey/chains'
import { t } from '@latchkey/copy/swap'
import { Link, Notice, type NoticeProps, Stack } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { ExplorerLink } from '../parts/ExplorerLink.tsx'
import { accountAtom } from '../state/accounts.ts'
import { findNetworkAtom } from '../state/networks.ts'
import {
  type Crossing,
  crossingsAtom,
  dismissCrossingAtom,
  isSettled,
  lookForCrossingAtom,
  restoreCrossingsAtom,
} from './crossing.ts'
import type { CrossingState } from './watchCrossing.ts'

const variants = {
  sending: 'info',
  crossing: 'info',
  unconfirmed: 'warning',
  arrived: 'success',
  refunded: 'warning',
  failed: 'danger',
  reverted: 'danger',
} as const satisfies Record<CrossingState['kind'], NoticeProps['variant']>

/** Swaps to other networks: where each is, until the user is done with it. */
export function Crossings() {
  const crossings = useAtomValue(crossingsAtom)
  const address = useAtomValue(accountAtom)?.address
  const restore = useSetAtom(restoreCrossingsAtom)
  useEffect(() => {
    if (address !== undefined) restore()
  }, [address, restore])
  return crossings.map((each) => <CrossingNotice key={each.kept.sourceHash} crossing={each} />)
}

function CrossingNotice({ crossing }: { crossing: Crossing }) {
  const { kept, state, isLate, isUnreachable } = crossing
  const look = useSetAtom(lookForCrossingAtom)
  const dismiss = useSetAtom(dismissCrossingAtom)
  const findNetwork = useAtomValue(findNetworkAtom)
  const nameOf = (network: typeof kept.from): string => findNetwork(network)?.name ?? network
  const units = state.kind === 'arrived' ? state.units : BigInt(kept.minimum)
  const values = {
    amount: formatAmount(units, kept.decimals),
    symbol: kept.symbol,
    from: nameOf(kept.from),
    to: nameOf(kept.to),
    provider: kept.provider ?? t('provider'),
  }
  return (
    <Notice
      variant={isLate ? 'warning' : variants[state.kind]}
      title={t(`crossing.${state.kind}.title`, values)}
      action={
        isSettled(crossing) ? (
          <Link onClick={() => dismiss(crossing)}>{t('crossing.done')}</Link>
        ) : isLate ? (
          <Link onClick={() => void look(crossing)}>{t('crossing.look')}</Link>
        ) : undefined
      }
    >
      <Stack gap={2}>
        <span>{t(`crossing.${state.kind}.text`, values)}</span>
        {isLate && <span>{t('crossing.late')}</span>}
        {isUnreachable && <span>{t('crossing.unreachable')}</span>}
        <ExplorerLink
          network={state.kind === 'arrived' ? kept.to : kept.from}
          hash={(state.kind === 'arrived' || state.kind === 'refunded' ? state.txHash : null) ?? kept.sourceHash}
          label={(name) => t('crossing.explorer', { name })}
        />
      </Stack>
    </Notice>
  )
}
