import { t } from '@latchkey/copy/account'
import { t as namesT } from '@latchkey/copy/names'
import { Row, Stack, Tag } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { explorerUrl } from '../../account/explorerUrl.ts'
import { shortEmail } from '../../account/shortEmail.ts'
import { canRegisterAtom, zoneAtom } from '../../names/openNames.ts'
import { accountStyles } from '../../parts/accountStyles.ts'
import { Styled } from '../../parts/Styled.tsx'
import { accountAtom } from '../../state/accounts.ts'
import { activeSession, connectedSessionsAtom } from '../../state/connectedSessions.ts'
import { connectionsAtom, leaveAccountAtom } from '../../state/connections.ts'
import { identityAtom } from '../../state/identity.ts'
import { activeNetworkAtom } from '../../state/networks.ts'
import { isWalletOnAtom, walletSettingsUrlAtom } from '../../state/project.ts'
import { pushAtom } from '../../state/route.ts'
import { AccountTypeChoice } from './AccountTypeChoice.tsx'

/** The account's settings: its type, the email, this site's permissions, the wallets, and disconnecting. */
export function AccountSettings() {
  const account = useAtomValue(accountAtom)
  const held = useAtomValue(connectedSessionsAtom)
  const disconnect = useSetAtom(leaveAccountAtom)
  const push = useSetAtom(pushAtom)
  const settingsUrl = useAtomValue(walletSettingsUrlAtom)
  // One wallet may be connected in several namespaces.
  const count = new Set(useAtomValue(connectionsAtom).map(({ connector }) => connector.id)).size
  const isWalletOn = useAtomValue(isWalletOnAtom)
  const network = useAtomValue(activeNetworkAtom)
  const canRegister = useAtomValue(canRegisterAtom)
  const zone = useAtomValue(zoneAtom)
  const { name } = useAtomValue(identityAtom)
  if (account === null) return null
  const explorer = explorerUrl(network, 'address', account.address)
  const { connector, person } = account
  const isEmbedded = connector.type === 'auth'
  const hasSmartAccount =
    isEmbedded && activeSession(held, 'eip155')?.session.kinds?.addresses.smartAccount !== undefined
  return (
    <Styled styles={accountStyles}>
      <Stack gap={4}>
        <AccountTypeChoice />
        <Stack gap={2}>
          {person?.email != null && person.provider === null && (
            <Row
              title={t('changeEmail')}
              description={<bdi>{shortEmail(person.email)}</bdi>}
              icon="mail"
              trailing="chevron"
              onClick={() => push({ view: 'UpdateEmailWallet' })}
            />
          )}
          {isEmbedded && (
            <Row
              title={t('permissions')}
              icon="shield"
              {...(hasSmartAccount
                ? {
                    description: t('permissionsHint'),
                    trailing: 'chevron',
                    onClick: () => push({ view: 'Permissions' }),
                  }
                : {
                    description: t('allowancesHint'),
                    trailing: 'external',
                    href: `${settingsUrl}#/permissions`,
                  })}
            />
          )}
          {canRegister && name === null && (
            <Row
              title={namesT('row')}
              description={namesT('rowHint', { zone: zone ?? '' })}
              icon="edit"
              trailing="chevron"
              onClick={() => push({ view: 'RegisterAccountName' })}
            />
          )}
          {explorer !== undefined && (
            <Row
              title={t('explorer', { name: network?.blockExplorer?.name ?? '' })}
              icon="search"
              trailing="external"
              href={explorer}
            />
          )}
          {(isWalletOn || !isEmbedded) && (
            <Row
              title={t('wallets')}
              description={t('walletsHint')}
              icon="wallet"
              trailing={count > 1 ? <Tag label={String(count)} /> : 'chevron'}
              onClick={() => push({ view: 'ProfileWallets' })}
            />
          )}
          {isEmbedded && (
            <Row
              title={t('settings')}
              description={t('settingsHint')}
              icon="settings"
              trailing="external"
              href={settingsUrl}
            />
          )}
        </Stack>
        <Row title={t(isEmbedded ? 'signOut' : 'disconnect')} icon="disconnect" onClick={() => void disconnect()} />
      </Stack>
    </Styled>
  )
}
