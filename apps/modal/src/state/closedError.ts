import { AppError } from '@latchkey/protocol'

/** What waits for an account is rejected with this when the user closes the modal: USER_REJECTED (4001), in the specification's words. */
export const closedError = (): AppError => new AppError('USER_REJECTED', { message: 'Modal closed' })
