import type { EndpointResponse, WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Appearance, Vault } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { CallApi, Lock } from './callApi.ts'
import { enrolDevice } from './enrolDevice.ts'
import { type EntryWay, requireSameAccount } from './holder.ts'
import type { VerifiedIdentity } from './identityProof.ts'
import type { SessionStore } from './sessionStore.ts'

/** The provider of a login, and the user's name there. */
export type LoginAt = NonNullable<EndpointResponse<'startSession'>['login']>

/** A finished login: everything a session consists of. */
export type Login = {
  userId: string
  email: string | null
  /** The provider that proved the user; null for email. */
  login: LoginAt | null
  deviceId: string
  tokens: EndpointResponse<'startSession'>['tokens']
  /** Custody's, of this proof. */
  custodyToken: string
  wallet: WalletRecord
  /** Custody didn't take this browser's recovery share: it may be the only copy. */
  isOnlyCopy?: boolean
}

/** Custody's response to a proof: an identity, with the addresses that it has read itself. */
export type Verified = EndpointResponse<'emailVerify'> | VerifiedIdentity

/** The progress of a login. Completed steps are kept, so that a failed step may be tried again. */
export type Reached = {
  readonly deviceId: string
  readonly by: EntryWay
  /** Custody has verified the user. */
  verified: Verified | null
  /** The API has opened a session. */
  opened: EndpointResponse<'startSession'> | null
}

export type OpenAccount = (
  page: Page,
  reached: Reached,
  verified: Verified,
  appearance: Appearance | undefined,
) => Promise<Login>

export type AccountOpeningDeps = { api: CallApi; vault: Vault; lock: Lock; store: Pick<SessionStore, 'read'> }

/**
 * Ends a login by any method: custody has verified the user, the API opens a session on its statement, and this device is enrolled for
 * their wallet. May be repeated after a failure. Fails with SESSION_EXPIRED when custody's statement is minutes old, after which only a new
 * proof helps. Fails with ACCOUNT_MISMATCH for the account of another email than the user typed, or than custody has for their identity,
 * and as `requireSameAccount` does; nothing was changed then. Also fails as `startSession` and `enrolDevice` do.
 */
export const createAccountOpening =
  ({ api, vault, lock, store }: AccountOpeningDeps): OpenAccount =>
  async ({ projectId, origin: dappOrigin }, reached, verified, appearance) => {
    const { by } = reached
    const { userId, apiGrant, custodyToken } = verified
    await requireSameAccount({ store, vault }, { userId, by })
    reached.opened ??= await api('startSession', { apiGrant, projectId, dappOrigin })
    const { tokens, email, login, wallet: known } = reached.opened
    // Either may have named another account: custody one that the API lets this device into, which script in the page could prepare.
    const isSame = reached.opened.userId === userId
    const expected = 'email' in by ? by.email : 'email' in verified ? verified.email : email
    if (!isSame || email?.trim().toLowerCase() !== expected?.trim().toLowerCase()) {
      const { refreshToken } = tokens
      reached.opened = null
      await api('endSession', { refreshToken }).catch(() => {})
      throw new AppError('ACCOUNT_MISMATCH')
    }
    const { accessToken } = tokens
    let isOnlyCopy = false
    const onRefused = (error: unknown) => {
      isOnlyCopy = AppError.from(error).details.reason !== 'kept'
    }
    const wallet = await lock('latchkey-enrol', () =>
      enrolDevice({ vault, api, userId, wallet: known, accessToken, custodyToken, appearance, onRefused }),
    )
    return { userId, email, login, deviceId: reached.deviceId, tokens, custodyToken, wallet, isOnlyCopy }
  }
