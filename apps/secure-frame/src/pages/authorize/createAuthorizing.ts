import type { EndpointResponse } from '@latchkey/api-client'
import { t } from '@latchkey/copy/authorize'
import { AppError, isAppError } from '@latchkey/protocol'
import type { Caller } from '../../session/Caller.ts'
import { createState, type PageState } from '../link/createState.ts'
import type { Settings } from '../settings/Settings.ts'
import type { AgreedApps } from './agreedApps.ts'
import type { Address, Refusal } from './readAddress.ts'

/** The app that has sent the user, and its request. */
export type AskingApp = EndpointResponse<'readAuthorization'>

export type AuthorizingState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'unread'; readonly error: AppError }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'asking'; readonly app: AskingApp; readonly busy: boolean; readonly error: AppError | null }
  /** The browser is on its way back to the app. */
  | { readonly kind: 'leaving'; readonly app: AskingApp }

export type Authorizing = PageState<AuthorizingState> & {
  /** Reads the request; changes nothing. */
  read(): Promise<void>
  /** The user has pressed "Allow". */
  allow(): Promise<void>
  /** This user is signed in: if they have agreed to all of it before, they are not asked again. */
  entered(caller: Caller): void
  cancel(): void
}

export type AuthorizingDeps = {
  address: Address
  read: (authorization: string) => Promise<AskingApp>
  allow: (caller: Caller, authorization: string) => Promise<EndpointResponse<'allowAuthorization'>>
  confirmed: Settings['confirmed']
  agreed: AgreedApps
  /** The API's URL: the browser goes nowhere else from here. */
  apiUrl: string
  go: (address: string) => void
}

/** Signs in to an app by OpenID Connect: everything but the rendering, and the user's own sign-in. */
export const createAuthorizing = ({ address, apiUrl, agreed, go, ...deps }: AuthorizingDeps): Authorizing => {
  const { set, ...state } = createState<AuthorizingState>(
    'refusal' in address ? { kind: 'refused', refusal: address.refusal } : { kind: 'reading' },
  )

  const leave = (app: AskingApp, to: string): void => {
    if (new URL(to).origin !== new URL(apiUrl).origin) throw new AppError('INTERNAL')
    set({ kind: 'leaving', app })
    go(to)
  }
  const fail = (app: AskingApp, thrown: unknown): void => {
    const error = AppError.from(thrown)
    if (isAppError(error, 'AUTHORIZATION_EXPIRED')) set({ kind: 'refused', refusal: 'expired' })
    else set({ kind: 'asking', app, busy: false, error: isAppError(error, 'USER_REJECTED') ? null : error })
  }
  const agreementOf = ({ clientId, origin, scopes }: AskingApp, { userId }: Caller) => ({
    userId,
    clientId,
    origin,
    scopes,
  })

  const allow = async (): Promise<void> => {
    const now = state.current()
    if ('refusal' in address || now.kind !== 'asking' || now.busy) return
    const { app } = now
    set({ kind: 'asking', app, busy: true, error: null })
    try {
      const { continueAt } = await deps.confirmed(t('proof', { app: app.projectName }), async (caller) => {
        const allowed = await deps.allow(caller, address.authorization)
        agreed.add(agreementOf(app, caller))
        return allowed
      })
      leave(app, continueAt)
    } catch (thrown) {
      fail(app, thrown)
    }
  }

  return {
    ...state,
    allow,
    async read() {
      if ('refusal' in address) return
      set({ kind: 'reading' })
      try {
        set({ kind: 'asking', app: await deps.read(address.authorization), busy: false, error: null })
      } catch (thrown) {
        const error = AppError.from(thrown)
        if (isAppError(error, 'AUTHORIZATION_EXPIRED')) set({ kind: 'refused', refusal: 'expired' })
        else set({ kind: 'unread', error })
      }
    },
    entered(caller) {
      const now = state.current()
      if (now.kind !== 'asking' || now.error !== null || now.app.mustAsk) return
      if (agreed.has(agreementOf(now.app, caller))) void allow()
    },
    cancel() {
      const now = state.current()
      if (now.kind !== 'asking' || now.busy) return
      try {
        leave(now.app, now.app.cancelAt)
      } catch (thrown) {
        fail(now.app, thrown)
      }
    },
  }
}
