import type { KnownAccount } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { CallApi } from './callApi.ts'
import type { SocialProof } from './identityProof.ts'

/** The login to link to the found account: one at a provider, or the email that a code has proved. */
export type LinkProof = SocialProof | EmailProof
/** The code of a sign-in, which custody has verified but not consumed. */
export type EmailProof = { readonly attemptId: string; readonly code: string }
/** A proof with the account that has its address. */
export type Found<proof extends LinkProof = LinkProof> = { readonly account: KnownAccount; readonly proof: proof }

/**
 * Returns the account whose address the provider has verified; null when there is none, or the login is linked already. Both authorities
 * name that address: where they differ, one of them is wrong, and it fails with ACCOUNT_MISMATCH.
 */
export const findAccount = async (
  api: CallApi,
  { provider, codeChallenge, proof }: SocialProof,
  emailAtApi: string | null,
): Promise<Found<SocialProof> | null> => {
  const { account } = await api('findAccount', { provider, codeChallenge, proof })
  if (account === null) return null
  if (emailAtApi?.trim().toLowerCase() !== account.email) throw new AppError('ACCOUNT_MISMATCH')
  return { account, proof: { provider, codeChallenge, proof } }
}

/**
 * Returns the account that has the email of a sign-in's code at a login provider, and isn't opened by the email yet; null when there is
 * none. Fails as `emailVerify` does for the code, and with ACCOUNT_MISMATCH when custody names another address, or an account without
 * another proof.
 */
export const findAccountByCode = async (
  api: CallApi,
  proof: EmailProof,
  email: string,
): Promise<Found<EmailProof> | null> => {
  const { account } = await api('findAccount', proof)
  if (account === null) return null
  if (account.email !== email.trim().toLowerCase() || account.providers.length === 0)
    throw new AppError('ACCOUNT_MISMATCH')
  return { account, proof }
}
