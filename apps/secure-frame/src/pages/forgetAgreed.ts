import { agreedApps } from './authorize/agreedApps.ts'
import { forgetAgreedOrigins } from './social/agreedOrigins.ts'

/** Deletes the consents of a user who signs out of this browser. */
export const forgetAgreed = (self: Pick<Window, 'localStorage'>): void => {
  forgetAgreedOrigins(self)
  agreedApps(self).forget()
}
