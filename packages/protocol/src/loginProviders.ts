/** One login provider. Its icon is in `@latchkey/ui`, its endpoints and scopes are in `@latchkey/service-kit/loginProviders`. */
export type LoginProviderRow = {
  /** A proper noun, the same in every language. */
  name: string
  /** Where the user signs in: on the provider's pages in a window, or in an app on a phone. */
  signIn: 'window' | 'phone'
  /**
   * Who signs the proof that custody checks. `provider` (OpenID Connect) and `user`: api and custody each check it themselves.
   * `api`: the provider signs nothing, and custody relies on the api.
   */
  signedBy: 'provider' | 'user' | 'api'
  /** Whether the sign-in page opens in another app's browser view. */
  webViews: 'works' | 'refuses'
}

/**
 * Every login provider, in the order in which lists show them. Enums, names, settings, warnings, mails, the local stack's
 * stand-ins and the tests' lists are derived from this table. A row without an icon, endpoints or stand-in does not compile.
 */
export const loginProviders = {
  // Its OAuth 2.0 policies ("Use secure browsers") answer web views with `disallowed_useragent`.
  google: { name: 'Google', signIn: 'window', signedBy: 'provider', webViews: 'refuses' },
  github: { name: 'GitHub', signIn: 'window', signedBy: 'api', webViews: 'works' },
  apple: { name: 'Apple', signIn: 'window', signedBy: 'provider', webViews: 'works' },
  // Facebook Login has been closed to web views since 2021.
  facebook: { name: 'Facebook', signIn: 'window', signedBy: 'api', webViews: 'refuses' },
  x: { name: 'X', signIn: 'window', signedBy: 'api', webViews: 'works' },
  discord: { name: 'Discord', signIn: 'window', signedBy: 'api', webViews: 'works' },
  farcaster: { name: 'Farcaster', signIn: 'phone', signedBy: 'user', webViews: 'works' },
} as const satisfies Record<string, LoginProviderRow>

type Rows = typeof loginProviders
/** The id of a login provider. */
export type LoginProvider = keyof Rows
/** A login provider whose row holds these facts. */
export type LoginProviderWith<facts extends Partial<LoginProviderRow>> = {
  [id in LoginProvider]: Rows[id] extends facts ? id : never
}[LoginProvider]
/** A login provider whose pages open in a window. */
export type WindowProvider = LoginProviderWith<{ signIn: 'window' }>
/** A window provider that signs who the user is (OpenID Connect). */
export type OidcProvider = WindowProvider & LoginProviderWith<{ signedBy: 'provider' }>
/** A window provider that signs nothing: the api asks it who the user is (OAuth 2.0). */
export type OauthProvider = Exclude<WindowProvider, OidcProvider>

/** The ids of all login providers, in the table's order. */
export const loginProviderIds = /* @__PURE__ */ Object.keys(loginProviders) as LoginProvider[]

/** Returns whether users sign in to this provider in a window. */
export const isWindowProvider = (id: LoginProvider): id is WindowProvider => loginProviders[id].signIn === 'window'

/** Returns whether this provider signs who the user is (OpenID Connect). */
export const isOidcProvider = (id: LoginProvider): id is OidcProvider => loginProviders[id].signedBy === 'provider'
