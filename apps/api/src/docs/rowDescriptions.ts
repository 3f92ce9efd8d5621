import type { Handlers } from '@latchkey/service-kit/http/handlers'

/** What each row of the api is about, and what it is for, in one sentence: a row without a line here does not compile. */
export const rowDescriptions = {
  origins: ['Projects', 'Which pages may embed the wallet of a project, and where its people decide.'],
  getProjectConfig: ['Projects', 'What the project has turned on and off for its pages; null leaves it to them.'],
  getAnalyticsConfig: ['Projects', 'Whether this server takes events.'],

  supportedChains: ['Chains', 'Every chain of the registry, whether or not this server has a node for it.'],
  rpc: [
    'Chains',
    'JSON-RPC 2.0 to the nodes of a chain and to its bundler, up to 1000 calls at once: reads, and what is signed already.',
  ],
  verifySignature: [
    'Chains',
    'Whether an address has signed a text: an EOA, a contract (ERC-1271), or one to come (ERC-6492).',
  ],

  accountBalance: [
    'Accounts',
    'What an account holds: the coin of a chain first, then its tokens, the most valuable first.',
  ],
  accountHistory: ['Accounts', 'What an account has done and received, the newest first, by page.'],
  fungiblePrice: ['Accounts', 'What tokens cost. One whose price nobody knows is left out.'],
  identity: ['Accounts', 'The name and picture of an address, where the name leads back to it.'],
  listPermissions: ['Accounts', 'What an account has let others do in its name.'],
  keepPermission: ['Accounts', 'Keeps what an account has just granted to a page.'],
  sponsorOperation: ['Accounts', 'Who pays the network fee of an operation of a smart account.'],
  revokePermission: ['Accounts', 'Ends a permission, by a signature of the account.'],

  profileAccount: ['Names', 'Where a name leads.'],
  profileReverse: ['Names', 'The names that lead to an address and back.'],
  profileSuggestions: ['Names', 'Names like this one, and whether somebody has them.'],
  registerProfile: ['Names', 'Takes a name, by a signature of its owner.'],

  convertTokens: ['Swaps', 'What can be swapped on a chain.'],
  convertQuotes: ['Swaps', 'What an amount of one token brings of another.'],
  convertAllowance: ['Swaps', 'How much of a token the exchange may take already.'],
  convertGasPrice: ['Swaps', 'What gas costs, in wei.'],
  buildTransaction: ['Swaps', 'The transaction that swaps.'],
  buildApprove: ['Swaps', 'The transaction that lets the exchange take a token.'],

  onrampUrl: ['Buying and paying', 'The page of a provider where somebody buys a coin.'],
  onrampOptions: ['Buying and paying', 'What can be bought, and with what.'],
  onrampQuote: ['Buying and paying', 'What an amount of money buys.'],
  exchanges: [
    'Buying and paying',
    'Paying from an account at an exchange: which there are, where to pay, what became of it.',
  ],

  getWallets: ['Directory', 'Wallets by page, search and chain.'],
  getWalletImage: ['Directory', 'The picture of a wallet.'],
  getAssetImage: ['Directory', 'The picture of a network.'],
  getCurrencyImage: ['Directory', 'The picture of a currency.'],
  getTokenImage: ['Directory', 'The picture of a token.'],

  sendEvents: ['Telemetry', 'Events of a page whose developer has asked for them.'],
  sendErrorReport: ['Telemetry', 'One error of such a page.'],

  listProviders: ['Logins', 'Who is set up to be signed in with.'],
  socialStart: ['Logins', 'Begins a sign-in at a provider.'],
  socialStatus: ['Logins', 'How far a sign-in at a provider is.'],
  socialRelease: ['Logins', 'The result page lets the sign-in go on.'],
  socialFinish: ['Logins', 'Takes the result of a sign-in at a provider.'],
  farcasterStart: ['Logins', 'Begins a sign-in by Farcaster.'],
  farcasterStatus: ['Logins', 'How far a sign-in by Farcaster is.'],
  startDeviceLink: ['Logins', 'Mails the link that approves a new device.'],
  deviceLinkStatus: ['Logins', 'Whether the link was followed.'],
  readDeviceLink: ['Logins', 'What the page behind the link shows.'],
  approveDevice: ['Logins', 'Approves the device of a link.'],
  listLogins: ['Logins', 'The identities by which a person logs in.'],
  linkLogin: ['Logins', 'Adds a login to an account.'],
  unlinkLogin: ['Logins', 'Removes a login from an account.'],
  prepareEmailChange: ['Logins', 'Says which address an account is about to have.'],
  finishEmailChange: ['Logins', 'Gives the account its new address.'],
  applyEmailUndo: ['Logins', 'Gives the account its former address back.'],

  startSession: ['Sessions', 'Opens a session on the word of custody.'],
  refreshSession: ['Sessions', 'New tokens for old.'],
  confirmSession: ['Sessions', 'Notes that the person has just proved themselves again.'],
  endSession: ['Sessions', 'Signs out on this device.'],
  endAllSessions: ['Sessions', 'Signs out everywhere.'],
  listDevices: ['Sessions', 'A person’s devices, last used first.'],
  renameDevice: ['Sessions', 'Names a device.'],
  revokeDevice: ['Sessions', 'Revokes a device.'],
  apiAuditLog: ['Sessions', 'What has happened to an account, the newest first.'],

  getWallet: ['Wallet', 'The record of the account’s wallet.'],
  createWallet: ['Wallet', 'Commits a new wallet.'],
  replaceWallet: ['Wallet', 'Commits a changed wallet.'],
  putAuthShare: ['Wallet', 'Keeps a share of this device.'],
  releaseAuthShare: ['Wallet', 'This device’s share, sealed to it for one use.'],
  releaseRecoveryAuthShare: ['Wallet', 'The api’s half of the recovery pair, sealed to this device.'],

  apiHealth: ['Service', 'Whether the service and its database work.'],
  apiKeys: ['Service', 'The public keys of this authority.'],
} as const satisfies Record<keyof Handlers<'api'>, readonly [group: string, text: string]>
