import { forgetAgreed } from '../forgetAgreed.ts'
import { mountSettings } from './mountSettings.tsx'
import { openSettings } from './openSettings.ts'
import { idleLimitMs, watchIdle } from './watchIdle.ts'

/** Starts the wallet's own page for users who come without a dapp: their account, as a page. */
export const startSettings = async (window: Window): Promise<void> => {
  const opened = openSettings(window, () => forgetAgreed(window))
  if (opened === null) return
  const { settings, session } = opened
  const { body } = window.document
  mountSettings(body.appendChild(window.document.createElement('div')), settings)
  watchIdle(window, idleLimitMs, () => void settings.lock())
  await settings.open()
  // Not awaited; an undelivered sign-out is delivered next time.
  void session.deliverEnds().catch(() => undefined)
  void session.finishLeft().catch(() => undefined)
}
