import type { EndpointRequest, EndpointResponse, WalletEndpointName } from '@latchkey/api-client'

/**
 * One call of the account API. The client adds the device proof and the server's nonce; the caller brings the token
 * where the row asks for one. Fails with the row's errors or SERVICE_UNREACHABLE.
 */
export type CallApi = <name extends WalletEndpointName>(
  name: name,
  request: EndpointRequest<name>,
  options?: { accessToken?: string },
) => Promise<EndpointResponse<name>>

/** `callApi` with the session's token included. */
export type CallAuthorised = <name extends WalletEndpointName>(
  name: name,
  request: EndpointRequest<name>,
) => Promise<EndpointResponse<name>>

/** Runs `work` while no other tab of this site runs work under the same name. */
export type Lock = <result>(name: string, work: () => Promise<result>) => Promise<result>
