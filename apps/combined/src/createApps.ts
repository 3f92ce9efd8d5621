import { type ApiAppDeps, createApiApp, identityProvidersOf } from '@latchkey/api'
import type { Authority } from '@latchkey/api-client'
import { type CustodyAppDeps, createCustodyApp } from '@latchkey/custody'
import type { AuthorityDeps } from '@latchkey/service-kit/authority/openAuthority'
import type { createAuthorityApp } from '@latchkey/service-kit/http/createAuthorityApp'
import type { TokenKeys } from '@latchkey/service-kit/keys/tokens'
import type { Kms } from '@latchkey/service-kit/kms/kms'

/** The services' public URLs, as browsers see them. */
export type Addresses = {
  /** Scheme, host, port, no trailing slash. */
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
    /** Each authority has a separate key store. */
    kms: Record<Authority, Kms>
  }

export type Apps = Record<Authority, ReturnType<typeof createAuthorityApp>>
type Authorised = { app: Apps[Authority]; tokenKeys: TokenKeys }

/**
 * Creates both authorities as functions of a request. They share only this process: each works in a separate database role, with separate
 * keys, and trusts only the other's signed statements.
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
