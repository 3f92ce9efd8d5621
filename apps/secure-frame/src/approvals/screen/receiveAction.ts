import { t } from '@latchkey/copy/approvals'
import { AppError } from '@latchkey/protocol'
import type { StatusAction } from './ApprovalScreen.tsx'

/** The action where funds are missing: ends the request, and has the modal show the address to receive at. */
export const receiveAction = (fail: (error: AppError) => void): StatusAction => ({
  label: t('receive'),
  onClick: () => fail(new AppError('INSUFFICIENT_FUNDS', { details: { next: 'receive' } })),
})
