import { ErrorState } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { approvalFailureAtom, dismissFailureAtom } from '../state/approvals.ts'
import { errorWords } from '../words/errorWords.ts'
import { say } from '../words/say.ts'
import { Waiting } from './Waiting.tsx'

/** The wallet's own document is shown over this view; this is what is seen before, and when it fails. */
export function ApproveTransaction() {
  const failure = useAtomValue(approvalFailureAtom)
  const dismiss = useSetAtom(dismissFailureAtom)
  if (failure === null) return <Waiting words={say('approve.loading')} size="frame" />
  return (
    <ErrorState
      title={errorWords(failure.error)}
      description={say(failure.wasShown ? 'approve.failedShown' : 'approve.failedBefore')}
      action={{ label: say('close'), onClick: dismiss }}
    />
  )
}
