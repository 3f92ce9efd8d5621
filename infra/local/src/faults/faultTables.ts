/** Faults of everything that servers call. */
const serverFaults = {
  down: 'cuts the connections of servers',
  slow: 'lets servers wait for a minute',
  garbage: 'answers servers with a page of HTML',
} as const

/** Faults of an OAuth provider. */
export const oauthFaults = {
  ...serverFaults,
  severed: 'its sign-in page cuts the window off from the page that opened it',
  error: 'sends users back with error=server_error',
  'wrong state': 'sends users back with a state that was never sent',
} as const

export type OauthFault = keyof typeof oauthFaults

/** Further faults of an OpenID Connect provider. */
export const oidcFaults = {
  ...oauthFaults,
  'wrong iss': 'sends users back with an iss that is not its own',
  'wrong issuer': 'its id_token names another issuer',
  'wrong audience': 'its id_token is for another application',
  'wrong nonce': 'its id_token holds another nonce',
  'wrong signature': 'its id_token is signed with a key that is not its own',
  'old token': 'its id_token was issued an hour ago',
  'no id_token': 'its answer holds no id_token',
} as const

export type OidcFault = keyof typeof oidcFaults

/** Faults of the Farcaster relay and the phone. */
export const farcasterFaults = {
  ...serverFaults,
  'wrong domain': 'the phone signs for another site',
  'wrong nonce': 'the phone signs another nonce',
  'wrong statement': 'the phone signs another statement',
  'wrong chain': 'the phone signs for another chain',
  'several resources': 'the phone signs for two accounts at once',
  'wrong signature': 'the phone signs with a key that is not of the account',
  'old message': 'the phone says that it signed an hour ago',
} as const

export type FarcasterFault = keyof typeof farcasterFaults

/** Faults of the bundlers. */
export const bundlerFaults = serverFaults

export type BundlerFault = keyof typeof bundlerFaults
