import type { AppError } from '@latchkey/protocol'
import { Notice } from '@latchkey/ui'
import { useOnline } from '../../approvals/screen/useOnline.ts'
import { errorLine } from '../../views/errorLine.ts'

export type FailureProps = {
  /** The action that failed. */
  title: string
  error: AppError | null
}

/** Shows a failed action and why; empty without a failure. */
export function Failure({ title, error }: FailureProps) {
  const isOnline = useOnline()
  return error === null ? null : (
    <Notice variant="danger" title={title}>
      {errorLine(error, isOnline)}
    </Notice>
  )
}
