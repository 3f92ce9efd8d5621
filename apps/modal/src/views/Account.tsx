import { Address, Amount, Avatar, ErrorState, Link, NetworkIcon, Row, Skeleton, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { type Account as AccountFacts, connectionAtom } from '../state/accounts.ts'
import { alertsAtom } from '../state/alerts.ts'
import { balanceAtom, balanceTextAtom, refreshBalanceAtom } from '../state/balance.ts'
import { disconnectAtom, restoreAtom } from '../state/connection.ts'
import { copyAddressAtom, isCopiedAtom } from '../state/copying.ts'
import { loginAgainAtom } from '../state/modal.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../state/networks.ts'
import { pushAtom } from '../state/route.ts'
import { errorWords } from '../words/errorWords.ts'
import { say } from '../words/say.ts'
import { DeveloperAlerts } from './DeveloperAlerts.tsx'
import { Waiting } from './Waiting.tsx'

/** The account in use, or the way to it. */
export function Account() {
  const connection = useAtomValue(connectionAtom)
  const restore = useSetAtom(restoreAtom)
  const loginAgain = useSetAtom(loginAgainAtom)
  const alerts = useAtomValue(alertsAtom)
  if (connection.status === 'connected') return <Connected account={connection.account} />
  if (connection.status === 'interrupted') {
    return (
      <Stack align="center">
        <ErrorState
          title={errorWords(connection.error)}
          description={say('account.interruptedHint')}
          action={{ label: say('tryAgain'), onClick: () => void restore() }}
        />
        <Link onClick={loginAgain}>{say('account.loginAgain')}</Link>
        <DeveloperAlerts alerts={alerts} isOpen={false} />
      </Stack>
    )
  }
  return (
    <Waiting words={say('account.connecting')}>
      <Link onClick={loginAgain}>{say('account.loginAgain')}</Link>
    </Waiting>
  )
}

function Connected({ account: { address, email } }: { account: AccountFacts }) {
  const network = useAtomValue(activeNetworkAtom)
  const networkId = useAtomValue(activeNetworkIdAtom)
  const isCopied = useAtomValue(isCopiedAtom)
  const copy = useSetAtom(copyAddressAtom)
  const disconnect = useSetAtom(disconnectAtom)
  const push = useSetAtom(pushAtom)
  const name = network?.name ?? networkId
  return (
    <Stack>
      <div part="identity">
        <Avatar address={address} size={64} />
        <Address
          address={address}
          onCopy={() => void copy()}
          copyLabel={say(isCopied ? 'account.copied' : 'account.copy')}
          copied={isCopied}
        />
        {email !== null && (
          <Text size="small" tone="secondary" align="center">
            <bdi>{email}</bdi>
          </Text>
        )}
        <Balance />
      </div>
      <Stack gap={2}>
        <Row
          title={name}
          description={say('account.network')}
          icon={<NetworkIcon name={name} id={networkId} />}
          trailing="chevron"
          onClick={() => push({ view: 'Networks' })}
        />
        <Row title={say('account.disconnect')} icon="disconnect" onClick={() => void disconnect()} />
      </Stack>
    </Stack>
  )
}

function Balance() {
  const { status, atMs } = useAtomValue(balanceAtom)
  const text = useAtomValue(balanceTextAtom)
  const refresh = useSetAtom(refreshBalanceAtom)
  const key = useAtomValue(activeNetworkIdAtom)
  // Another network has another balance.
  useEffect(() => void refresh(), [refresh, key])
  if (text === null && status === 'loading') {
    return (
      <div part="balance" role="status" aria-label={say('account.balanceLoading')}>
        <Skeleton shape="amount" />
      </div>
    )
  }
  return (
    <div part="balance">
      {text !== null && <Amount value={text.value} symbol={text.symbol} />}
      {status === 'error' && (
        <Text size="small" tone="secondary" align="center">
          {text === null
            ? say('account.balanceFailed')
            : say('account.balanceStale', { time: new Date(atMs).toLocaleTimeString() })}{' '}
          <Link onClick={() => void refresh(true)}>{say('account.balanceRetry')}</Link>
        </Text>
      )}
    </div>
  )
}
