import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { createState, type PageState } from '../link/createState.ts'
import { numberChoices } from '../link/numberChoices.ts'

/** The requesting device, according to the service. */
export type DeviceAsking = EndpointResponse<'readDeviceLink'>

export type DeviceLinkState =
  /** The URL has no link: it was opened without one, or reloaded. */
  | { kind: 'missing' }
  | { kind: 'reading' }
  | { kind: 'unread'; error: AppError }
  /** `choices`: the numbers to pick from; none where the window that signs in can show none. */
  | { kind: 'asking'; requestContext: DeviceAsking; choices: readonly string[]; busy: boolean; error: AppError | null }
  | { kind: 'approved'; requestContext: DeviceAsking }
  /** They picked another number. */
  | { kind: 'mistaken' }
  | { kind: 'declined' }
  /** Expired, used, or replaced by a newer one. */
  | { kind: 'over' }

export type DeviceLink = PageState<DeviceLinkState> & {
  /** Reads the request; changes nothing. */
  read(): Promise<void>
  /** The user has clicked; where there is no number to pick. */
  approve(): Promise<void>
  /** The user picked this number. A wrong one ends the link: there is no second guess. */
  pick(number: string): Promise<void>
  /** The user did not request it. */
  decline(): Promise<void>
}

export type DeviceLinkDeps = {
  /** From the URL; null when there is none. */
  token: string | null
  read: (request: EndpointRequest<'readDeviceLink'>) => Promise<DeviceAsking>
  approve: (request: EndpointRequest<'approveDevice'>) => Promise<unknown>
  decline: (request: EndpointRequest<'declineDevice'>) => Promise<unknown>
}

/** Approves a device that wants to sign in: everything but the rendering. */
export const createDeviceLink = ({ token, ...api }: DeviceLinkDeps): DeviceLink => {
  const { set, ...state } = createState<DeviceLinkState>({ kind: token === null ? 'missing' : 'reading' })

  const approve = async (): Promise<void> => {
    const now = state.current()
    if (token === null || now.kind !== 'asking' || now.busy) return
    set({ ...now, busy: true, error: null })
    try {
      await api.approve({ token })
      set({ kind: 'approved', requestContext: now.requestContext })
    } catch (thrown) {
      const error = AppError.from(thrown)
      set(isAppError(error, 'LINK_INVALID') ? { kind: 'over' } : { ...now, busy: false, error })
    }
  }
  const end = async (kind: 'mistaken' | 'declined'): Promise<void> => {
    const now = state.current()
    if (token === null || now.kind !== 'asking' || now.busy) return
    set({ kind })
    // Nothing is approved either way; a link that can't be ended now expires.
    await api.decline({ token }).catch(() => undefined)
  }

  return {
    ...state,
    async read() {
      if (token === null) return
      set({ kind: 'reading' })
      try {
        const requestContext = await api.read({ token })
        const choices = requestContext.number === '' ? [] : numberChoices(requestContext.number)
        set({ kind: 'asking', requestContext, choices, busy: false, error: null })
      } catch (thrown) {
        const error = AppError.from(thrown)
        set(isAppError(error, 'LINK_INVALID') ? { kind: 'over' } : { kind: 'unread', error })
      }
    },
    async approve() {
      const now = state.current()
      if (now.kind === 'asking' && now.choices.length === 0) await approve()
    },
    async pick(number) {
      const now = state.current()
      if (now.kind !== 'asking' || !now.choices.includes(number)) return
      if (number === now.requestContext.number) await approve()
      else await end('mistaken')
    },
    decline: () => end('declined'),
  }
}
