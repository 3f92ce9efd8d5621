/** Addresses of the OpenID Provider, below its issuer. */
export const oidcRoutes = {
  authorization: '/auth',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
} as const

/** Where a browser goes on with a sign-in after its user has decided. */
export const resumePath = (uid: string): string => `${oidcRoutes.authorization}/${uid}`

/** The secret of a decision, in the address that the wallet's page goes on to. Without it the user has cancelled. */
export const decisionParameter = 'decision'
