import { atom } from 'jotai/vanilla'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { activeNamespaceAtom } from './networks.ts'

/** Whether the active account of the active namespace is a smart account. */
export const isSmartAccountAtom = atom(
  (get): boolean =>
    activeSession(get(connectedSessionsAtom), get(activeNamespaceAtom))?.session.kinds?.type === 'smartAccount',
)
