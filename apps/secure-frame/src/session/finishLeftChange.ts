import { AppError, catalogue } from '@latchkey/protocol'
import type { CallApi, CallAuthorised } from './callApi.ts'
import type { SessionStore } from './sessionStore.ts'

export type LeftChangeDeps = {
  api: CallApi
  store: SessionStore
  authorised: (sessionId: string) => CallAuthorised
  rename: (sessionId: string, email: string) => Promise<void>
}

/**
 * Finishes a change of email that a document before this one has left when custody had the new address already, or may have had it: the
 * api takes it in this session alone, and believes no sign-in about it. Nothing when nothing was left. Fails with SERVICE_UNREACHABLE and
 * whatever else may pass; it is then left for the next document.
 */
export const finishLeftChange = async ({ api, store, authorised, rename }: LeftChangeDeps): Promise<void> => {
  const { emailChange: left, session } = await store.read()
  if (left == null || left.sessionId !== session?.sessionId) return
  const { sessionId, changeId } = left
  try {
    // Custody repeats its word without a code, for as long as the api waits for it.
    const { statement } = await api('proveNewEmail', { changeId, code: '' })
    const { email, receipt } = await authorised(sessionId)('finishEmailChange', { statement })
    await rename(sessionId, email)
    await api('settleEmailChange', { receipt })
  } catch (error) {
    const { name } = AppError.from(error)
    if (catalogue[name].retry || name === 'FROZEN') throw error
  }
  await store.update((items) => (items.emailChange?.changeId === changeId ? { ...items, emailChange: null } : items))
}
