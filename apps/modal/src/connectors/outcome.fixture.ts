import { AppError, type ErrorName } from '@latchkey/protocol'

/** What a call throws, as the catalogue's name; `resolved` when it does not, `foreign` for what is no error of ours. */
export const outcome = async (act: Promise<unknown>): Promise<ErrorName | 'resolved' | 'foreign'> => {
  try {
    await act
    return 'resolved'
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.name : 'foreign'
  }
}
