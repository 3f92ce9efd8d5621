import type { ProviderFetch } from '@latchkey/service-kit/loginProviders/providerFetch'
import type { CustomFetch } from 'openid-client'

/** Adapts `fetch` to openid-client. */
export const asCustomFetch =
  (fetch: ProviderFetch): CustomFetch =>
  (url, { body, ...init }) =>
    fetch(url, { ...init, body: (body ?? null) as BodyInit | null })
