import { t } from '@latchkey/copy/account'
import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { t as modalT } from '@latchkey/copy/modal'
import { t as namespacesT } from '@latchkey/copy/namespaces'
import { ErrorState, Link, Stack, Tabs } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type Account as AccountFacts, connectionAtom } from '../state/accounts.ts'
import { alertReportsAtom } from '../state/alerts.ts'
import { connectionsAtom, namespaceStatusAtom, useConnectionAtom } from '../state/connections.ts'
import { loginAgainAtom } from '../state/modal.ts'
import { activeNamespaceAtom, namespacesAtom } from '../state/networks.ts'
import { restoreAtom } from '../state/restoring.ts'
import { Connected } from './account/Connected.tsx'
import { DeveloperAlerts } from './DeveloperAlerts.tsx'
import { Waiting } from './Waiting.tsx'

/** The account in use, or the way to it. */
export function Account() {
  const connection = useAtomValue(connectionAtom)
  const restore = useSetAtom(restoreAtom)
  const loginAgain = useSetAtom(loginAgainAtom)
  const alerts = useAtomValue(alertReportsAtom)
  if (connection.status === 'connected') return <Namespaces account={connection.account} />
  if (connection.status === 'interrupted') {
    const { title, body } = errorCopy(connection.error)
    return (
      <Stack align="center">
        <ErrorState
          title={title}
          description={t('interruptedHint', { advice: body })}
          action={{ label: commonT('tryAgain'), onClick: () => void restore() }}
        />
        <Link onClick={loginAgain}>{t('loginAgain')}</Link>
        <DeveloperAlerts alerts={alerts} isOpen={false} />
      </Stack>
    )
  }
  return (
    <Waiting words={modalT('openingWallet')}>
      <Link onClick={loginAgain}>{t('loginAgain')}</Link>
    </Waiting>
  )
}

/** With accounts on several kinds of networks: one of them in front. */
function Namespaces({ account }: { account: AccountFacts }) {
  const connections = useAtomValue(connectionsAtom)
  const active = useAtomValue(activeNamespaceAtom)
  const use = useSetAtom(useConnectionAtom)
  const status = useAtomValue(namespaceStatusAtom)
  // One that is still being restored has its tab from the start, so that nothing below moves when it is there.
  const shown = useAtomValue(namespacesAtom).filter((namespace) =>
    ['connected', 'reconnecting'].includes(status[namespace] ?? ''),
  )
  if (shown.length < 2) return <Connected account={account} />
  return (
    <Tabs
      label={t('namespaces')}
      tabs={shown.map((namespace) => ({ id: namespace, label: namespacesT(namespace) }))}
      selected={active}
      onSelect={(namespace) => {
        const connection = connections.find(({ session }) => session.namespace === namespace)
        if (connection !== undefined) use(connection)
      }}
    >
      <Connected account={account} />
    </Tabs>
  )
}
