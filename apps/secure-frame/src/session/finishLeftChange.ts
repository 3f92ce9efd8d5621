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
 * Finishes a change of email that an earlier document has left when custody had, or may have had, the new address already: the API accepts
 * it in this session only, and from no sign-in. Does nothing when there is none. Fails with SERVICE_UNREACHABLE and other temporary errors;
 * the next document then tries again.
 */
export const finishLeftChange = async ({ api, store, authorised, rename }: LeftChangeDeps): Promise<void> => {
  const { emailChange: left, session } = await store.read()
  if (left == null || left.sessionId !== session?.sessionId) return
  const { sessionId, changeId } = left
  try {
    // Custody issues its statement again without a code, for as long as the API waits for it.
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
