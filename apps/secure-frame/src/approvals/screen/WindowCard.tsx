import { AppError } from '@latchkey/protocol'
import { Button, Notice, Text } from '@latchkey/ui'
import { useSyncExternalStore } from 'react'
import type { ApprovalWindow, WindowState } from '../../approvalWindow/createApprovalWindow.ts'
import type { Asking, Decision } from '../Approval.ts'
import { WalletScreen } from './WalletScreen.tsx'

/** Why a request is not confirmed where it is asked. */
export type WindowReason = 'project' | 'browser' | 'covered'

export type WindowCardProps = {
  asking: Asking
  decision: Pick<Decision<unknown>, 'reject' | 'fail'>
  approvalWindow: ApprovalWindow
  because: WindowReason
}

/** In place of an approval that is confirmed in a window: how the window is, and how to get there. */
export function WindowCard({ asking, decision, approvalWindow, because }: WindowCardProps) {
  const { kind, mayBeOut } = useSyncExternalStore(approvalWindow.subscribe, approvalWindow.state)
  const isOpen = kind === 'opening' || kind === 'open'

  if (mayBeOut && !isOpen) {
    return (
      <WalletScreen
        asking={asking}
        intent="The window was closed while sending"
        status={
          <Notice variant="warning" title="The transaction may be on its way">
            It was signed already. Look for it in your activity before you send it again.
          </Notice>
        }
        buttons={
          <Button variant="secondary" onClick={() => decision.fail(new AppError('CHAIN_UNREACHABLE'))}>
            Close
          </Button>
        }
      >
        {null}
      </WalletScreen>
    )
  }
  const { variant, title, text } = notices[kind] ?? { text: reasons[because] }
  return (
    <WalletScreen
      asking={asking}
      intent={isOpen ? 'Go on in the other window' : 'Continue in a window'}
      status={
        variant === undefined ? null : (
          <Notice variant={variant} title={title}>
            {text}
          </Notice>
        )
      }
      buttons={
        <>
          <Button variant="secondary" onClick={decision.reject}>
            Reject
          </Button>
          <Button onClick={isOpen ? approvalWindow.focus : approvalWindow.open}>{labels[kind]}</Button>
        </>
      }
    >
      <Text tone="secondary">{variant === undefined ? text : reasons[because]}</Text>
    </WalletScreen>
  )
}

const reasons = {
  project: 'You see and confirm this request in a window of your wallet, where no page can lie over it.',
  browser:
    'This browser cannot tell whether the page covers the wallet. You see and confirm the request in a window of its own.',
  covered: 'Something covers the wallet here. You see and confirm the request in a window of its own.',
} as const satisfies Record<WindowReason, string>

type Words = { variant?: 'info' | 'warning'; title?: string; text: string }

const notices: Partial<Record<WindowState['kind'], Words>> = {
  blocked: {
    variant: 'warning',
    title: 'The browser blocked the window',
    text: 'Allow windows of this page, usually at the end of the address bar, and try again.',
  },
  silent: {
    variant: 'warning',
    title: 'The window did not load',
    text: 'Check your connection, then open it again. Nothing was signed.',
  },
  closed: { variant: 'info', title: 'The window was closed', text: 'Nothing was decided. Open it again, or reject.' },
  open: { text: 'The request is shown there. Nothing happens until you decide.' },
  opening: { text: 'The request is shown there. Nothing happens until you decide.' },
}

const labels = {
  none: 'Open window',
  blocked: 'Try again',
  opening: 'Show window',
  open: 'Show window',
  silent: 'Open again',
  closed: 'Open again',
} as const satisfies Record<WindowState['kind'], string>
