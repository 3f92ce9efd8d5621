import type { EndpointName, endpoints } from './endpoints.ts'

/**
 * Calls per minute or hour, which may come all at once: per user for rows with a token, otherwise per network address, which a whole office
 * may share. It keeps one user from using up everyone's capacity; limits on guessing and mailing codes are counted in the database.
 */
export type CallLimit = { perMinute: number } | { perHour: number }

/** The part of an endpoint that only servers read, not loaded by pages. */
export type ServerRow = CallLimit & {
  /** The operator's switch that stops the row. */
  freeze?: Freeze
}
/** What an operator can stop during an investigation: new sign-ins, or all that opens or changes a wallet. */
export type Freeze = 'signIns' | 'signing'
/** A row that the api's documents list. */
export type DocumentedRow = ServerRow & {
  /** The row's heading in the documentation. */
  group: string
  /** The row's purpose, in one sentence. */
  summary: string
}

type ServerRows = {
  readonly [name in EndpointName]: (typeof endpoints)[name]['authority'] extends 'api' ? DocumentedRow : ServerRow
}

/** The server-only part of every row of `endpoints`, in the order of the api's documents. A row without it doesn't compile. */
export const serverRows = {
  origins: {
    perMinute: 1200,
    group: 'Projects',
    summary: 'Which pages may embed the wallet of a project, and where its people decide.',
  },
  getProjectConfig: {
    perMinute: 1200,
    group: 'Projects',
    summary: 'What the project has turned on and off for its pages; null leaves it to them.',
  },
  getAnalyticsConfig: { perMinute: 1200, group: 'Projects', summary: 'Whether this server takes events.' },

  supportedChains: {
    perMinute: 600,
    group: 'Chains',
    summary: 'The chains that this server has nodes for.',
  },
  // Counts calls, not batches.
  rpc: {
    perMinute: 6000,
    group: 'Chains',
    summary:
      'JSON-RPC 2.0 to the nodes of a chain and to its bundler, up to 1000 calls at once: reads, and what is signed already.',
  },
  verifySignature: {
    perMinute: 120,
    group: 'Chains',
    summary: 'Whether an address has signed a text: an EOA, a contract (ERC-1271), or one to come (ERC-6492).',
  },

  // Cheap to request and expensive to serve: each makes many calls to nodes, and to servers that a name's owner has chosen.
  accountBalance: {
    perMinute: 180,
    group: 'Accounts',
    summary: 'What an account holds: the coin of a chain first, then its tokens, the most valuable first.',
  },
  accountHistory: {
    perMinute: 300,
    group: 'Accounts',
    summary: 'What an account has done and received, the newest first, by page.',
  },
  accountAllowances: {
    perMinute: 120,
    group: 'Accounts',
    summary: 'Which ERC-20 allowances and NFT operators an account has set at any time.',
  },
  fungiblePrice: {
    perMinute: 600,
    group: 'Accounts',
    summary: 'What tokens cost. One whose price nobody knows is left out.',
  },
  identity: {
    perMinute: 120,
    group: 'Accounts',
    summary: 'The name and picture of an address, where the name leads back to it.',
  },
  listPermissions: { perMinute: 120, group: 'Accounts', summary: 'What an account has let others do in its name.' },
  keepPermission: { perMinute: 30, group: 'Accounts', summary: 'Keeps what an account has just granted to a page.' },
  sponsorOperation: {
    perMinute: 120,
    freeze: 'signing',
    group: 'Accounts',
    summary: 'Who pays the network fee of an operation of a smart account.',
  },
  revokePermission: { perMinute: 30, group: 'Accounts', summary: 'Ends a permission, by a signature of the account.' },

  profileAccount: { perMinute: 120, group: 'Names', summary: 'Where a name leads.' },
  profileReverse: { perMinute: 60, group: 'Names', summary: 'The names that lead to an address and back.' },
  // Called while a user types.
  profileSuggestions: {
    perMinute: 600,
    group: 'Names',
    summary: 'Names like this one, and whether somebody has them.',
  },
  // Each takes a name from everyone else.
  registerProfile: { perHour: 120, group: 'Names', summary: 'Takes a name, by a signature of its owner.' },

  convertTokens: { perMinute: 600, group: 'Swaps', summary: 'What can be swapped on a chain.' },
  convertQuotes: { perMinute: 600, group: 'Swaps', summary: 'What an amount of one token brings of another.' },
  convertAllowance: { perMinute: 600, group: 'Swaps', summary: 'How much of a token the exchange may take already.' },
  // Polled every five seconds while a swap is in progress.
  convertStatus: { perMinute: 600, group: 'Swaps', summary: 'Where a swap to another chain is.' },
  convertGasPrice: { perMinute: 600, group: 'Swaps', summary: 'What gas costs, in wei.' },
  buildTransaction: { perMinute: 120, group: 'Swaps', summary: 'The transaction that swaps.' },
  buildApprove: { perMinute: 120, group: 'Swaps', summary: 'The transaction that lets the exchange take a token.' },

  onrampUrl: {
    perMinute: 60,
    group: 'Buying and paying',
    summary: 'The page of a provider where somebody buys a coin.',
  },
  onrampOptions: { perMinute: 600, group: 'Buying and paying', summary: 'What can be bought, and with what.' },
  onrampQuote: { perMinute: 600, group: 'Buying and paying', summary: 'What an amount of money buys.' },
  startOnramp: { perMinute: 60, group: 'Buying and paying', summary: 'Opens a purchase for an address at a provider.' },
  onrampSession: {
    perMinute: 600,
    group: 'Buying and paying',
    summary: 'Where a purchase is; that it has arrived, the chain says.',
  },
  offrampOptions: { perMinute: 600, group: 'Buying and paying', summary: 'What can be sold, and at which providers.' },
  offrampQuote: { perMinute: 600, group: 'Buying and paying', summary: 'What an amount of a token brings.' },
  startOfframp: { perMinute: 60, group: 'Buying and paying', summary: 'Opens a sale from an address at a provider.' },
  offrampSession: {
    perMinute: 600,
    group: 'Buying and paying',
    summary: 'Where a sale is: the address and exact amount to send, and whether it was paid out.',
  },
  // Polled every five seconds while a user pays.
  exchanges: {
    perMinute: 600,
    group: 'Buying and paying',
    summary: 'Paying from an account at an exchange: which there are, where to pay, what became of it.',
  },

  startEmailCapture: {
    perMinute: 30,
    group: 'Email capture',
    summary: 'Mails the code by which a user gives a project their email address.',
  },
  confirmEmailCapture: {
    perMinute: 60,
    group: 'Email capture',
    summary: 'Takes the code: the project has the address.',
  },
  shareEmail: {
    perMinute: 30,
    group: 'Email capture',
    summary: 'Gives a project the verified email address of the user’s own account.',
  },

  getWallets: { perMinute: 600, group: 'Directory', summary: 'Wallets by page, search and chain.' },
  // A page of wallets shows forty icons.
  getWalletImage: { perMinute: 6000, group: 'Directory', summary: 'The picture of a wallet.' },
  getAssetImage: { perMinute: 6000, group: 'Directory', summary: 'The picture of a network.' },
  getCurrencyImage: { perMinute: 6000, group: 'Directory', summary: 'The picture of a currency.' },
  getTokenImage: { perMinute: 6000, group: 'Directory', summary: 'The picture of a token.' },

  sendEvents: { perMinute: 120, group: 'Telemetry', summary: 'Events of a page whose developer has asked for them.' },
  sendErrorReport: { perMinute: 60, group: 'Telemetry', summary: 'One error of such a page.' },

  listProviders: { perMinute: 120, group: 'Logins', summary: 'Who is set up to be signed in with.' },
  socialStart: { perMinute: 60, freeze: 'signIns', group: 'Logins', summary: 'Begins a sign-in at a provider.' },
  // Polled every two seconds while a user is at the provider.
  socialStatus: { perMinute: 1200, group: 'Logins', summary: 'How far a sign-in at a provider is.' },
  socialRelease: { perMinute: 60, group: 'Logins', summary: 'The result page lets the sign-in go on.' },
  socialFinish: { perMinute: 60, group: 'Logins', summary: 'Takes the result of a sign-in at a provider.' },
  farcasterStart: { perMinute: 60, freeze: 'signIns', group: 'Logins', summary: 'Begins a sign-in by Farcaster.' },
  farcasterStatus: { perMinute: 1200, group: 'Logins', summary: 'How far a sign-in by Farcaster is.' },
  startDeviceLink: {
    perMinute: 60,
    freeze: 'signIns',
    group: 'Logins',
    summary: 'Mails the link that approves a new device.',
  },
  // Polled every two seconds while a user waits.
  deviceLinkStatus: { perMinute: 1200, group: 'Logins', summary: 'Whether the link was followed.' },
  readDeviceLink: { perMinute: 60, group: 'Logins', summary: 'What the page behind the link shows.' },
  approveDevice: { perMinute: 30, freeze: 'signIns', group: 'Logins', summary: 'Approves the device of a link.' },
  declineDevice: { perMinute: 30, group: 'Logins', summary: 'Ends a link without approving its device.' },
  listLogins: { perMinute: 120, group: 'Logins', summary: 'The identities by which a user logs in.' },
  linkLogin: { perMinute: 30, freeze: 'signIns', group: 'Logins', summary: 'Adds a login to an account.' },
  unlinkLogin: { perMinute: 30, freeze: 'signIns', group: 'Logins', summary: 'Removes a login from an account.' },
  prepareEmailChange: {
    perMinute: 30,
    freeze: 'signIns',
    group: 'Logins',
    summary: 'Says which address an account is about to have.',
  },
  // Polled every two seconds while a user waits.
  emailChangeStatus: { perMinute: 1200, group: 'Logins', summary: 'Whether the new address has agreed to join.' },
  readEmailChange: { perMinute: 60, group: 'Logins', summary: 'What the page shows that asks the new address.' },
  approveEmailChange: {
    perMinute: 30,
    freeze: 'signIns',
    group: 'Logins',
    summary: 'The new address agrees to join the account.',
  },
  finishEmailChange: {
    perMinute: 30,
    freeze: 'signIns',
    group: 'Logins',
    summary: 'Gives the account its new address.',
  },
  applyEmailUndo: {
    perMinute: 30,
    freeze: 'signIns',
    group: 'Logins',
    summary: 'Gives the account its former address back.',
  },

  startSession: {
    perMinute: 120,
    freeze: 'signIns',
    group: 'Sessions',
    summary: 'Opens a session on the word of custody.',
  },
  refreshSession: { perMinute: 600, group: 'Sessions', summary: 'New tokens for old.' },
  confirmSession: {
    perMinute: 30,
    freeze: 'signIns',
    group: 'Sessions',
    summary: 'Notes that the user has just proved themselves again.',
  },
  endSession: { perMinute: 120, group: 'Sessions', summary: 'Signs out on this device.' },
  endAllSessions: { perMinute: 30, group: 'Sessions', summary: 'Signs out everywhere.' },
  listDevices: { perMinute: 120, group: 'Sessions', summary: 'A user’s devices, last used first.' },
  renameDevice: { perMinute: 60, group: 'Sessions', summary: 'Names a device.' },
  reportDevice: { perMinute: 30, group: 'Sessions', summary: 'Reports what a restore of the api may have lost.' },
  revokeDevice: { perMinute: 60, group: 'Sessions', summary: 'Revokes a device.' },
  readAuthorization: {
    perMinute: 60,
    group: 'Sessions',
    summary: 'What the page shows of a sign-in that an app has begun by OpenID Connect.',
  },
  allowAuthorization: {
    perMinute: 30,
    freeze: 'signIns',
    group: 'Sessions',
    summary: 'Signs the user in to an app, by OpenID Connect.',
  },
  apiAuditLog: { perMinute: 120, group: 'Sessions', summary: 'What has happened to an account, the newest first.' },

  issueIdToken: {
    perMinute: 60,
    freeze: 'signIns',
    group: 'Sign-in proofs',
    summary: 'An ID token of the signed-in user, for the project of a page.',
  },
  siwxNonce: {
    perMinute: 60,
    freeze: 'signIns',
    group: 'Sign-in proofs',
    summary: 'A nonce for one sign-in message of this page, good for five minutes.',
  },
  // For a contract, a call to a node.
  startSiwxSession: {
    perMinute: 30,
    freeze: 'signIns',
    group: 'Sign-in proofs',
    summary: 'Opens a session of the account that has signed a sign-in message (CAIP-122), on this page.',
  },
  siwxIdToken: {
    perMinute: 60,
    freeze: 'signIns',
    group: 'Sign-in proofs',
    summary: 'An ID token of the account of such a session.',
  },
  revokeSiwxSession: { perMinute: 60, group: 'Sign-in proofs', summary: 'Ends such a session.' },

  getWallet: { perMinute: 120, group: 'Wallet', summary: 'The record of the account’s wallet.' },
  createWallet: { perMinute: 30, freeze: 'signing', group: 'Wallet', summary: 'Commits a new wallet.' },
  replaceWallet: { perMinute: 30, freeze: 'signing', group: 'Wallet', summary: 'Commits a changed wallet.' },
  putAuthShare: { perMinute: 30, freeze: 'signing', group: 'Wallet', summary: 'Keeps a share of this device.' },
  releaseAuthShare: {
    perMinute: 120,
    freeze: 'signing',
    group: 'Wallet',
    summary: 'This device’s share, sealed to it for one use.',
  },
  releaseRecoveryAuthShare: {
    perMinute: 30,
    freeze: 'signing',
    group: 'Wallet',
    summary: 'The api’s half of the recovery pair, sealed to this device.',
  },

  apiHealth: { perMinute: 6000, group: 'Service', summary: 'Whether the service and its database work.' },
  apiKeys: { perMinute: 600, group: 'Service', summary: 'The public keys of this authority.' },

  // Custody's rows.
  custodyHealth: { perMinute: 6000 },
  custodyKeys: { perMinute: 600 },
  emailStart: { perMinute: 60, freeze: 'signIns' },
  emailVerify: { perMinute: 60, freeze: 'signIns' },
  checkSignIn: { perMinute: 60 },
  findAccount: { perMinute: 60 },
  socialVerify: { perMinute: 60, freeze: 'signIns' },
  farcasterVerify: { perMinute: 60, freeze: 'signIns' },
  linkIdentity: { perMinute: 30, freeze: 'signIns' },
  unlinkIdentity: { perMinute: 30, freeze: 'signIns' },
  startEmailChange: { perMinute: 30, freeze: 'signIns' },
  proveOldEmail: { perMinute: 30, freeze: 'signIns' },
  proveNewEmail: { perMinute: 30, freeze: 'signIns' },
  settleEmailChange: { perMinute: 30 },
  undoEmailChange: { perMinute: 30, freeze: 'signIns' },
  putRecoveryShare: { perMinute: 30, freeze: 'signing' },
  releaseRecoveryShare: { perMinute: 30, freeze: 'signing' },
  settleRecoveryShare: { perMinute: 30, freeze: 'signing' },
  custodyAuditLog: { perMinute: 120 },
} as const satisfies ServerRows
