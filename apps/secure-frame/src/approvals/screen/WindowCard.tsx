import { t } from '@latchkey/copy/approvals'
import { t as commonT } from '@latchkey/copy/common'
import { AppError } from '@latchkey/protocol'
import { Button, Text } from '@latchkey/ui'
import { useSyncExternalStore } from 'react'
import type { Decision, RequestContext } from '../Approval.ts'
import type { ApprovalWindow, WindowState } from '../window/createApprovalWindow.ts'
import { Caution } from './Caution.tsx'
import { WalletScreen } from './WalletScreen.tsx'

/** The reason why a request is not confirmed in the frame. */
export type WindowReason = 'project' | 'browser' | 'covered'

export type WindowCardProps = {
  requestContext: RequestContext
  decision: Pick<Decision<unknown>, 'reject' | 'fail'>
  approvalWindow: ApprovalWindow
  because: WindowReason
}

/** Replaces an approval that is confirmed in a window: shows the state of the window, and a way to open it. */
export function WindowCard({ requestContext, decision, approvalWindow, because }: WindowCardProps) {
  const { kind, mayBeOut } = useSyncExternalStore(approvalWindow.subscribe, approvalWindow.state)
  const isOpen = kind === 'opening' || kind === 'open'

  if (mayBeOut && !isOpen) {
    return (
      <WalletScreen
        requestContext={requestContext}
        intent={t('window.closedWhileSending')}
        onDecline={null}
        status={
          <Caution variant="warning" title={t('window.mayBeOut.title')}>
            {t('window.mayBeOut.text')}
          </Caution>
        }
        buttons={
          <Button variant="secondary" onClick={() => decision.fail(new AppError('CHAIN_UNREACHABLE'))}>
            {commonT('close')}
          </Button>
        }
      >
        {null}
      </WalletScreen>
    )
  }
  const reason = t(`window.because.${because}`)
  const { variant, title, text } = noticeOf(kind) ?? { text: reason }
  return (
    <WalletScreen
      requestContext={requestContext}
      intent={isOpen ? t('window.goOn') : t('continueInWindow')}
      onDecline={decision.reject}
      status={
        variant === undefined ? null : (
          <Caution variant={variant} title={title}>
            {text}
          </Caution>
        )
      }
      buttons={
        <>
          <Button variant="secondary" onClick={decision.reject}>
            {t('reject')}
          </Button>
          <Button onClick={isOpen ? approvalWindow.focus : approvalWindow.open}>{labelOf(kind)}</Button>
        </>
      }
    >
      <Text tone="secondary">{variant === undefined ? text : reason}</Text>
    </WalletScreen>
  )
}

type Words = { variant?: 'info' | 'warning'; title?: string; text: string }

/** Shows, besides the reason for the window, its state. */
const noticeOf = (kind: WindowState['kind']): Words | null => {
  switch (kind) {
    case 'none':
      return null
    case 'blocked':
    case 'silent':
      return { variant: 'warning', title: t(`window.${kind}.title`), text: t(`window.${kind}.text`) }
    case 'closed':
      return { variant: 'info', title: t('window.closed.title'), text: t('window.closed.text') }
    case 'opening':
    case 'open':
      return { text: t('window.shown') }
  }
}

const labelOf = (kind: WindowState['kind']): string => {
  switch (kind) {
    case 'none':
      return t('window.open')
    case 'blocked':
      return commonT('tryAgain')
    case 'opening':
    case 'open':
      return t('window.show')
    case 'silent':
    case 'closed':
      return t('window.openAgain')
  }
}
