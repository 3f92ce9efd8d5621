import type { EndpointResponse, IdentityProof, SocialProvider } from '@latchkey/api-client'
import type { CallApi } from './callApi.ts'

export type { IdentityProof } from '@latchkey/api-client'

/** A proof of a provider whose pages open in a window. */
export type SocialProof = Extract<IdentityProof, { provider: SocialProvider }>

/** Custody's response to a proof. */
export type VerifiedIdentity = EndpointResponse<'socialVerify'>

/** Has custody verify it. `isKnown`: creates no user; fails with SOCIAL_REFUSED. `confirmation`: for signed-in users. Fails as the API. */
export const verifyIdentity = async (
  api: CallApi,
  proof: IdentityProof,
  purpose: 'login' | 'confirmation',
  isKnown = false,
): Promise<VerifiedIdentity> =>
  'message' in proof
    ? await api('farcasterVerify', { ...proof, purpose })
    : await api('socialVerify', { ...proof, purpose, ...(isKnown && { isKnown }) })
