import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { createState, type PageState } from '../link/createState.ts'

/** The account that an address is asked to join, according to the service. */
export type JoinAsking = EndpointResponse<'readEmailChange'>

export type JoinState =
  /** The URL has no link: it was opened without one, or reloaded. */
  | { kind: 'missing' }
  | { kind: 'reading' }
  | { kind: 'unread'; error: AppError }
  | { kind: 'asking'; requestContext: JoinAsking; busy: boolean; error: AppError | null }
  | { kind: 'joined' }
  /** Expired, used, or replaced by a newer one. */
  | { kind: 'over' }

export type Join = PageState<JoinState> & {
  /** Reads the request; changes nothing. */
  read(): Promise<void>
  /** The user has clicked. */
  agree(): Promise<void>
}

export type JoinDeps = {
  /** From the URL; null when there is none. */
  token: string | null
  read: (request: EndpointRequest<'readEmailChange'>) => Promise<JoinAsking>
  approve: (request: EndpointRequest<'approveEmailChange'>) => Promise<unknown>
}

/** Lets an address join an account: everything but the rendering. */
export const createJoin = ({ token, ...api }: JoinDeps): Join => {
  const { set, ...state } = createState<JoinState>({ kind: token === null ? 'missing' : 'reading' })

  return {
    ...state,
    async read() {
      if (token === null) return
      set({ kind: 'reading' })
      try {
        set({ kind: 'asking', requestContext: await api.read({ token }), busy: false, error: null })
      } catch (thrown) {
        const error = AppError.from(thrown)
        set(isAppError(error, 'LINK_INVALID') ? { kind: 'over' } : { kind: 'unread', error })
      }
    },
    async agree() {
      const now = state.current()
      if (token === null || now.kind !== 'asking' || now.busy) return
      set({ ...now, busy: true, error: null })
      try {
        await api.approve({ token })
        set({ kind: 'joined' })
      } catch (thrown) {
        const error = AppError.from(thrown)
        set(isAppError(error, 'LINK_INVALID') ? { kind: 'over' } : { ...now, busy: false, error })
      }
    },
  }
}
