import { t as namespacesT } from '@latchkey/copy/namespaces'
import { t } from '@latchkey/copy/profile'
import { Avatar, Card, EmptyState, Icon, IconButton, Row, Stack, Tag, Text, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { addressLabelsAtom } from '../../state/addressLabels.ts'
import {
  connectionsAtom,
  disconnectAllAtom,
  disconnectConnectionAtom,
  useAccountAtom,
  useConnectionAtom,
  type WalletConnection,
} from '../../state/connections.ts'
import { namespacesAtom } from '../../state/networks.ts'
import { isWalletOnAtom } from '../../state/project.ts'
import { pushAtom } from '../../state/route.ts'
import { LabelForm } from './LabelForm.tsx'

const shorten = (address: string): string =>
  address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`

/** Every connected wallet: the active one, the labels of its addresses, and a button to disconnect each. */
export function ProfileWallets() {
  const connections = useAtomValue(connectionsAtom)
  const namespaces = useAtomValue(namespacesAtom)
  const disconnectAll = useSetAtom(disconnectAllAtom)
  const isWalletOn = useAtomValue(isWalletOnAtom)
  const push = useSetAtom(pushAtom)
  const groups = namespaces
    .map((namespace) => ({ namespace, held: connections.filter(({ session }) => session.namespace === namespace) }))
    .filter(({ held }) => held.length > 0)
  return (
    <Stack>
      {groups.length === 0 && <EmptyState icon="wallet" title={t('none')} />}
      {groups.map(({ namespace, held }) => (
        <Stack gap={2} key={namespace}>
          {namespaces.length > 1 && (
            <Text as="h2" size="small" tone="secondary">
              {namespacesT(namespace)}
            </Text>
          )}
          {held.map((connection, index) => (
            <Connection key={connection.connector.id} connection={connection} isInUse={index === 0} />
          ))}
        </Stack>
      ))}
      <Stack gap={2}>
        {isWalletOn && <Row title={t('add')} icon="plus" onClick={() => push({ view: 'ConnectWallets' })} />}
        {connections.length > 1 && (
          <Row title={t('disconnectAll')} icon="disconnect" onClick={() => void disconnectAll()} />
        )}
      </Stack>
    </Stack>
  )
}

type ConnectionProps = { connection: WalletConnection; isInUse: boolean }

function Connection({ connection, isInUse }: ConnectionProps) {
  const disconnect = useSetAtom(disconnectConnectionAtom)
  const { connector, session } = connection
  return (
    <Card>
      <div part="connection">
        <WalletIcon name={connector.name} src={connector.icon} />
        <Text as="h3">
          <bdi>{connector.name}</bdi>
        </Text>
        {isInUse && <Tag label={t('inUse')} tone="live" />}
        <IconButton
          icon="disconnect"
          label={t('disconnect', { name: connector.name })}
          onClick={() => void disconnect(connection)}
        />
      </div>
      {connector.type === 'walletConnect' && session.wallet !== undefined && (
        <Text size="small" tone="secondary">
          {t('claim')}
        </Text>
      )}
      <ul part="accounts" aria-label={t('accounts', { name: connector.name })}>
        {session.accounts.map((account, index) => (
          <AccountRow
            key={account.address}
            connection={connection}
            address={account.address}
            kind={account.type}
            isInUse={isInUse && index === 0}
          />
        ))}
      </ul>
    </Card>
  )
}

type AccountRowProps = ConnectionProps & { address: string; kind: 'payment' | 'ordinal' | undefined }

/** An address: chosen as a whole, named by its pencil. */
function AccountRow({ connection, address, kind, isInUse }: AccountRowProps) {
  const label = useAtomValue(addressLabelsAtom).get(address)
  const use = useSetAtom(useConnectionAtom)
  const useAddress = useSetAtom(useAccountAtom)
  const [isNaming, setNaming] = useState(false)
  if (isNaming) {
    return (
      <li>
        <LabelForm address={address} label={label ?? ''} onDone={() => setNaming(false)} />
      </li>
    )
  }
  const short = <bdi dir="ltr">{shorten(address)}</bdi>
  const isFirst = connection.session.accounts[0].address === address
  const details = [label === undefined ? null : short, kind === undefined ? null : namespacesT(`addressType.${kind}`)]
  const shown = details.filter((detail) => detail !== null)
  return (
    <li part="account-line">
      <Row
        title={label === undefined ? short : <bdi>{label}</bdi>}
        {...(shown.length > 0 && {
          description: shown.map((detail, index) => <span key={`${index + 1}`}>{detail} </span>),
        })}
        icon={<Avatar address={address} size={32} />}
        selected={isInUse}
        trailing={isInUse && <Icon name="check" label={t('inUse')} />}
        onClick={() => (isFirst ? use(connection) : useAddress(connection, address))}
      />
      <IconButton icon="edit" label={t('rename')} onClick={() => setNaming(true)} />
    </li>
  )
}
