import { t } from '@latchkey/copy/account'
import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { t as modalT } from '@latchkey/copy/modal'
import { ErrorState, Link, Stack } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Waiting } from '../parts/Waiting.tsx'
import { connectionAtom } from '../state/accounts.ts'
import { loginAgainAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { Connected } from './account/Connected.tsx'
import { DeveloperAlerts } from './DeveloperAlerts.tsx'

/** The active account, or a button to connect one. */
export function Account() {
  const connection = useAtomValue(connectionAtom)
  const restore = useSetAtom(restoreAtom)
  const loginAgain = useSetAtom(loginAgainAtom)
  if (connection.status === 'connected') return <Connected account={connection.account} />
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
        <DeveloperAlerts />
      </Stack>
    )
  }
  return (
    <Waiting words={modalT('openingWallet')}>
      <Link onClick={loginAgain}>{t('loginAgain')}</Link>
    </Waiting>
  )
}
