import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { createState, type PageState } from '../link/createState.ts'

/** Who asks to be let in, as the service says. */
export type DeviceAsking = EndpointResponse<'readDeviceLink'>

export type DeviceLinkState =
  /** The address carries no link: it was opened without one, or loaded again. */
  | { kind: 'missing' }
  | { kind: 'reading' }
  | { kind: 'unread'; error: AppError }
  | { kind: 'asking'; asking: DeviceAsking; busy: boolean; error: AppError | null }
  | { kind: 'approved'; asking: DeviceAsking }
  /** Expired, used, or replaced by a newer one. */
  | { kind: 'over' }

export type DeviceLink = PageState<DeviceLinkState> & {
  /** Find out what is asked; changes nothing. */
  read(): Promise<void>
  /** The person has clicked. */
  approve(): Promise<void>
}

export type DeviceLinkDeps = {
  /** From the address; null when there is none. */
  token: string | null
  read: (request: EndpointRequest<'readDeviceLink'>) => Promise<DeviceAsking>
  approve: (request: EndpointRequest<'approveDevice'>) => Promise<unknown>
}

/** Agreeing to a device that wants to sign in: everything but what is drawn. */
export const createDeviceLink = ({ token, ...api }: DeviceLinkDeps): DeviceLink => {
  const { set, ...state } = createState<DeviceLinkState>({ kind: token === null ? 'missing' : 'reading' })

  return {
    ...state,
    async read() {
      if (token === null) return
      set({ kind: 'reading' })
      try {
        set({ kind: 'asking', asking: await api.read({ token }), busy: false, error: null })
      } catch (thrown) {
        const error = AppError.from(thrown)
        set(isAppError(error, 'LINK_INVALID') ? { kind: 'over' } : { kind: 'unread', error })
      }
    },
    async approve() {
      const now = state.current()
      if (token === null || now.kind !== 'asking' || now.busy) return
      const { asking } = now
      set({ kind: 'asking', asking, busy: true, error: null })
      try {
        await api.approve({ token })
        set({ kind: 'approved', asking })
      } catch (thrown) {
        const error = AppError.from(thrown)
        set(isAppError(error, 'LINK_INVALID') ? { kind: 'over' } : { kind: 'asking', asking, busy: false, error })
      }
    },
  }
}
