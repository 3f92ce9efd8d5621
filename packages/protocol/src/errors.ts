/**
 * All failures that may cross a boundary, one row each.
 *
 * `code` is the number that a dapp sees (EIP-1193, EIP-1474, JSON-RPC 2.0; 5000 where these have none), `http` the status of our services'
 * responses, `retry` whether the same request may succeed later without a change by the caller. `{name}` in a message is filled from the
 * error's `details`.
 */
export const catalogue = {
  // EIP-1193 and EIP-1474. A profile-4 client detects a rejection by the words "user rejected".
  USER_REJECTED: { code: 4001, http: 403, retry: false, message: 'The user rejected the request' },
  ABORTED: { code: 4001, http: 499, retry: true, message: 'Request was aborted' },
  UNAUTHORIZED: { code: 4100, http: 401, retry: false, message: 'Not signed in, or this account is not connected' },
  METHOD_NOT_ALLOWED: { code: 4200, http: 405, retry: false, message: 'Requested RPC call is not allowed' },
  DISCONNECTED: { code: 4900, http: 503, retry: true, message: 'The wallet is not connected' },
  CHAIN_DISCONNECTED: { code: 4901, http: 503, retry: true, message: 'The wallet is not connected to this chain' },
  CHAIN_NOT_SUPPORTED: { code: 4902, http: 400, retry: false, message: 'Chain is not supported' },
  PARSE_ERROR: { code: -32700, http: 400, retry: false, message: 'The message is not valid JSON' },
  INVALID_REQUEST: { code: -32600, http: 400, retry: false, message: 'The request is not valid' },
  INVALID_PARAMS: { code: -32602, http: 400, retry: false, message: 'The parameters do not match the method' },
  INTERNAL: { code: -32603, http: 500, retry: false, message: 'Something went wrong' },
  LIMIT_EXCEEDED: { code: -32005, http: 429, retry: true, message: 'Too many requests at once' },
  TOO_LARGE: { code: -32600, http: 413, retry: false, message: 'The request is too large' },
  NOT_ENABLED: { code: 4200, http: 501, retry: false, message: 'This is not enabled for this project' },

  // Timeouts and unreachable parts.
  TIMEOUT: { http: 504, retry: true, message: 'The wallet did not answer in time' },
  FRAME_LOAD_FAILED: { http: 503, retry: true, message: 'Unable to load email login dependency' },
  SERVICE_UNREACHABLE: {
    http: 503,
    retry: true,
    message: 'The service cannot be reached. Check your connection',
  },
  SERVICE_UNAVAILABLE: {
    http: 503,
    retry: true,
    message: 'The service is not available right now. Nothing was changed',
  },
  FROZEN: {
    http: 503,
    retry: false,
    message: 'The operator has stopped this for now',
  },
  CHAIN_UNREACHABLE: { http: 503, retry: true, message: 'The network cannot be reached right now' },

  // Projects and origins.
  ORIGIN_NOT_ALLOWED: { code: 4100, http: 403, retry: false, message: 'Unauthorized: origin not allowed' },
  PROJECT_UNKNOWN: { code: 4100, http: 401, retry: false, message: 'Unauthorized: invalid key' },

  // Email sign-in. Messages are shown to the user unchanged.
  EMAIL_INVALID: { code: -32602, http: 400, retry: false, message: 'Please enter a valid email address' },
  OTP_INVALID: { http: 400, retry: true, message: 'That code is not right. Tries left: {triesLeft}' },
  OTP_EXPIRED: { http: 400, retry: false, message: 'This code has expired. Ask for a new one' },
  OTP_USED: { http: 400, retry: false, message: 'This code was already used. Ask for a new one' },
  OTP_EXHAUSTED: { http: 400, retry: false, message: 'Too many wrong tries. Ask for a new code' },
  RATE_LIMITED: { code: -32005, http: 429, retry: true, message: 'Please try again after {seconds} seconds' },
  // Its details are the challenge (`challenge` of the api client); our client solves it and repeats the call.
  CHALLENGE_REQUIRED: {
    code: -32005,
    http: 429,
    retry: false,
    message: 'A challenge has to be solved first',
  },
  EMAIL_IN_USE: { http: 409, retry: false, message: 'This email address belongs to another account' },
  EMAIL_UNCHANGED: { code: -32602, http: 400, retry: false, message: 'This is your email address already' },
  LINK_INVALID: { http: 400, retry: false, message: 'This link has expired or was already used' },
  PURPOSE_CHANGED: {
    http: 409,
    retry: false,
    message: 'The site has changed what it wants the email address for. Read it again',
  },
  MAIL_FAILED: { http: 503, retry: true, message: 'The email could not be sent. Please try again' },

  // Sign-in with a provider or Farcaster.
  SOCIAL_EXPIRED: {
    http: 410,
    retry: false,
    message: 'This sign-in has expired or was already used. Please try again',
  },
  SOCIAL_REFUSED: {
    http: 400,
    retry: false,
    message: 'This sign-in could not be verified. Please try again',
  },
  SOCIAL_DENIED: { code: 4001, http: 400, retry: false, message: 'The sign-in was declined' },
  PROVIDER_UNAVAILABLE: {
    http: 502,
    retry: true,
    message: 'The sign-in provider does not answer right now. Please try again',
  },
  IDENTITY_IN_USE: { http: 409, retry: false, message: 'This sign-in belongs to another account' },
  LINK_MISMATCH: {
    http: 409,
    retry: false,
    message: 'This sign-in has another verified email than the account',
  },
  CONTINUE_IN_WALLET: {
    code: 4100,
    http: 403,
    retry: false,
    message: 'The wallet needs the user for one more step of this sign-in',
  },
  LAST_LOGIN: {
    http: 409,
    retry: false,
    message: 'This is the only way to sign in to this account. Add another one first',
  },
  POPUP_BLOCKED: { http: 403, retry: true, message: 'The browser has blocked the sign-in window' },
  POPUP_CLOSED: { code: 4001, http: 499, retry: true, message: 'The sign-in window was closed' },

  // Directory.
  IMAGE_NOT_FOUND: { code: -32602, http: 404, retry: false, message: 'There is no such image' },

  // Sessions and custody.
  SESSION_EXPIRED: { code: 4100, http: 401, retry: false, message: 'Your session has expired. Please log in again' },
  STEP_UP_REQUIRED: { code: 4100, http: 403, retry: false, message: 'Please confirm with a new code that it is you' },
  DEVICE_NOT_APPROVED: {
    code: 4100,
    http: 403,
    retry: false,
    message: 'Approve this device with the link in your email first',
  },
  ACCOUNT_MISMATCH: {
    code: 4100,
    http: 409,
    retry: false,
    message: 'The sign-in led to another account than the one of this email',
  },
  AUTHORIZATION_EXPIRED: {
    http: 410,
    retry: false,
    message: 'This sign-in has expired or was already used. Go back to the app and start again',
  },
  DEVICE_NOT_FOUND: { http: 404, retry: false, message: 'There is no such device' },
  PROOF_INVALID: { code: 4100, http: 401, retry: false, message: 'The device could not prove itself' },
  PROOF_NONCE_REQUIRED: { code: 4100, http: 401, retry: true, message: 'A fresh nonce is required' },
  WALLET_EXISTS: { http: 409, retry: false, message: 'This account already has a wallet' },
  WALLET_NOT_FOUND: { http: 404, retry: false, message: 'This account has no wallet yet' },
  WALLET_CHANGED: {
    http: 409,
    retry: false,
    message: 'The wallet was changed on another device. Look again, then repeat the change',
  },
  WALLET_OUTDATED: {
    http: 409,
    retry: false,
    message: 'Another device has a newer wallet. Sign in there first',
  },
  WALLET_ONLY_HERE: {
    http: 409,
    retry: false,
    message: 'This browser has a wallet that the service lacks',
  },
  WALLET_FULL: { http: 409, retry: false, message: 'The wallet holds as many accounts as it can' },
  RECOVERY_NEEDED: {
    code: 4100,
    http: 403,
    retry: false,
    message: 'Open the wallet at its own address to recover it on this device',
  },
  SHARE_INVALID: { http: 400, retry: false, message: 'The wallet could not be unlocked on this device' },
  KEYS_UNREACHABLE: {
    http: 503,
    retry: true,
    message: 'The wallet service cannot reach its keys right now. Nothing was changed',
  },
  VAULT_LOCKED: { code: 4100, http: 401, retry: true, message: 'The wallet is locked' },
  STORAGE_BLOCKED: { http: 403, retry: false, message: 'This browser blocks storage for embedded pages' },

  // External wallets.
  WALLET_LOCKED: { code: 4100, http: 401, retry: true, message: 'The wallet is locked. Unlock it and try again' },
  WALLET_BUSY: { code: -32002, http: 409, retry: true, message: 'The wallet is already waiting for an answer' },
  WALLET_UNAVAILABLE: { code: 4200, http: 501, retry: false, message: 'This wallet cannot do that here' },
  WALLET_NOT_INSTALLED: { code: 4900, http: 404, retry: true, message: 'This wallet is not installed' },
  WALLET_INVALID_RESPONSE: {
    code: -32603,
    http: 502,
    retry: false,
    message: 'The wallet gave an answer that cannot be right',
  },
  NAMESPACE_NOT_GRANTED: {
    code: 4100,
    http: 403,
    retry: true,
    message: 'The wallet gave no account for this network',
  },
  PAIRING_EXPIRED: { http: 410, retry: true, message: 'This code has expired. Use a new one' },

  // Sign-in messages (CAIP-122) and their sessions.
  SIWX_MESSAGE_INVALID: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'The sign-in message is not valid: {reason}',
  },
  SIWX_DOMAIN_MISMATCH: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'The sign-in message is for another site',
  },
  // Unknown, used, expired, or of another project or origin: not distinguished.
  NONCE_INVALID: { code: -32602, http: 400, retry: false, message: 'The nonce has expired or was already used' },
  SIGNATURE_INVALID: { code: -32602, http: 400, retry: false, message: 'The signature is not of this account' },
  SIWX_SESSION_INVALID: { code: 4100, http: 401, retry: false, message: 'This sign-in has ended. Sign in again' },

  // Validation of data to be signed or sent (specification section 5).
  ADDRESS_INVALID: { code: -32602, http: 400, retry: false, message: 'Address is invalid' },
  CAIP_ADDRESS_INVALID: { code: -32602, http: 400, retry: false, message: 'Invalid CAIP Address' },
  // The specification's code, which is positive (section 8).
  CHAIN_ID_INVALID: { code: 32603, http: 400, retry: false, message: 'Invalid chainId' },
  CHAIN_ID_MISMATCH: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'The request is for another network than the active one',
  },
  // Buying. Rejections of a webhook are for the provider's server.
  AMOUNT_OUT_OF_RANGE: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'The amount must be from {min} to {max} {currency}',
  },
  PURCHASE_UNSUPPORTED: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'This provider does not sell that currency on that network',
  },
  PURCHASE_NOT_FOUND: { http: 404, retry: false, message: 'There is no such purchase' },
  WEBHOOK_INVALID: { code: 4100, http: 401, retry: false, message: 'The signature of the webhook is not valid' },
  WEBHOOK_REPLAYED: { http: 409, retry: false, message: 'This webhook was received before' },

  AMOUNT_INVALID: { code: -32602, http: 400, retry: false, message: 'The amount is not valid' },
  CURSOR_INVALID: { code: -32602, http: 400, retry: false, message: 'This page of the history is not known' },
  NAME_NOT_FOUND: { code: -32602, http: 404, retry: false, message: 'Nobody has this name' },
  NAME_NOT_ALLOWED: { code: -32602, http: 400, retry: false, message: 'This name cannot be registered' },
  NAME_TAKEN: { code: -32602, http: 409, retry: false, message: 'This name is taken' },
  NAME_LIMIT: { code: -32602, http: 409, retry: false, message: 'This account already has a name' },
  NAME_UNRESOLVED: { code: -32603, http: 503, retry: true, message: 'Error resolving name' },
  BALANCES_UNAVAILABLE: { code: -32603, http: 503, retry: true, message: 'Token Balance Unavailable' },
  HISTORY_UNAVAILABLE: { code: -32603, http: 503, retry: true, message: 'Failed to fetch transactions' },
  AMOUNT_OR_RECEIVER_MISSING: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'An amount and receiver address are required',
  },
  TOKEN_MISSING: { code: -32602, http: 400, retry: false, message: 'A token is required' },
  SWAPS_UNSUPPORTED: { code: -32602, http: 400, retry: false, message: 'Network not supported for Swaps' },
  GAS_PRICE_UNSUPPORTED: { code: -32602, http: 400, retry: false, message: 'Network not supported for Gas Price' },
  LIQUIDITY_INSUFFICIENT: { code: -32003, http: 400, retry: false, message: 'Insufficient liquidity' },
  PRICE_MOVED: { code: -32003, http: 409, retry: false, message: 'The price has moved' },
  SWAP_MISMATCH: { code: -32003, http: 502, retry: false, message: 'The exchange returned another swap' },
  GAS_PRICE_CONFLICT: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'gasPrice cannot be combined with maxFeePerGas or maxPriorityFeePerGas',
  },
  FEE_CAP_TOO_HIGH: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'maxFeePerGas cannot exceed the 256-bit maximum',
  },
  TIP_ABOVE_FEE_CAP: { code: -32602, http: 400, retry: false, message: 'The priority fee cannot exceed the max fee' },
  INSUFFICIENT_FUNDS: {
    code: -32003,
    http: 400,
    retry: false,
    message: 'Not enough funds for this amount and the network fee',
  },
  EXECUTION_REVERTED: { code: 3, http: 400, retry: false, message: 'The transaction would fail: {reason}' },
  NONCE_TOO_LOW: { code: -32003, http: 400, retry: true, message: 'A transaction with this nonce was already sent' },
  TRANSACTION_REJECTED: { code: -32003, http: 400, retry: false, message: 'The network refused the transaction' },
  NONCE_TOO_HIGH: {
    code: -32003,
    http: 400,
    retry: false,
    message: 'An earlier transaction of this account has to be sent first',
  },
  FEE_CAP_TOO_LOW: {
    code: -32003,
    http: 400,
    retry: true,
    message: 'The offered fee is below what the network asks for right now',
  },
  GAS_TOO_LOW: { code: -32003, http: 400, retry: false, message: 'The gas limit is too low for this transaction' },
  GAS_TOO_HIGH: { code: -32003, http: 400, retry: false, message: 'The gas limit is above what a block can hold' },
  TRANSACTION_EXPIRED: {
    code: -32003,
    http: 400,
    retry: true,
    message: 'The transaction has expired, or is for another network',
  },
  LOOKUP_TABLE_INVALID: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'A lookup table of the transaction cannot be read',
  },
  DISGUISED_TRANSACTION: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'This message is a transaction in disguise',
  },

  // Smart accounts: EIP-5792, ERC-4337 (ERC-7769), ERC-7715.
  CAPABILITY_UNSUPPORTED: {
    code: 5700,
    http: 400,
    retry: false,
    message: 'This account cannot do what the request demands: {capability}',
  },
  CALLS_CHAIN_UNSUPPORTED: { code: 5710, http: 400, retry: false, message: 'Calls cannot be sent on this network' },
  CALLS_ID_TAKEN: { code: 5720, http: 409, retry: false, message: 'There are calls with this id already' },
  CALLS_UNKNOWN: { code: 5730, http: 404, retry: false, message: 'There are no calls with this id' },
  CALLS_TOO_MANY: { code: 5740, http: 413, retry: false, message: 'Too many calls at once' },
  ATOMICITY_UNSUPPORTED: {
    code: 5760,
    http: 400,
    retry: false,
    message: 'Only a smart account can send several calls as one',
  },
  OPERATION_REFUSED: {
    code: -32500,
    http: 400,
    retry: false,
    message: 'It was not accepted: {reason}. Nothing was sent',
  },
  // The code of ERC-7769. Unlike EXECUTION_REVERTED: a receipt shows that it is on-chain, and reverted.
  OPERATION_REVERTED: {
    code: -32521,
    http: 400,
    retry: false,
    message: 'It was mined and reverted: {reason}',
  },
  BUNDLER_UNREACHABLE: { http: 503, retry: true, message: 'Smart accounts cannot send right now' },
  SPONSOR_REFUSED: { http: 402, retry: false, message: 'The network fee is not covered: {reason}' },
  PERMISSION_UNSUPPORTED: {
    code: -32602,
    http: 400,
    retry: false,
    message: 'This permission cannot be given: {reason}',
  },
  PERMISSION_NOT_FOUND: { http: 404, retry: false, message: 'There is no such permission' },
  TRANSACTION_KNOWN: { code: -32003, http: 409, retry: false, message: 'This transaction was already sent' },
} as const satisfies Record<string, ErrorRow>

/** An entry of the catalogue; see `catalogue` for its fields. */
export type ErrorRow = { code?: number; http: number; retry: boolean; message: string }
/** The name of an error, such as `USER_REJECTED`. Compare names; `code` and `message` aren't unique. */
export type ErrorName = keyof typeof catalogue
/** Values that fill a message or help a client to react: numbers and short plain strings, never a secret. */
export type ErrorDetails = Readonly<Record<string, string | number>>

/**
 * Returns the code between frame, services and modal: 5000 for an error without a standard code (specification section 8). The modal's
 * providers give dapps -32603 for it.
 */
export const codeOf = (name: ErrorName): number => {
  const { code = 5000 }: ErrorRow = catalogue[name]
  return code
}

/** Narrows an untrusted string. Own keys only: `constructor` and `__proto__` aren't errors. */
export const isErrorName = (name: unknown): name is ErrorName =>
  typeof name === 'string' && Object.hasOwn(catalogue, name)

/** Returns a catalogue message with its `{placeholders}` filled. One without a value is left out, with the colon before it. */
export const formatMessage = (name: ErrorName, details: ErrorDetails = {}): string =>
  catalogue[name].message.replace(/(: )?\{(\w+)\}/g, (_, colon = '', key: string) =>
    Object.hasOwn(details, key) ? colon + String(details[key]) : '',
  )
