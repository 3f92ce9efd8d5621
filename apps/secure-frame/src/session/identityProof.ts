import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import type { CallApi } from './callApi.ts'

/** An identity at a provider, proved for this device: what custody is shown, and judges itself. */
export type IdentityProof = EndpointRequest<'linkIdentity'>

/** Have custody judge it. `confirmation` is for who is signed in; a login may make a person. Fails as the rows of the api do. */
export const verifyIdentity = async (
  api: CallApi,
  proof: IdentityProof,
  purpose: 'login' | 'confirmation',
): Promise<EndpointResponse<'socialVerify'>> =>
  'message' in proof
    ? await api('farcasterVerify', { ...proof, purpose })
    : await api('socialVerify', { ...proof, purpose })
