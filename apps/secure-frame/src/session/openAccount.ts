import type { EndpointResponse, WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Appearance, Vault } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { CallApi, Lock } from './callApi.ts'
import { enrolDevice } from './enrolDevice.ts'
import { type EntryWay, requireSameAccount } from './holder.ts'
import type { VerifiedIdentity } from './identityProof.ts'
import type { SessionStore } from './sessionStore.ts'

/** The provider of a login, and what the person is called there. */
export type LoginAt = NonNullable<EndpointResponse<'startSession'>['login']>

/** A finished login: everything a session is made of. */
export type Login = {
  userId: string
  email: string | null
  /** Where the person has proved themselves; null when by email. */
  login: LoginAt | null
  deviceId: string
  tokens: EndpointResponse<'startSession'>['tokens']
  /** Custody's, of this proof. */
  custodyToken: string
  wallet: WalletRecord
  /** Custody didn't take this browser's recovery share: it may be the only copy. */
  isOnlyCopy?: boolean
}

/** What custody says of a proof: of an identity, with the addresses that it has read itself. */
export type Verified = EndpointResponse<'emailVerify'> | VerifiedIdentity

/** How far a login has come. What was reached stays reached, so that a step that failed may be tried again. */
export type Reached = {
  readonly deviceId: string
  readonly by: EntryWay
  /** Custody knows who this is. */
  verified: Verified | null
  /** The api has opened a session. */
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
 * What every way of logging in ends with: custody has verified who somebody is, the api opens a session on its word, and
 * this device is enrolled for their wallet. Fails with SESSION_EXPIRED when custody's word is minutes old, after which
 * nothing but a new proof helps, with ACCOUNT_MISMATCH for the account of another email than the person typed, or than custody has for
 * their identity, and as `requireSameAccount` does, after which nothing was changed, and as `startSession` and `enrolDevice` do; may then be repeated.
 */
export const createAccountOpening =
  ({ api, vault, lock, store }: AccountOpeningDeps): OpenAccount =>
  async ({ projectId, origin: dappOrigin }, reached, verified, appearance) => {
    const { by } = reached
    const { userId, apiGrant, custodyToken } = verified
    await requireSameAccount({ store, vault }, { userId, by })
    reached.opened ??= await api('startSession', { apiGrant, projectId, dappOrigin })
    const { tokens, email, login, wallet: known } = reached.opened
    // Either may have named another account: custody one into which the api lets this device, for which script in the page could prepare it.
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
