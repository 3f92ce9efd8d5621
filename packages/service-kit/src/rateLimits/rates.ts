import type { EndpointName } from '@latchkey/api-client'

export type RatedName = EndpointName | 'socialCallback'

/**
 * How many calls a minute, as many of them at once: of rows with a token for each person, of all others for each network
 * address, behind which may be a whole office. They keep one visitor from using up what is there for all; how often a code can
 * be guessed or mailed is counted in the database (`mail/mailAllowance.ts`).
 */
export const defaultRates = {
  apiHealth: 6000,
  custodyHealth: 6000,

  origins: 1200,
  // Calls, not batches.
  rpc: 6000,
  supportedChains: 600,
  fungiblePrice: 600,
  // Cheap to ask and dear to answer: each is many calls of nodes, and of servers that a name's owner has chosen.
  accountBalance: 180,
  accountHistory: 300,
  identity: 120,
  profileAccount: 120,
  profileReverse: 60,
  // Asked while a person types.
  profileSuggestions: 600,
  registerProfile: 30,
  verifySignature: 120,

  convertTokens: 600,
  convertQuotes: 600,
  convertAllowance: 600,
  convertGasPrice: 600,
  buildTransaction: 120,
  buildApprove: 120,
  onrampUrl: 60,
  onrampOptions: 600,
  onrampQuote: 600,
  // Polled every five seconds while a person pays.
  exchanges: 600,
  sponsorOperation: 120,
  listPermissions: 120,
  keepPermission: 30,
  revokePermission: 30,

  getProjectConfig: 1200,
  getAnalyticsConfig: 1200,
  sendEvents: 120,
  sendErrorReport: 60,

  getWallets: 600,
  // A page of wallets shows forty.
  getWalletImage: 6000,
  getAssetImage: 6000,
  getCurrencyImage: 6000,
  getTokenImage: 6000,

  apiKeys: 600,
  custodyKeys: 600,

  emailStart: 60,
  emailVerify: 60,
  checkSignIn: 60,
  socialVerify: 60,
  farcasterVerify: 60,
  linkIdentity: 30,
  unlinkIdentity: 30,
  startEmailChange: 30,
  proveOldEmail: 30,
  proveNewEmail: 30,
  undoEmailChange: 30,
  putRecoveryShare: 30,
  releaseRecoveryShare: 30,
  settleRecoveryShare: 30,
  custodyAuditLog: 120,

  socialStart: 60,
  // Where providers send people back: no row of the table, since no client calls it.
  socialCallback: 60,
  // Asked every two seconds while a person is at the provider.
  socialStatus: 1200,
  socialRelease: 60,
  socialFinish: 60,
  farcasterStart: 60,
  farcasterStatus: 1200,
  startDeviceLink: 60,
  // Asked every two seconds while a person waits.
  deviceLinkStatus: 1200,
  readDeviceLink: 60,
  approveDevice: 30,
  startSession: 120,
  refreshSession: 600,
  confirmSession: 30,
  endSession: 120,
  endAllSessions: 30,
  listDevices: 120,
  renameDevice: 60,
  revokeDevice: 60,
  apiAuditLog: 120,
  prepareEmailChange: 30,
  finishEmailChange: 30,
  applyEmailUndo: 30,
  listLogins: 120,
  listProviders: 120,
  linkLogin: 30,
  unlinkLogin: 30,
  getWallet: 120,
  createWallet: 30,
  replaceWallet: 30,
  putAuthShare: 30,
  releaseAuthShare: 120,
  releaseRecoveryAuthShare: 30,
} as const satisfies Record<RatedName, number>

/** Calls a minute by row: a row without a rate does not compile. */
export type Rates = Readonly<Record<RatedName, number>>
