import { agreedApps } from './authorize/agreedApps.ts'
import { forgetAgreedOrigins } from './social/agreedOrigins.ts'

/** Whoever signs out of this browser leaves nothing of where they have been. */
export const forgetAgreed = (self: Pick<Window, 'localStorage'>): void => {
  forgetAgreedOrigins(self)
  agreedApps(self).forget()
}
