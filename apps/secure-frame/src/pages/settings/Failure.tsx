import type { AppError } from '@latchkey/protocol'
import { Notice } from '@latchkey/ui'
import { useOnline } from '../../approvals/screen/useOnline.ts'
import { errorLine } from '../../views/errorLine.ts'

export type FailureProps = {
  /** What was not done. */
  title: string
  error: AppError | null
}

/** What did not work and why; nothing while nothing has failed. */
export function Failure({ title, error }: FailureProps) {
  const isOnline = useOnline()
  return error === null ? null : (
    <Notice variant="danger" title={title}>
      {errorLine(error, isOnline)}
    </Notice>
  )
}
