import type { KnownAccount, LoginProvider, SocialProvider } from '@latchkey/api-client'
import { AppError, catalogue } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Caller } from './Caller.ts'
import type { CallApi } from './callApi.ts'
import type { EmailLogin } from './emailLogin.ts'
import type { LinkProof } from './findAccount.ts'
import type { BegunAtProvider } from './identityAttempt.ts'
import type { Login } from './openAccount.ts'

/** A user who is signed in to their account, with why the new login was not linked to it; null when it was. */
export type Entered = { readonly caller: Caller; readonly failure: AppError | null }

/**
 * The account that has the verified address of an unlinked login. Nothing was created yet: its user either proves that account, and the
 * login is linked to it, or creates a separate account.
 */
export type FoundAccount = KnownAccount & {
  readonly kind: 'account'
  /** The login to link; `email` for the address itself, which its user has proved by a code. */
  readonly provider: SocialProvider | 'email'
  /** Signs in with the account's own email, like any sign-in by email. Not usable where `providers` are named. */
  readonly byCode: Pick<EmailLogin, 'approval'> & {
    start(): ReturnType<EmailLogin['start']>
    finish(
      code: string,
      options: { signal: AbortSignal; onVerified: () => void; appearance: Appearance },
    ): Promise<Entered>
  }
  /** Signs in with one of `providers`. Fails with SOCIAL_REFUSED for a login that is linked to no account. */
  byProvider(provider: LoginProvider, appearance: () => Appearance): Promise<BegunAtProvider<Entered>>
  /** Creates a separate account for the new login. */
  separate(appearance: Appearance, signal: AbortSignal): Promise<Caller>
}

/**
 * A sign-in with a provider that leads to an account new to this browser. The provider's response came through the API, which could have
 * substituted another user's: the user confirms that the account is theirs before a device is enrolled.
 */
export type NewHere = {
  readonly kind: 'newHere'
  readonly provider: SocialProvider
  /** The verified address that custody has read in the response; null where it has none. */
  readonly email: string | null
  /** Confirms that it is theirs, and signs in. */
  confirm(appearance: Appearance, signal: AbortSignal): Promise<Caller>
}

/** A question to the user before a sign-in with a provider ends. */
export type SignInQuestion = FoundAccount | NewHere

/** The maximum number of retries of a call without a response. */
const maxTries = 2

/**
 * Links a login to the account that its user has just signed in to: both authorities check the proof before custody stores it. An
 * interrupted link is found again at the next sign-in. Resolves with why it was not linked; null when it was.
 */
export const linkFound = async (
  api: CallApi,
  proof: LinkProof,
  { tokens: { accessToken }, custodyToken }: Pick<Login, 'tokens' | 'custodyToken'>,
): Promise<AppError | null> => {
  const atCustody = (atSignIn: 'check' | 'keep') =>
    api('linkIdentity', { ...proof, atSignIn }, { accessToken: custodyToken })
  for (let tries = 1; ; tries++) {
    try {
      const { apiGrant } = await atCustody('check')
      await api('linkLogin', { apiGrant }, { accessToken })
      await atCustody('keep')
      return null
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (tries === maxTries || !catalogue[error.name].retry) return error
    }
  }
}
