import { t as commonT } from '@latchkey/copy/common'
import type { AppError } from '@latchkey/protocol'
import { ErrorState } from '@latchkey/ui'
import { useOnline } from '../../approvals/screen/useOnline.ts'
import { errorLine } from '../../views/errorLine.ts'

export type LoadFailureProps = { title: string; error: AppError; onRetry: () => void }

/** Shows that a part of the page could not be loaded, with a retry button. */
export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  const isOnline = useOnline()
  return (
    <ErrorState
      title={title}
      description={errorLine(error, isOnline)}
      action={{ label: commonT('tryAgain'), onClick: onRetry }}
    />
  )
}
