import { t } from '@latchkey/copy/account'
import { Row, Tag } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { Account } from '../../state/accounts.ts'
import { connectionsAtom, leaveAccountAtom } from '../../state/connections.ts'
import { isWalletOnAtom, walletSettingsUrlAtom } from '../../state/project.ts'
import { pushAtom } from '../../state/route.ts'

/** The ways on from the account: its login, the other wallets, the embedded wallet's own page, and out. */
export function AccountWays({ account: { person, connector } }: { account: Account }) {
  const disconnect = useSetAtom(leaveAccountAtom)
  const push = useSetAtom(pushAtom)
  const settingsUrl = useAtomValue(walletSettingsUrlAtom)
  const count = useAtomValue(connectionsAtom).length
  const isWalletOn = useAtomValue(isWalletOnAtom)
  const isOwn = connector.type !== 'auth'
  return (
    <div part="account-ways">
      {person?.email != null && person.provider === null && (
        <Row title={t('changeEmail')} icon="mail" onClick={() => push({ view: 'UpdateEmailWallet' })} />
      )}
      {(isWalletOn || isOwn) && (
        <Row
          title={t('wallets')}
          icon="wallet"
          {...(count > 1 && { trailing: <Tag label={String(count)} /> })}
          onClick={() => push({ view: 'ProfileWallets' })}
        />
      )}
      {!isOwn && <Row title={t('settings')} icon="settings" trailing="external" href={settingsUrl} />}
      <Row title={t('disconnect')} icon="disconnect" onClick={() => void disconnect()} />
    </div>
  )
}
