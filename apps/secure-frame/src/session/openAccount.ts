import type { EndpointResponse, WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Appearance, Vault } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { CallApi, Lock } from './callApi.ts'
import { enrolDevice } from './enrolDevice.ts'

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
  wallet: WalletRecord
}

/** How far a login has come. What was reached stays reached, so that a step that failed may be tried again. */
export type Reached = {
  readonly deviceId: string
  /** What the person typed, when they log in by email. */
  readonly email?: string
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

/**
 * What every way of logging in ends with: custody has verified who somebody is, the api opens a session on its word, and
 * this device is enrolled for their wallet. Fails with SESSION_EXPIRED when custody's word is minutes old, after which
 * nothing but a new proof helps, with ACCOUNT_MISMATCH for the account of another email than the person typed, and as `startSession` and
 * `enrolDevice` do; may then be repeated.
 */
export const createAccountOpening =
  ({ api, vault, lock }: { api: CallApi; vault: Vault; lock: Lock }): OpenAccount =>
  async ({ projectId, origin: dappOrigin }, reached, { userId, apiGrant, custodyToken }, appearance) => {
    reached.opened ??= await api('startSession', { apiGrant, projectId, dappOrigin })
    const { tokens, email, login, wallet: known } = reached.opened
    if (reached.opened.userId !== userId) throw new AppError('INTERNAL')
    // Custody may have named another account, into which the api lets this device: it could be prepared for that by script in the page.
    if (reached.email !== undefined && email?.toLowerCase() !== reached.email.toLowerCase()) {
      const { refreshToken } = tokens
      reached.opened = null
      await api('endSession', { refreshToken }).catch(() => {})
      throw new AppError('ACCOUNT_MISMATCH')
    }
    const { accessToken } = tokens
    const wallet = await lock('latchkey-enrol', () =>
      enrolDevice({ vault, api, userId, wallet: known, accessToken, custodyToken, appearance }),
    )
    return { userId, email, login, deviceId: reached.deviceId, tokens, wallet }
  }
