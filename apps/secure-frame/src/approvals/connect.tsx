import './connect.css'
import { Icon, type IconName, KeyValue, KeyValueList } from '@latchkey/ui'
import { displayHost } from '../boundary/displayHost.ts'
import type { ServedNetwork } from '../chain/networkOf.ts'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { ApprovalScreen } from './screen/ApprovalScreen.tsx'

/** Let a page see a login that is open on another page of this site. Nothing is signed. */
export const connect: ApprovalKind<'connect'> = {
  prepare:
    ({ email }) =>
    (props) => <ConnectScreen {...props} email={email} />,
}

type Props = ScreenProps<'connected', ServedNetwork> & { email: string }

function ConnectScreen({ asking, decision, email }: Props) {
  const { port, hostname } = new URL(asking.caller.origin)
  const host = displayHost(hostname)
  return (
    <ApprovalScreen
      asking={asking}
      intent={`Connect to ${port === '' ? host : `${host}:${port}`}?`}
      accept={{ label: 'Connect', onAccept: () => decision.approve('connected'), arms: true, isReady: true }}
      decline={{ label: 'Not now', onDecline: decision.reject }}
    >
      <KeyValueList>
        <KeyValue label="Logged in as">
          <bdi>{email}</bdi>
        </KeyValue>
      </KeyValueList>
      <ul className="wallet-points">
        <Point icon="check">It sees your address, what it holds and your email address.</Point>
        <Point icon="check">It may ask you to sign and to send.</Point>
        <Point icon="shield">It does nothing without you: every request comes before you here.</Point>
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
