import { AppError } from '@latchkey/protocol'

/** Rejects pending requests for an account when the user closes the modal: USER_REJECTED (4001), in the specification's words. */
export const closedError = (): AppError => new AppError('USER_REJECTED', { message: 'Modal closed' })
