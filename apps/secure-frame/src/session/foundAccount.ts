import type { KnownAccount, LoginProvider, SocialProvider } from '@latchkey/api-client'
import { AppError, catalogue } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Caller } from './Caller.ts'
import type { CallApi } from './callApi.ts'
import type { EmailLogin } from './emailLogin.ts'
import type { BegunAtProvider } from './identityAttempt.ts'
import type { SocialProof } from './identityProof.ts'
import type { Login } from './openAccount.ts'

/** A user who is signed in to their account, with why the new login was not linked to it; null when it was. */
export type Entered = { readonly caller: Caller; readonly failure: AppError | null }

/**
 * The account that has the verified address of a login that is linked to none. Nothing was made yet: its user proves that account, and the
 * login is linked to it; or they make a separate account.
 */
export type FoundAccount = KnownAccount & {
  /** Of the login that is to be linked. */
  readonly provider: SocialProvider
  /** Sign in with the account's own email, as any sign-in by email. */
  readonly byCode: Pick<EmailLogin, 'approval'> & {
    start(): ReturnType<EmailLogin['start']>
    finish(
      code: string,
      options: { signal: AbortSignal; onVerified: () => void; appearance: Appearance },
    ): Promise<Entered>
  }
  /** Sign in with one of `providers`. Fails with SOCIAL_REFUSED for a login that is linked to no account. */
  byProvider(provider: LoginProvider, appearance: () => Appearance): Promise<BegunAtProvider<Entered>>
  /** An account of its own for the new login. */
  separate(appearance: Appearance, signal: AbortSignal): Promise<Caller>
}

/** A proof at a provider with the account that has its address. */
export type Found = { readonly account: KnownAccount; readonly proof: SocialProof }

/**
 * The account whose address the provider has verified; null when there is none, or the login is linked already. Both authorities say
 * which address that is: where they differ, one of them lies, and it fails with ACCOUNT_MISMATCH.
 */
export const findAccount = async (
  api: CallApi,
  { provider, codeChallenge, proof }: SocialProof,
  emailAtApi: string | null,
): Promise<Found | null> => {
  const { account } = await api('findAccount', { provider, codeChallenge, proof })
  if (account === null) return null
  if (emailAtApi?.trim().toLowerCase() !== account.email) throw new AppError('ACCOUNT_MISMATCH')
  return { account, proof: { provider, codeChallenge, proof } }
}

/** A call that got no answer is made again so many times. */
const maxTries = 2

/**
 * Links a login to the account that its user has just signed in to: both authorities look at the proof before custody keeps it. What breaks
 * off is found again at the next sign-in. Resolves with why it was not linked; null when it was.
 */
export const linkFound = async (
  api: CallApi,
  proof: SocialProof,
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
