import type { EvmTransaction, Hex } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { useMemo } from 'react'
import type { ApprovalTools } from '../Approval.ts'
import { useWork, type Work } from '../screen/useWork.ts'
import { createSubmission, type SubmissionDeps } from './createSubmission.ts'
import type { FilledTransaction } from './fillTransaction.ts'

type SubmissionInput = Pick<SubmissionDeps, 'onSigned' | 'onRefused'> & {
  request: EvmTransaction
  account: string
  tools: ApprovalTools
  /** It failed, and is certainly not with the network. */
  onFailed: () => void
  /** A node knows it. */
  onSent: (hash: Hex) => void
}

/** Signs and sends the filled transaction that is shown, on request. A filled transaction has one submission, which may be sent again. */
export const useSubmission = (
  filled: FilledTransaction | null,
  { request, account, tools, onSigned, onRefused, onFailed, onSent }: SubmissionInput,
): Work & { mayBeOut: boolean } => {
  const submission = useMemo(
    () =>
      filled &&
      createSubmission(filled.unsigned, {
        ...tools,
        onSigned,
        onRefused,
        from: account,
        isNonceFixed: request.nonce !== undefined,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
    [filled, tools, account, request],
  )
  const work = useWork(async () => {
    if (submission === null) throw new AppError('INTERNAL')
    try {
      return await submission.submit()
    } catch (error) {
      if (!submission.mayBeOut()) onFailed()
      throw error
    }
  }, onSent)
  return { ...work, mayBeOut: submission?.mayBeOut() === true }
}
