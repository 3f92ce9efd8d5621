import { Link, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { catalogueStatusAtom } from '../../directory/catalogue.ts'
import { directoryFailureAtom } from '../../directory/client.ts'
import { retryDirectoryAtom } from '../../directory/rankedWallets.ts'
import { say } from '../../words/say.ts'
import { useSecondsLeft } from '../useSecondsLeft.ts'

/** A quiet word that the directory does not answer, and when it may be asked again. */
export function DirectoryNote() {
  const status = useAtomValue(catalogueStatusAtom)
  const failure = useAtomValue(directoryFailureAtom)
  const retry = useSetAtom(retryDirectoryAtom)
  const seconds = useSecondsLeft(failure?.retryAtMs ?? 0)
  if (status === 'loading' || failure === null) return null
  return (
    <Text size="small" tone="secondary" align="center">
      {say(status === 'local' ? 'wallets.local' : 'wallets.more')}{' '}
      {seconds > 0 ? say('wallets.retryIn', { seconds }) : <Link onClick={() => void retry()}>{say('tryAgain')}</Link>}
    </Text>
  )
}
