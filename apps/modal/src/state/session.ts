import { t } from '@latchkey/copy/common'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { isAuthConnection } from '../connectors/auth/authNamespaces.ts'
import { raiseAlertAtom } from './alerts.ts'
import { connectedSessionsAtom } from './connectedSessions.ts'
import { endHereAtom } from './connections.ts'
import { loadErrorCopyAtom } from './errorCopy.ts'
import { isOpenAtom, resetRouteAtom } from './route.ts'
import { showToastAtom } from './toast.ts'

/** The embedded wallet is connected. */
export const hasLoginAtom = atom((get) => get(connectedSessionsAtom).some(({ connector }) => connector.type === 'auth'))

/** Removes the session here: it has ended in the wallet already, or is about to. */
export const forgetAtom = atom(null, (_get, set) => set(endHereAtom, isAuthConnection))

/** The embedded wallet reports that the session is over. */
export const expireAtom = atom(null, (get, set) => {
  set(raiseAlertAtom, 'APKT006')
  set(forgetAtom)
  if (!get(isOpenAtom)) return
  set(resetRouteAtom, { view: 'Connect' })
  void set(loadErrorCopyAtom).then((words) =>
    set(showToastAtom, { variant: 'error', message: t('errorLine', words(new AppError('SESSION_EXPIRED'))) }),
  )
})
