import {
  isOidcProvider,
  isWindowProvider,
  loginProviderIds,
  type OauthProvider,
  type OidcProvider,
  type WindowProvider,
} from '@latchkey/protocol/loginProviders'
import { discord } from './oauth/discord.ts'
import { facebook } from './oauth/facebook.ts'
import { github } from './oauth/github.ts'
import type { OauthRow } from './oauth/oauthRow.ts'
import { x } from './oauth/x.ts'
import { apple } from './oidc/apple.ts'
import { google } from './oidc/google.ts'
import type { OidcRow } from './oidc/oidcRow.ts'

/** Every emulated OpenID Connect provider, each on a separate origin, because its issuer is one. */
export const oidcStandIns: Readonly<Record<OidcProvider, OidcRow>> = { google, apple }

/** Every emulated OAuth 2.0 provider, each under `/<id>` of one origin. */
export const oauthStandIns: Readonly<Record<OauthProvider, OauthRow>> = { github, facebook, x, discord }

/** The ids of the providers that the local stack emulates, in the table's order. */
export const windowProviderIds: readonly WindowProvider[] = loginProviderIds.filter(isWindowProvider)
export const oidcProviderIds: readonly OidcProvider[] = windowProviderIds.filter(isOidcProvider)
export const oauthProviderIds: readonly OauthProvider[] = windowProviderIds.filter((id) => !isOidcProvider(id))
