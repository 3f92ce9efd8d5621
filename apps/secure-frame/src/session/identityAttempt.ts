import type { LoginProvider, LoginPurpose } from '@latchkey/api-client'
import type { Page } from '../boundary/Page.ts'
import { type FarcasterAttemptDeps, startFarcasterAttempt } from './farcasterAttempt.ts'
import type { IdentityProof } from './identityProof.ts'
import { type SocialAttemptDeps, startSocialAttempt } from './socialAttempt.ts'

/** An attempt that was started at a provider, and that the user continues there. */
export type BegunAtProvider<result> = {
  /** For a separate window; for Farcaster, for a QR code or an app. */
  readonly uri: string
  /** Identifies the window that comes back; null where none does. */
  readonly comesBack: { readonly attemptId: string; readonly number: string } | null
  /**
   * Returns the result. `handed`: the data that the window has brought back; or `uri`, to wait until the user has compared the
   * number, or has signed with their app.
   */
  finish(handed: string, signal: AbortSignal): Promise<result>
}

/**
 * Has a user prove an identity at any provider for a purpose other than sign-in. Fails as `startSocialAttempt` and
 * `startFarcasterAttempt`, and `finish` as the attempts do.
 */
export const startIdentityAttempt = async (
  deps: SocialAttemptDeps & FarcasterAttemptDeps,
  page: Page,
  provider: LoginProvider,
  purpose: Exclude<LoginPurpose, 'login'>,
): Promise<BegunAtProvider<IdentityProof>> => {
  if (provider === 'farcaster') {
    const { url, proof } = await startFarcasterAttempt(deps, page, purpose)
    return { uri: url, comesBack: null, finish: (_, signal) => proof(signal) }
  }
  const { uri, attemptId, number, arrival, prove } = await startSocialAttempt(deps, page, provider, purpose)
  const finish = async (handed: string, signal: AbortSignal) => await prove(await arrival(handed, signal))
  return { uri, comesBack: { attemptId, number }, finish }
}
