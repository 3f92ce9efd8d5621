import { t } from '@latchkey/copy/approvals'
import './connect.css'
import { withCopy } from '@latchkey/copy'
import { Icon, type IconName, KeyValue, KeyValueList } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { displayHost } from '../boundary/displayHost.ts'
import type { ServedNetwork } from '../chain/networkOf.ts'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { ApprovalScreen } from './screen/ApprovalScreen.tsx'

/** Shares a session that is open on another page of this site. Nothing is signed but the message that is shown with it. */
export const connect: ApprovalKind<'connect'> = {
  async prepare({ email, signIn }, { caller }) {
    const signed =
      signIn === undefined
        ? null
        : (await withCopy(import('./signIn/SignInFacts.tsx'))).drawSignIn(signIn, caller.origin)
    return (props) => (
      <ConnectScreen {...props} email={email}>
        {signed}
      </ConnectScreen>
    )
  },
}

type Props = ScreenProps<'connected', ServedNetwork> & { email: string; children: ReactNode }

function ConnectScreen({ requestContext, decision, email, children }: Props) {
  const { port, hostname } = new URL(requestContext.caller.origin)
  const host = displayHost(hostname)
  return (
    <ApprovalScreen
      requestContext={requestContext}
      intent={t('connect.intent', { site: port === '' ? host : `${host}:${port}` })}
      accept={{ label: t('connect.confirm'), onAccept: () => decision.approve('connected'), arms: true, isReady: true }}
      decline={{ label: t('connect.decline'), onDecline: decision.reject }}
    >
      <KeyValueList>
        <KeyValue label={t('connect.account')}>
          <bdi>{email}</bdi>
        </KeyValue>
      </KeyValueList>
      {children}
      <ul className="wallet-points">
        <Point icon="check">{t('connect.sees')}</Point>
        <Point icon="check">{t('connect.asks')}</Point>
        <Point icon="shield">{t('connect.needsYou')}</Point>
      </ul>
    </ApprovalScreen>
  )
}

function Point({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="wallet-point">
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  )
}
