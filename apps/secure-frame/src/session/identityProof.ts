import type { EndpointResponse, IdentityProof, SocialProvider } from '@latchkey/api-client'
import type { CallApi } from './callApi.ts'

export type { IdentityProof } from '@latchkey/api-client'

/** One of a provider whose pages open in a window. */
export type SocialProof = Extract<IdentityProof, { provider: SocialProvider }>

/** What custody says of a proof. */
export type VerifiedIdentity = EndpointResponse<'socialVerify'>

/** Have custody judge it. `isKnown`: a login at a provider makes nobody, and fails with SOCIAL_REFUSED. `confirmation` is for who is signed in; a login may make a person. Fails as the rows of the api do. */
export const verifyIdentity = async (
  api: CallApi,
  proof: IdentityProof,
  purpose: 'login' | 'confirmation',
  isKnown = false,
): Promise<VerifiedIdentity> =>
  'message' in proof
    ? await api('farcasterVerify', { ...proof, purpose })
    : await api('socialVerify', { ...proof, purpose, ...(isKnown && { isKnown }) })
