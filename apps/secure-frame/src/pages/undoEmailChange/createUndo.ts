import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { createState, type PageState } from '../link/createState.ts'

export type UndoState =
  /** The URL has no link: it was opened without one, or reloaded. */
  | { kind: 'missing' }
  /** `email`: custody has restored it already, and only the API has not; trying again finishes it. */
  | { kind: 'asking'; busy: boolean; error: AppError | null; email: string | null }
  | { kind: 'undone'; email: string }
  /** Expired, or used. */
  | { kind: 'over' }

export type Undo = PageState<UndoState> & {
  /** The user has clicked; again after a failed step: completed steps are kept. */
  undo(): Promise<void>
}

type Undone = EndpointResponse<'undoEmailChange'>
export type UndoDeps = {
  /** From the URL; null when there is none. */
  token: string | null
  undo: (request: EndpointRequest<'undoEmailChange'>) => Promise<Undone>
  apply: (request: EndpointRequest<'applyEmailUndo'>) => Promise<unknown>
}

/** Restores an account's address, first at custody, then at the API: everything but the rendering. */
export const createUndo = ({ token, ...api }: UndoDeps): Undo => {
  const { set, ...state } = createState<UndoState>(
    token === null ? { kind: 'missing' } : { kind: 'asking', busy: false, error: null, email: null },
  )
  let undone: Undone | null = null

  const takeBack = async (token: string): Promise<string> => {
    undone ??= await api.undo({ token })
    const { email, statement } = undone
    set({ kind: 'asking', busy: true, error: null, email })
    await api.apply({ statement })
    return email
  }

  return {
    ...state,
    async undo() {
      const now = state.current()
      if (token === null || now.kind !== 'asking' || now.busy) return
      set({ ...now, busy: true, error: null })
      try {
        set({ kind: 'undone', email: await takeBack(token) })
      } catch (thrown) {
        const error = AppError.from(thrown)
        const email = undone?.email ?? null
        // Custody's statement is valid for minutes. It issues another one for the same link for a while.
        if (isAppError(error, 'SESSION_EXPIRED')) undone = null
        if (isAppError(error, 'LINK_INVALID') && email === null) set({ kind: 'over' })
        else set({ kind: 'asking', busy: false, error, email })
      }
    },
  }
}
