import { type ApiAppDeps, createApiApp, identityProvidersOf } from '@latchkey/api'
import type { Authority } from '@latchkey/api-client'
import { type CustodyAppDeps, createCustodyApp } from '@latchkey/custody'
import type { AuthorityDeps } from '@latchkey/service-kit/authority/openAuthority'
import type { createAuthorityApp } from '@latchkey/service-kit/http/createAuthorityApp'
import type { TokenKeys } from '@latchkey/service-kit/keys/tokens'
import type { Kms } from '@latchkey/service-kit/kms/kms'

/** Who is who, as browsers see it. */
export type Addresses = {
  /** Scheme, host, port, no slash at the end. */
  apiUrl: string
  custodyUrl: string
  walletOrigin: string
  vaultOrigin: string
}

type Own = 'kms' | 'publicUrl' | 'mode' | 'walletOrigin'
export type AppsDeps = Omit<AuthorityDeps, Own> &
  Omit<ApiAppDeps, keyof AuthorityDeps | 'custodyKey' | 'vaultOrigin'> &
  Omit<CustodyAppDeps, keyof AuthorityDeps | 'apiKey' | 'identityProviders'> & {
    addresses: Addresses
    /** Each authority has a key store of its own. */
    kms: Record<Authority, Kms>
  }

export type Apps = Record<Authority, ReturnType<typeof createAuthorityApp>>
type Authorised = { app: Apps[Authority]; tokenKeys: TokenKeys }

/**
 * Both authorities as functions of a request. They share this process and nothing else: each works in its own database
 * role, with its own keys, and believes of the other what it has signed.
 */
export async function createApps({ addresses, kms, social, ...deps }: AppsDeps): Promise<Apps> {
  const { apiUrl, custodyUrl, walletOrigin, vaultOrigin } = addresses
  const shared = { ...deps, walletOrigin, mode: 'combined' } as const
  const custody: Authorised = await createCustodyApp({
    ...shared,
    kms: kms.custody,
    publicUrl: custodyUrl,
    identityProviders: identityProvidersOf(social),
    apiKey: async () => api.tokenKeys,
  })
  const api: Authorised = await createApiApp({
    ...shared,
    kms: kms.api,
    publicUrl: apiUrl,
    social,
    vaultOrigin,
    custodyKey: async () => custody.tokenKeys,
  })
  return { api: api.app, custody: custody.app }
}
