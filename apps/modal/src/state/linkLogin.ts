import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { connectedSessionsAtom } from './connectedSessions.ts'
import { walletSettingsUrlAtom } from './project.ts'

/**
 * Opens the wallet's own page, where its user adds and removes sign-in methods. Throws UNAUTHORIZED without the embedded wallet, and
 * POPUP_BLOCKED.
 */
export const linkLoginAtom = atom(null, (get): void => {
  if (!get(connectedSessionsAtom).some(({ connector }) => connector.type === 'auth')) throw new AppError('UNAUTHORIZED')
  const opened = get(servicesAtom).page.open(get(walletSettingsUrlAtom), '_blank')
  if (opened === null) throw new AppError('POPUP_BLOCKED')
  // The wallet's page keeps no hold of this one.
  opened.opener = null
})
