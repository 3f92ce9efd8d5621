/** Paths of the OpenID Provider, below its issuer. */
export const oidcRoutes = {
  authorization: '/auth',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
} as const

/** Returns the path at which a browser continues a sign-in after the user's decision. */
export const resumePath = (uid: string): string => `${oidcRoutes.authorization}/${uid}`

/** The query parameter with a decision's secret, in the URL that the wallet's page opens next. Without it the user has canceled. */
export const decisionParameter = 'decision'
