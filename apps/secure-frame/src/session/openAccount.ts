import type { EndpointResponse, WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Appearance, Vault } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { CallApi, Lock } from './callApi.ts'
import { enrolDevice } from './enrolDevice.ts'
import { type EntryWay, requireSameAccount } from './holder.ts'
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
}

/** How far a login has come. What was reached stays reached, so that a step that failed may be tried again. */
export type Reached = {
  readonly deviceId: string
  readonly by: EntryWay
  /** Custody knows who this is. */
  verified: EndpointResponse<'emailVerify'> | null
  /** The api has opened a session. */
  opened: EndpointResponse<'startSession'> | null
}

export type OpenAccount = (
  page: Page,
  reached: Reached,
  verified: EndpointResponse<'emailVerify'>,
  appearance: Appearance | undefined,
) => Promise<Login>

export type AccountOpeningDeps = { api: CallApi; vault: Vault; lock: Lock; store: Pick<SessionStore, 'read'> }

/**
 * What every way of logging in ends with: custody has verified who somebody is, the api opens a session on its word, and
 * this device is enrolled for their wallet. Fails with SESSION_EXPIRED when custody's word is minutes old, after which
 * nothing but a new proof helps, with ACCOUNT_MISMATCH for the account of another email than the person typed and as `requireSameAccount`
 * does, after which nothing was changed, and as `startSession` and `enrolDevice` do; may then be repeated.
 */
export const createAccountOpening =
  ({ api, vault, lock, store }: AccountOpeningDeps): OpenAccount =>
  async ({ projectId, origin: dappOrigin }, reached, { userId, apiGrant, custodyToken }, appearance) => {
    const { by } = reached
    await requireSameAccount({ store, vault }, { userId, by })
    reached.opened ??= await api('startSession', { apiGrant, projectId, dappOrigin })
    const { tokens, email, login, wallet: known } = reached.opened
    // Either may have named another account: custody one into which the api lets this device, for which script in the page could prepare it.
    const isSame = reached.opened.userId === userId
    if (!isSame || ('email' in by && email?.toLowerCase() !== by.email.toLowerCase())) {
      const { refreshToken } = tokens
      reached.opened = null
      await api('endSession', { refreshToken }).catch(() => {})
      throw new AppError('ACCOUNT_MISMATCH')
    }
    const { accessToken } = tokens
    const wallet = await lock('latchkey-enrol', () =>
      enrolDevice({ vault, api, userId, wallet: known, accessToken, custodyToken, appearance }),
    )
    return { userId, email, login, deviceId: reached.deviceId, tokens, custodyToken, wallet }
  }
