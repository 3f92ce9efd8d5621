import type { EndpointRequest, EndpointResponse, WalletEndpointName } from '@latchkey/api-client'
import { AppError, type ErrorName, isAppError } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from './Caller.ts'
import type { CallApi } from './callApi.ts'
import { type IdentityProof, verifyIdentity } from './identityProof.ts'
import type { Session } from './Session.ts'

/** Step-up: a signed-in user proves their identity once more (custody design, section 4, "Step-up"). */
export type StepUp = {
  /**
   * Has a code mailed to the user's own address; resolves with the seconds until another may be requested. Fails with
   * RATE_LIMITED, MAIL_FAILED, SERVICE_UNREACHABLE, UNAUTHORIZED, NOT_ENABLED for a user signed in with a provider.
   */
  mailCode(caller: Caller): Promise<number>
  /**
   * Confirms with the code: for five minutes, calls that failed with STEP_UP_REQUIRED succeed. Completed steps are kept, so
   * that a lost call may be repeated with the same code. Fails with OTP_*, SERVICE_UNREACHABLE, UNAUTHORIZED,
   * SESSION_EXPIRED.
   */
  confirm(caller: Caller, code: string): Promise<void>
  /**
   * The same for a user signed in with a provider, with their proof there for a `confirmation`. Fails with IDENTITY_IN_USE
   * when it is another user's, SOCIAL_EXPIRED, SOCIAL_REFUSED, PROVIDER_UNAVAILABLE, SERVICE_UNREACHABLE, UNAUTHORIZED,
   * SESSION_EXPIRED.
   */
  confirmBy(caller: Caller, proof: IdentityProof): Promise<void>
  /** Calls custody with the last code or proof. Fails with STEP_UP_REQUIRED when that is older than ten minutes, or there was none. */
  callCustody: <name extends WalletEndpointName>(
    name: name,
    request: EndpointRequest<name>,
  ) => Promise<EndpointResponse<name>>
  /** Returns whether custody has confirmed; that may have expired by now. */
  isConfirmed(): boolean
  /** Forgets custody's confirmation. */
  forget(): void
}

export type StepUpDeps = {
  api: CallApi
  session: Pick<Session, 'call' | 'email' | 'login'>
  /** Named in the mail. */
  page: Page
}

/** One attempt, in memory only; custody binds it to the device key. The code is not kept. */
type Attempt = { attemptId: string; verified: Verified | null }
type Verified = EndpointResponse<'emailVerify'>

export const createStepUp = ({ api, session, page }: StepUpDeps): StepUp => {
  let attempt: Attempt | null = null
  let custodyToken: string | null = null

  const confirmSession = async (caller: Caller, verified: Verified, expired: ErrorName): Promise<void> => {
    const { userId, apiGrant, custodyToken: given } = verified
    if (userId !== caller.userId) throw new AppError('UNAUTHORIZED')
    try {
      await session.call(caller, 'confirmSession', { apiGrant })
    } catch (error) {
      if (!isAppError(error, 'SESSION_EXPIRED')) throw error
      // Either the session is over, which it then knows itself, or custody's statement was used already or is minutes old.
      await session.email(caller)
      throw new AppError(expired, { cause: error })
    }
    custodyToken = given
  }

  return {
    async mailCode(caller) {
      const email = await session.email(caller)
      if (email === null || (await session.login(caller)) !== null) throw new AppError('NOT_ENABLED')
      const { projectId, origin: dappOrigin } = page
      const { attemptId, resendInSeconds } = await api('emailStart', {
        projectId,
        dappOrigin,
        email,
        purpose: 'confirmation',
      })
      attempt = { attemptId, verified: null }
      return resendInSeconds
    },
    async confirm(caller, code) {
      const mine = attempt
      if (mine === null) throw new AppError('OTP_EXPIRED')
      mine.verified ??= await api('emailVerify', { attemptId: mine.attemptId, code })
      try {
        await confirmSession(caller, mine.verified, 'OTP_EXPIRED')
      } catch (error) {
        if (isAppError(error, 'OTP_EXPIRED')) attempt = null
        throw error
      }
      if (attempt === mine) attempt = null
    },
    async confirmBy(caller, proof) {
      const verified = await verifyIdentity(api, proof, 'confirmation')
      if (verified.userId !== caller.userId) throw new AppError('IDENTITY_IN_USE')
      await confirmSession(caller, verified, 'SOCIAL_EXPIRED')
    },
    async callCustody(name, request) {
      if (custodyToken === null) throw new AppError('STEP_UP_REQUIRED')
      try {
        return await api(name, request, { accessToken: custodyToken })
      } catch (error) {
        if (!isAppError(error, 'SESSION_EXPIRED')) throw error
        custodyToken = null
        throw new AppError('STEP_UP_REQUIRED', { cause: error })
      }
    },
    isConfirmed: () => custodyToken !== null,
    forget() {
      attempt = null
      custodyToken = null
    },
  }
}
