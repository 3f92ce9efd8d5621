import { formatQuantity } from '@latchkey/chains'
import { t } from '@latchkey/copy/buy'
import { t as commonT } from '@latchkey/copy/common'
import { Button, ButtonLink, EmptyState, Icon, type IconName, Notice, Spinner, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ComponentType, useEffect } from 'react'
import { explorerUrl } from '../account/explorerUrl.ts'
import { Styled } from '../parts/Styled.tsx'
import { announceAtom } from '../state/announcement.ts'
import { findNetworkAtom } from '../state/networks.ts'
import { backAtom, resetRouteAtom } from '../state/route.ts'
import { buyErrorCopy } from './buyErrors.ts'
import { buyStyles } from './buyStyles.ts'
import { dismissPurchaseAtom, lookNowAtom, type Purchase, purchaseAtom, reopenWindowAtom } from './purchase.ts'

type Action = 'openProvider' | 'reopen' | 'startOver' | 'lookNow' | 'explorer' | 'done'
type Look = {
  /** Null for a spinner. */
  readonly icon: IconName | null
  readonly tone?: 'success' | 'warning' | 'danger'
  readonly actions: readonly Action[]
}

const looks = {
  opening: { icon: null, actions: [] },
  failed: { icon: 'error', tone: 'danger', actions: ['startOver'] },
  blocked: { icon: 'external', actions: ['openProvider', 'startOver'] },
  waiting: { icon: null, actions: ['reopen', 'startOver'] },
  closed: { icon: 'clock', tone: 'warning', actions: ['reopen', 'startOver'] },
  processing: { icon: null, actions: ['lookNow', 'done'] },
  short: { icon: 'warning', tone: 'warning', actions: ['explorer', 'lookNow', 'done'] },
  late: { icon: 'clock', tone: 'warning', actions: ['lookNow', 'done'] },
  declined: { icon: 'error', tone: 'danger', actions: ['startOver'] },
  expired: { icon: 'clock', tone: 'warning', actions: ['startOver'] },
  arrived: { icon: 'success', tone: 'success', actions: ['explorer', 'done'] },
} as const satisfies Record<string, Look>
type LookKey = keyof typeof looks

const waitingLooks = { open: 'waiting', closed: 'closed', blocked: 'blocked' } as const satisfies Record<
  Purchase['window'],
  LookKey
>

/** Returns how a purchase is shown: by its status, and until it is paid, by its window. */
const lookKeyOf = ({ status, window, isLate, short }: Purchase): LookKey => {
  if (short !== null && status !== 'arrived') return 'short'
  if (status === 'waiting') return waitingLooks[window]
  return status === 'processing' && isLate ? 'late' : status
}

/** Shows a purchase's status, from the provider's window until the tokens arrive. */
export function BuyStatus() {
  const purchase = useAtomValue(purchaseAtom)
  const announce = useSetAtom(announceAtom)
  const reset = useSetAtom(resetRouteAtom)
  const findNetwork = useAtomValue(findNetworkAtom)
  const key = purchase === null ? null : lookKeyOf(purchase)
  const { provider = '', symbol = '' } = purchase ?? {}
  const title = key === null ? '' : t(`status.${key}.title`, { provider })
  useEffect(() => {
    if (title !== '') announce(title)
  }, [title, announce])
  if (purchase === null || key === null)
    return (
      <EmptyState
        icon="card"
        title={t('nothingOpen')}
        action={{ label: t('done'), onClick: () => reset({ view: 'Account' }) }}
      />
    )
  const { icon, tone, actions }: Look = looks[key]
  const { error } = purchase
  const words = error === null ? null : buyErrorCopy(error, provider)
  const quantity = purchase.short ?? purchase.amount
  const amount = quantity === null ? symbol : `${formatQuantity(quantity)} ${symbol}`
  const network = findNetwork(purchase.chainId)?.name ?? purchase.chainId
  return (
    <Styled styles={buyStyles}>
      <Stack>
        <div part="buy-result">
          <span part="buy-mark" data-tone={tone}>
            {icon === null ? <Spinner label={title} size={32} /> : <Icon name={icon} size={32} />}
          </span>
          <Text size="title" as="h2" align="center">
            {title}
          </Text>
          {purchase.status !== 'failed' && (
            <Text align="center">
              <bdi dir="ltr">{amount}</bdi>
            </Text>
          )}
          <Text size="small" tone="secondary" align="center">
            {words === null ? t(`status.${key}.text`, { provider, symbol }) : commonT('errorLine', words)}
          </Text>
        </div>
        {purchase.isUnreachable && <Notice variant="warning">{t('unreachable')}</Notice>}
        {purchase.isChainAway && <Notice variant="warning">{t('chainAway', { network })}</Notice>}
        {actions.map((action) => {
          const ActionButton = buttons[action]
          return <ActionButton key={action} purchase={purchase} isOnly={actions.length === 1} />
        })}
      </Stack>
    </Styled>
  )
}

type ActionProps = { purchase: Purchase; isOnly: boolean }

/** Links to the provider's page, where the browser blocked the window. */
function OpenProvider({ purchase: { url, provider } }: ActionProps) {
  if (url === null) return null
  return (
    <ButtonLink href={url} icon="external">
      {t('openProvider', { provider })}
    </ButtonLink>
  )
}

function Reopen({ purchase: { window } }: ActionProps) {
  const reopen = useSetAtom(reopenWindowAtom)
  return <Button onClick={() => reopen()}>{t(window === 'open' ? 'showWindow' : 'openAgain')}</Button>
}

function StartOver({ isOnly }: ActionProps) {
  const dismiss = useSetAtom(dismissPurchaseAtom)
  const back = useSetAtom(backAtom)
  const startOver = () => {
    dismiss()
    back()
  }
  return (
    <Button variant={isOnly ? 'primary' : 'secondary'} onClick={startOver}>
      {t('startOver')}
    </Button>
  )
}

function LookNow() {
  const lookNow = useSetAtom(lookNowAtom)
  return (
    <Button variant="secondary" onClick={() => void lookNow()}>
      {t('lookNow')}
    </Button>
  )
}

function Done({ purchase: { status } }: ActionProps) {
  const dismiss = useSetAtom(dismissPurchaseAtom)
  const reset = useSetAtom(resetRouteAtom)
  const done = () => {
    if (status === 'arrived') dismiss()
    reset({ view: 'Account' })
  }
  return <Button onClick={done}>{t('done')}</Button>
}

/** Links to the transfer in the network's block explorer. */
function Explorer({ purchase: { chainId, txHash } }: ActionProps) {
  const network = useAtomValue(findNetworkAtom)(chainId)
  const href = txHash === null ? undefined : explorerUrl(network, 'transaction', txHash)
  if (href === undefined || network?.blockExplorer === undefined) return null
  return (
    <ButtonLink href={href} variant="secondary" icon="external">
      {t('explorer', { name: network.blockExplorer.name })}
    </ButtonLink>
  )
}

const buttons: Record<Action, ComponentType<ActionProps>> = {
  openProvider: OpenProvider,
  reopen: Reopen,
  startOver: StartOver,
  lookNow: LookNow,
  explorer: Explorer,
  done: Done,
}
