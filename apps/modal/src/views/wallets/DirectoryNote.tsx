import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/wallets'
import { Link, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { catalogueStatusAtom } from '../../directory/catalogue.ts'
import { directoryFailureAtom } from '../../directory/client.ts'
import { retryDirectoryAtom } from '../../directory/rankedWallets.ts'
import { useSecondsLeft } from '../../parts/useSecondsLeft.ts'

/** A note that the directory doesn't answer, and when it may be requested again. */
export function DirectoryNote() {
  const status = useAtomValue(catalogueStatusAtom)
  const failure = useAtomValue(directoryFailureAtom)
  const retry = useSetAtom(retryDirectoryAtom)
  const seconds = useSecondsLeft(failure?.retryAtMs ?? 0)
  if (status === 'loading' || failure === null) return null
  return (
    <Text size="small" tone="secondary" align="center">
      {t(status === 'local' ? 'local' : 'more')}{' '}
      {seconds > 0 ? t('retryIn', { seconds }) : <Link onClick={() => void retry()}>{commonT('tryAgain')}</Link>}
    </Text>
  )
}
