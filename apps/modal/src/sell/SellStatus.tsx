import { getLanguage } from '@latchkey/copy'
import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/sell'
import { Address, Button, ButtonLink, EmptyState, KeyValue, KeyValueList, Notice } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ComponentType, useEffect } from 'react'
import { moneyText } from '../buy/moneyText.ts'
import { type Look, OrderStatus } from '../buy/OrderStatus.tsx'
import { ExplorerLink } from '../parts/ExplorerLink.tsx'
import { isCallsId } from '../send/callsId.ts'
import { accountAtom } from '../state/accounts.ts'
import { switchNetworkAtom } from '../state/connection.ts'
import { findNetworkAtom } from '../state/networks.ts'
import { backAtom, resetRouteAtom } from '../state/route.ts'
import { accountOnNetworkAtom } from '../state/send/form.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import {
  dismissSaleAtom,
  lookAtSaleAtom,
  mayStartOverAtom,
  reopenSaleWindowAtom,
  restoreSaleAtom,
  type Sale,
  saleAtom,
  saleTokenInHandAtom,
  sendSaleAtom,
} from './sale.ts'
import { sellErrorCopy } from './sellErrors.ts'

type Action = 'openProvider' | 'reopen' | 'send' | 'cancel' | 'startOver' | 'lookNow' | 'explorer' | 'done'

const looks = {
  opening: { icon: null, actions: [] },
  failed: { icon: 'error', tone: 'danger', actions: ['startOver'] },
  blocked: { icon: 'external', actions: ['openProvider', 'cancel'] },
  waiting: { icon: null, actions: ['reopen', 'cancel'] },
  closed: { icon: 'clock', tone: 'warning', actions: ['reopen', 'cancel'] },
  send: { icon: 'send', actions: ['send', 'cancel'] },
  sent: { icon: null, actions: ['explorer', 'lookNow', 'done'] },
  unsure: { icon: 'warning', tone: 'warning', actions: ['lookNow', 'done', 'startOver'] },
  onChain: { icon: null, actions: ['explorer', 'lookNow', 'done'] },
  processing: { icon: null, actions: ['explorer', 'lookNow', 'done'] },
  paid: { icon: 'success', tone: 'success', actions: ['done'] },
  declined: { icon: 'error', tone: 'danger', actions: ['startOver'] },
  expired: { icon: 'clock', tone: 'warning', actions: ['startOver'] },
  changed: { icon: 'warning', tone: 'danger', actions: ['startOver'] },
  dispute: { icon: 'warning', tone: 'warning', actions: ['explorer', 'lookNow', 'done', 'startOver'] },
} as const satisfies Record<string, Look<Action>>
type LookKey = keyof typeof looks

const waitingLooks = { open: 'waiting', closed: 'closed', blocked: 'blocked' } as const satisfies Record<
  Sale['window'],
  LookKey
>

/** Returns how a sale is shown: by its status, by its window until the provider has accepted, and by the sent transfer. */
const lookKeyOf = ({ status, window, sent }: Sale): LookKey => {
  if (sent?.id === null && status !== 'processing' && status !== 'paid') return 'unsure'
  if (sent !== null && (status === 'waiting' || status === 'send')) return sent.isConfirmed ? 'onChain' : 'sent'
  if (sent !== null && (status === 'changed' || status === 'declined' || status === 'expired')) return 'dispute'
  return status === 'waiting' ? waitingLooks[window] : status
}

/** Shows a sale's status, from the provider's window until it has paid out. */
export function SellStatus() {
  const sale = useAtomValue(saleAtom)
  const reset = useSetAtom(resetRouteAtom)
  const restore = useSetAtom(restoreSaleAtom)
  const readTokens = useSetAtom(refreshTokensAtom)
  const key = sale === null ? null : lookKeyOf(sale)
  const { provider = '', symbol = '', amount = '', payout } = sale ?? {}
  const total = payout === undefined ? '' : moneyText(payout.amount, payout.currency)
  const values = { provider, symbol, amount, total }
  const address = useAtomValue(accountAtom)?.address ?? ''
  useEffect(() => {
    if (address === '') return
    restore()
    void readTokens()
  }, [address, restore, readTokens])
  if (sale === null || key === null)
    return (
      <EmptyState
        icon="card"
        title={t('nothingOpen')}
        action={{ label: t('done'), onClick: () => reset({ view: 'Account' }) }}
      />
    )
  const look: Look<Action> = looks[key]
  const { error } = sale
  const words = error === null ? null : sellErrorCopy(error)
  return (
    <OrderStatus
      look={look}
      title={t(`status.${key}.title`, values)}
      amount={`${amount} ${symbol}`}
      text={words === null ? t(`status.${key}.text`, values) : commonT('errorLine', words)}
    >
      {key === 'send' && <Deposit sale={sale} />}
      {sale.isUndone && key === 'send' && <Notice variant="warning">{t('undone')}</Notice>}
      {sale.isUnreachable && <Notice variant="warning">{t('unreachable')}</Notice>}
      {look.actions.map((action) => {
        const ActionButton = buttons[action]
        return <ActionButton key={action} sale={sale} />
      })}
    </OrderStatus>
  )
}

/** The transfer that the provider requests. Read-only. */
function Deposit({ sale: { deposit, amount, symbol, chainId } }: { sale: Sale }) {
  const network = useAtomValue(findNetworkAtom)(chainId)?.name ?? chainId
  if (deposit === null) return null
  const time = new Intl.DateTimeFormat(getLanguage(), { timeStyle: 'short' }).format(deposit.expiresAt)
  return (
    <KeyValueList>
      <KeyValue label={t('exact')}>
        <bdi dir="ltr">{`${amount} ${symbol}`}</bdi>
      </KeyValue>
      <KeyValue label={t('to')} stacked>
        <Address address={deposit.address} form="full" />
      </KeyValue>
      <KeyValue label={t('network')}>
        <bdi>{network}</bdi>
      </KeyValue>
      <KeyValue label={t('until')}>{time}</KeyValue>
    </KeyValueList>
  )
}

type ActionProps = { sale: Sale }

/** Links to the provider's page, where the browser blocked the window. */
function OpenProvider({ sale: { url, provider } }: ActionProps) {
  if (url === null) return null
  return (
    <ButtonLink href={url} icon="external">
      {t('openProvider', { provider })}
    </ButtonLink>
  )
}

function Reopen({ sale: { window } }: ActionProps) {
  const reopen = useSetAtom(reopenSaleWindowAtom)
  return <Button onClick={() => reopen()}>{t(window === 'open' ? 'showWindow' : 'openAgain')}</Button>
}

/** Opens the transfer in Send, or shows why it can't. */
function SendNow({ sale: { chainId, amount, symbol } }: ActionProps) {
  const network = useAtomValue(findNetworkAtom)(chainId)?.name ?? chainId
  const place = useAtomValue(accountOnNetworkAtom)
  const held = useAtomValue(saleTokenInHandAtom)
  const change = useSetAtom(switchNetworkAtom)
  const send = useSetAtom(sendSaleAtom)
  if (place?.network !== chainId)
    return <Button onClick={() => void change(chainId)}>{t('switch', { network })}</Button>
  return (
    <>
      {held?.isEnough === false && <Notice variant="warning">{t('lacking', { amount, symbol })}</Notice>}
      <Button onClick={() => void send()} disabled={held?.isEnough !== true}>
        {t('sendNow', { amount, symbol })}
      </Button>
    </>
  )
}

function useLeave() {
  const dismiss = useSetAtom(dismissSaleAtom)
  const back = useSetAtom(backAtom)
  return () => {
    dismiss()
    back()
  }
}

function Cancel() {
  const leave = useLeave()
  return (
    <Button variant="secondary" onClick={leave}>
      {t('cancel')}
    </Button>
  )
}

function StartOver({ sale: { sent } }: ActionProps) {
  const leave = useLeave()
  if (!useAtomValue(mayStartOverAtom)) return null
  return (
    <Button variant={sent === null ? 'primary' : 'secondary'} onClick={leave}>
      {t('startOver')}
    </Button>
  )
}

function LookNow() {
  const look = useSetAtom(lookAtSaleAtom)
  return (
    <Button variant="secondary" onClick={() => void look()}>
      {t('lookNow')}
    </Button>
  )
}

function Done({ sale: { status } }: ActionProps) {
  const dismiss = useSetAtom(dismissSaleAtom)
  const reset = useSetAtom(resetRouteAtom)
  const done = () => {
    if (status === 'paid') dismiss()
    reset({ view: 'Account' })
  }
  return <Button onClick={done}>{t('done')}</Button>
}

/** Links to the transfer in the network's block explorer. */
function Explorer({ sale: { chainId, sent } }: ActionProps) {
  const id = sent?.id ?? null
  const hash = id === null || isCallsId(id) ? null : id
  return <ExplorerLink network={chainId} hash={hash} label={(name) => t('explorer', { name })} />
}

const buttons: Record<Action, ComponentType<ActionProps>> = {
  openProvider: OpenProvider,
  reopen: Reopen,
  send: SendNow,
  cancel: Cancel,
  startOver: StartOver,
  lookNow: LookNow,
  explorer: Explorer,
  done: Done,
}
