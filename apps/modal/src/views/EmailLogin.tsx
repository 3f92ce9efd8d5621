import { ErrorState } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { emailLoginAtom, retryLoginAtom } from '../state/emailLogin.ts'
import { errorWords } from '../words/errorWords.ts'
import { say } from '../words/say.ts'
import { Waiting } from './Waiting.tsx'

/** The wallet's own document is shown over this view; this is what is seen before and after, and when it fails. */
export function EmailLogin() {
  const { error } = useAtomValue(emailLoginAtom)
  const retry = useSetAtom(retryLoginAtom)
  if (error === null) return <Waiting words={say('login.opening')} size="login" />
  return (
    <ErrorState
      title={errorWords(error)}
      description={say('login.failedHint')}
      action={{ label: say('tryAgain'), onClick: () => void retry() }}
    />
  )
}
