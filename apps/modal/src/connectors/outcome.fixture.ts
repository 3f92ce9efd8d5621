import { AppError, type ErrorName } from '@latchkey/protocol'

/** Returns a call's error by its name in the catalogue; `resolved` without one, `foreign` for an error that isn't ours. */
export const outcome = async (act: Promise<unknown>): Promise<ErrorName | 'resolved' | 'foreign'> => {
  try {
    await act
    return 'resolved'
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.name : 'foreign'
  }
}
