import { AppError, isAppError } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { CallApi } from './callApi.ts'
import { type IdentityProof, verifyIdentity } from './identityProof.ts'
import type { Login, OpenAccount, Reached, Verified } from './openAccount.ts'

/**
 * Has custody verify the proof of a sign-in, once, and returns the user and the address it has read there. `isKnown`: it creates no
 * account. Fails as `prove` and `verifyIdentity` do.
 */
export const identify = async (
  api: CallApi,
  reached: Reached,
  prove: () => Promise<IdentityProof>,
  isKnown?: boolean,
): Promise<Verified> => {
  reached.verified ??= await verifyIdentity(api, await prove(), 'login', isKnown)
  return reached.verified
}

export type OpenByIdentity = (
  page: Page,
  reached: Reached,
  prove: () => Promise<IdentityProof>,
  appearance: Appearance | undefined,
  isKnown?: boolean,
) => Promise<Login>

/**
 * Ends a login by an identity: custody verifies its proof, then as every login. `isKnown`: it creates no account. May be repeated while
 * custody's statement is valid; after that it fails with SOCIAL_EXPIRED, as `prove` and `verifyIdentity` do, and as `OpenAccount`.
 */
export const createOpeningByIdentity =
  ({ api, openAccount }: { api: CallApi; openAccount: OpenAccount }): OpenByIdentity =>
  async (page, reached, prove, appearance, isKnown) => {
    try {
      return await openAccount(page, reached, await identify(api, reached, prove, isKnown), appearance)
    } catch (error) {
      if (!isAppError(error, 'SESSION_EXPIRED')) throw error
      throw new AppError('SOCIAL_EXPIRED', { cause: error })
    }
  }
