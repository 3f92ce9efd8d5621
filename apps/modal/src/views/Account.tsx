import { formatQuantity } from '@latchkey/chains'
import {
  Address,
  Amount,
  Avatar,
  ErrorState,
  Link,
  NetworkIcon,
  Row,
  Skeleton,
  Stack,
  Tabs,
  Tag,
  Text,
  WalletIcon,
} from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { type Account as AccountFacts, connectionAtom } from '../state/accounts.ts'
import { addressLabelsAtom } from '../state/addressLabels.ts'
import { alertsAtom } from '../state/alerts.ts'
import { connectionsAtom, disconnectAtom, useConnectionAtom } from '../state/connections.ts'
import { copyAddressAtom, isCopiedAtom } from '../state/copying.ts'
import { loginAgainAtom } from '../state/modal.ts'
import { activeNamespaceAtom, activeNetworkAtom, activeNetworkIdAtom, namespacesAtom } from '../state/networks.ts'
import { isWalletOnAtom, walletSettingsUrlAtom } from '../state/project.ts'
import { restoreAtom } from '../state/restoring.ts'
import { pushAtom } from '../state/route.ts'
import { nativeTokenAtom, refreshTokensAtom, tokensAtom } from '../state/tokens.ts'
import { errorWords } from '../words/errorWords.ts'
import { sayLater as say } from '../words/sayLater.ts'
import { DeveloperAlerts } from './DeveloperAlerts.tsx'
import { lazyView } from './lazyView.tsx'
import { Waiting } from './Waiting.tsx'

const ProviderMark = lazyView(async () => (await import('./social/ProviderMark.tsx')).ProviderMark, '')

/** The account in use, or the way to it. */
export function Account() {
  const connection = useAtomValue(connectionAtom)
  const restore = useSetAtom(restoreAtom)
  const loginAgain = useSetAtom(loginAgainAtom)
  const alerts = useAtomValue(alertsAtom)
  if (connection.status === 'connected') return <Namespaces account={connection.account} />
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

/** With accounts on several kinds of networks: one of them in front. */
function Namespaces({ account }: { account: AccountFacts }) {
  const connections = useAtomValue(connectionsAtom)
  const active = useAtomValue(activeNamespaceAtom)
  const use = useSetAtom(useConnectionAtom)
  const inUse = useAtomValue(namespacesAtom).flatMap(
    (namespace) => connections.find(({ session }) => session.namespace === namespace) ?? [],
  )
  if (inUse.length < 2) return <Connected account={account} />
  return (
    <Tabs
      label={say('account.namespaces')}
      tabs={inUse.map(({ session }) => ({ id: session.namespace, label: say(`namespace.${session.namespace}`) }))}
      selected={active}
      onSelect={(namespace) => {
        const connection = inUse.find(({ session }) => session.namespace === namespace)
        if (connection !== undefined) use(connection)
      }}
    >
      <Connected account={account} />
    </Tabs>
  )
}

function Connected({ account }: { account: AccountFacts }) {
  const network = useAtomValue(activeNetworkAtom)
  const networkId = useAtomValue(activeNetworkIdAtom)
  const disconnect = useSetAtom(disconnectAtom)
  const push = useSetAtom(pushAtom)
  const name = network?.name ?? networkId
  return (
    <Stack>
      <Identity account={account} />
      <Stack gap={2}>
        <Row
          title={name}
          description={say('account.network')}
          icon={<NetworkIcon name={name} id={networkId} />}
          trailing="chevron"
          onClick={() => push({ view: 'Networks' })}
        />
        {account.person?.email != null && account.person.provider === null && (
          <Row
            title={say('account.changeEmail')}
            icon="mail"
            trailing="chevron"
            onClick={() => push({ view: 'UpdateEmailWallet' })}
          />
        )}
        <Wallets isOwn={account.connector.type !== 'auth'} />
        {account.connector.type === 'auth' && <SettingsLink />}
        <Row title={say('account.disconnect')} icon="disconnect" onClick={() => void disconnect()} />
      </Stack>
    </Stack>
  )
}

/** Who this is: the picture of the address with the wallet's own, its name here, and whose it is. */
function Identity({ account: { address, person, connector } }: { account: AccountFacts }) {
  const label = useAtomValue(addressLabelsAtom).get(address)
  const namespace = useAtomValue(activeNamespaceAtom)
  const isCopied = useAtomValue(isCopiedAtom)
  const copy = useSetAtom(copyAddressAtom)
  return (
    <div part="identity">
      <span part="identity-picture">
        <Avatar address={address} size={64} />
        {connector.type !== 'auth' && (
          <span part="identity-wallet">
            <WalletIcon name={connector.name} src={connector.icon} size={24} />
          </span>
        )}
      </span>
      {label !== undefined && (
        <Text size="title" align="center" as="h2">
          <bdi>{label}</bdi>
        </Text>
      )}
      <Address
        address={address}
        onCopy={() => void copy()}
        copyLabel={say(isCopied ? 'account.copied' : 'account.copy')}
        copied={isCopied}
      />
      <Text size="small" tone="secondary" align="center">
        {person?.provider != null && <ProviderMark />}
        <bdi>{person?.email ?? person?.userName ?? connector.name}</bdi>
      </Text>
      {namespace === 'eip155' && <Balance />}
    </div>
  )
}

/** The way to all wallets, where there may be more than the email wallet. */
function Wallets({ isOwn }: { isOwn: boolean }) {
  const count = useAtomValue(connectionsAtom).length
  const isOn = useAtomValue(isWalletOnAtom)
  const push = useSetAtom(pushAtom)
  if (!isOn && !isOwn) return null
  return (
    <Row
      title={say('account.wallets')}
      icon="wallet"
      trailing={count > 1 ? <Tag label={String(count)} /> : 'chevron'}
      onClick={() => push({ view: 'ProfileWallets' })}
    />
  )
}

function SettingsLink() {
  const href = useAtomValue(walletSettingsUrlAtom)
  return <Row title={say('account.settings')} icon="settings" trailing="external" href={href} />
}

function Balance() {
  const { status, atMs } = useAtomValue(tokensAtom)
  const native = useAtomValue(nativeTokenAtom)
  const text = native === undefined ? null : { value: formatQuantity(native.quantity.numeric), symbol: native.symbol }
  const refresh = useSetAtom(refreshTokensAtom)
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
