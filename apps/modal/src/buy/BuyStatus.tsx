import { formatQuantity } from '@latchkey/chains'
import { t } from '@latchkey/copy/buy'
import { t as commonT } from '@latchkey/copy/common'
import { Button, ButtonLink, EmptyState, Notice } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ComponentType } from 'react'
import { ExplorerLink } from '../parts/ExplorerLink.tsx'
import { findNetworkAtom } from '../state/networks.ts'
import { backAtom, resetRouteAtom } from '../state/route.ts'
import { buyErrorCopy } from './buyErrors.ts'
import { type Look, OrderStatus } from './OrderStatus.tsx'
import { dismissPurchaseAtom, lookNowAtom, type Purchase, purchaseAtom, reopenWindowAtom } from './purchase.ts'

type Action = 'openProvider' | 'reopen' | 'startOver' | 'lookNow' | 'explorer' | 'done'

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
} as const satisfies Record<string, Look<Action>>
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
  const reset = useSetAtom(resetRouteAtom)
  const findNetwork = useAtomValue(findNetworkAtom)
  const key = purchase === null ? null : lookKeyOf(purchase)
  const { provider = '', symbol = '' } = purchase ?? {}
  if (purchase === null || key === null)
    return (
      <EmptyState
        icon="card"
        title={t('nothingOpen')}
        action={{ label: t('done'), onClick: () => reset({ view: 'Account' }) }}
      />
    )
  const look: Look<Action> = looks[key]
  const { error } = purchase
  const words = error === null ? null : buyErrorCopy(error, provider)
  const quantity = purchase.short ?? purchase.amount
  const amount = quantity === null ? symbol : `${formatQuantity(quantity)} ${symbol}`
  const network = findNetwork(purchase.chainId)?.name ?? purchase.chainId
  return (
    <OrderStatus
      look={look}
      title={t(`status.${key}.title`, { provider })}
      amount={purchase.status === 'failed' ? null : amount}
      text={words === null ? t(`status.${key}.text`, { provider, symbol }) : commonT('errorLine', words)}
    >
      {purchase.isUnreachable && <Notice variant="warning">{t('unreachable')}</Notice>}
      {purchase.isChainAway && <Notice variant="warning">{t('chainAway', { network })}</Notice>}
      {look.actions.map((action) => {
        const ActionButton = buttons[action]
        return <ActionButton key={action} purchase={purchase} isOnly={look.actions.length === 1} />
      })}
    </OrderStatus>
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
  return <ExplorerLink network={chainId} hash={txHash} label={(name) => t('explorer', { name })} />
}

const buttons: Record<Action, ComponentType<ActionProps>> = {
  openProvider: OpenProvider,
  reopen: Reopen,
  startOver: StartOver,
  lookNow: LookNow,
  explorer: Explorer,
  done: Done,
}
