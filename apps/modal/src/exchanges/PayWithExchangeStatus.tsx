import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/exchange'
import { Button, ButtonLink, EmptyState, type IconName, Notice, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { ExplorerLink } from '../parts/ExplorerLink.tsx'
import { announceAtom } from '../state/announcement.ts'
import { findNetworkAtom } from '../state/networks.ts'
import { backAtom, resetRouteAtom } from '../state/route.ts'
import { exchangeErrorCopy } from './exchangeErrors.ts'
import { dismissPaymentAtom, lookAgainAtom, type Payment, paymentAtom, reopenPaymentAtom } from './payment.ts'

const icons = {
  opening: 'clock',
  failed: 'error',
  blocked: 'external',
  waiting: 'clock',
  closed: 'clock',
  late: 'clock',
  declined: 'error',
  unknown: 'help',
  arrived: 'success',
} as const satisfies Record<string, IconName>

/** Until it is paid, the look of a payment is that of its window. */
const lookOf = ({ status, window }: Payment): keyof typeof icons =>
  status === 'waiting' && window !== 'open' ? window : status

/** Shows a payment's status, from the window until the chain has it. */
export function PayWithExchangeStatus() {
  const payment = useAtomValue(paymentAtom)
  const announce = useSetAtom(announceAtom)
  const reset = useSetAtom(resetRouteAtom)
  const findNetwork = useAtomValue(findNetworkAtom)
  const look = payment === null ? null : lookOf(payment)
  const { exchange = '', symbol = '', amount = '', error = null } = payment ?? {}
  const title = look === null ? '' : t(`status.${look}.title`, { exchange })
  useEffect(() => {
    if (title !== '') announce(title)
  }, [title, announce])
  if (payment === null || look === null)
    return (
      <EmptyState
        icon="download"
        title={t('nothingOpen')}
        action={{ label: t('done'), onClick: () => reset({ view: 'Account' }) }}
      />
    )
  const network = findNetwork(payment.chainId)?.name ?? payment.chainId
  const text =
    error === null
      ? t(`status.${look}.text`, { exchange, symbol })
      : commonT('errorLine', exchangeErrorCopy(error, exchange, symbol))
  return (
    <Stack>
      <EmptyState icon={icons[look]} title={title} description={text} />
      <Text align="center">
        <bdi dir="ltr">{t('sum', { amount, symbol })}</bdi>
      </Text>
      {payment.isUnreachable && <Notice variant="warning">{t('unreachable')}</Notice>}
      {payment.isChainAway && <Notice variant="warning">{t('chainAway', { network })}</Notice>}
      <Actions payment={payment} />
    </Stack>
  )
}

const openStatuses: readonly Payment['status'][] = ['waiting', 'late']

function Actions({ payment: { status, window, url, exchange, chainId, txHash } }: { payment: Payment }) {
  const reopen = useSetAtom(reopenPaymentAtom)
  const lookAgain = useSetAtom(lookAgainAtom)
  const dismiss = useSetAtom(dismissPaymentAtom)
  const back = useSetAtom(backAtom)
  const reset = useSetAtom(resetRouteAtom)
  const isOpen = openStatuses.includes(status)
  const startOver = () => {
    dismiss()
    back()
  }
  const done = () => {
    dismiss()
    reset({ view: 'Account' })
  }
  if (status === 'opening') return null
  return (
    <Stack gap={2}>
      {isOpen && window === 'blocked' && url !== null && (
        <ButtonLink href={url} icon="external">
          {t('openExchange', { exchange })}
        </ButtonLink>
      )}
      {isOpen && window !== 'blocked' && (
        <Button onClick={() => reopen()}>{t(window === 'open' ? 'showWindow' : 'openAgain')}</Button>
      )}
      {isOpen && (
        <Button variant="secondary" onClick={() => void lookAgain()}>
          {t('lookAgain')}
        </Button>
      )}
      <ExplorerLink network={chainId} hash={txHash} label={(name) => t('explorer', { name })} />
      {status === 'arrived' ? (
        <Button onClick={done}>{t('done')}</Button>
      ) : (
        <Button variant="secondary" onClick={startOver}>
          {t('startOver')}
        </Button>
      )}
    </Stack>
  )
}
