import type { ErrorName } from '@latchkey/protocol/errors'

/** Why an error happens, and what the developer of a site does about it. */
export type Explanation = { cause: string; fix: string }

const inWallet = 'Nothing to change. The wallet shows the user what to do.'
const whileSending = 'Show the message and let the user send again.'
const later = 'Let the user try again. If it lasts, ask the operator to look at `/status` of the wallet.'
const inputs = 'Check the parameters that your page passes. `message` and `data` name the one that is wrong.'

/** Every error of the catalogue. A new one without a row here doesn't compile. */
export const explanations: Readonly<Record<ErrorName, Explanation>> = {
  USER_REJECTED: {
    cause: 'The user pressed Reject, in the wallet frame or in their own wallet.',
    fix: 'Treat it as an answer, not as a failure: keep what the user entered, and let them start again.',
  },
  ABORTED: {
    cause: 'The modal was closed, the page called `close()`, or the request waited longer than its limit.',
    fix: 'Let the user start again. Nothing was signed.',
  },
  UNAUTHORIZED: {
    cause: 'The page asked for a signature of an account that is not connected, or the session is over.',
    fix: 'Call `modal.open()` first, and pass the address that `getAccount()` returns.',
  },
  METHOD_NOT_ALLOWED: {
    cause:
      'The wallet does not have this RPC method. [The protocol](/reference/protocol#rpc-methods) lists those that it has.',
    fix: 'Use another method. Reads that the wallet lacks go to a node of your own.',
  },
  DISCONNECTED: {
    cause: 'The wallet document was reloaded or closed while the request waited, or `destroy()` was called.',
    fix: 'Send the request again.',
  },
  CHAIN_DISCONNECTED: {
    cause: 'The wallet has lost its connection to the network in front.',
    fix: 'Let the user check the network in their wallet, then send the request again.',
  },
  CHAIN_NOT_SUPPORTED: {
    cause: 'The network is not among `networks`, or the wallet does not know it.',
    fix: 'Add the network to `networks`, or ask for one of those ([networks](/guides/networks)).',
  },
  PARSE_ERROR: { cause: 'What was sent is not JSON.', fix: 'Send the body through `JSON.stringify`.' },
  INVALID_REQUEST: {
    cause: 'The request does not have the shape of a request: no method, or parameters that are no list.',
    fix: 'Send `{ method, params }` as EIP-1193 has it.',
  },
  INVALID_PARAMS: { cause: 'A parameter has the wrong type, length, or format.', fix: inputs },
  INTERNAL: {
    cause: 'Something failed that the wallet or the backend did not expect.',
    fix: 'Read the activity before you send again: a transaction may have been sent. `ref` finds the line in the log of the operator.',
  },
  LIMIT_EXCEEDED: {
    cause: 'More requests at once, or in a minute, than the [limits](/operate/limits) allow.',
    fix: 'Ask less often: poll every few seconds, and share one client for the whole page.',
  },
  TOO_LARGE: {
    cause: 'The request is larger than the wallet or the api takes.',
    fix: 'Send less data: [limits](/operate/limits) has the sizes.',
  },
  NOT_ENABLED: {
    cause: 'The operator has not enabled this for your project, or the network has no smart accounts.',
    fix: 'Ask the operator, or hide what needs it.',
  },

  TIMEOUT: {
    cause: 'The wallet did not answer within the limit of the request.',
    fix: 'Let the user try again. Look whether the page was asleep, as phones do with pages in the background.',
  },
  FRAME_LOAD_FAILED: {
    cause: 'The wallet frame did not load. [APKT003](/alerts/apkt003) in the console says why.',
    fix: 'Do what the alert says: usually `frame-src` of your policy, or a wrong `frameUrl`.',
  },
  SERVICE_UNREACHABLE: {
    cause: 'The browser could not reach the api, or the code of the modal could not be loaded.',
    fix: 'Check `apiUrl`, `connect-src` of your policy, and whether the user is online.',
  },
  SERVICE_UNAVAILABLE: { cause: 'The backend cannot answer now: it starts, stops, or lacks a part.', fix: later },
  FROZEN: {
    cause: 'The operator has stopped sign-ins or signing, for everyone, your project, or one user.',
    fix: 'Ask the operator. Repeating the request does not help.',
  },
  CHAIN_UNREACHABLE: { cause: 'No node of this network answers the api.', fix: later },

  ORIGIN_NOT_ALLOWED: {
    cause: 'The project does not list the origin of your page.',
    fix: 'Add the origin to the project ([projects and origins](/concepts/projects)). [APKT002](/alerts/apkt002) has the line.',
  },
  PROJECT_UNKNOWN: {
    cause: 'The api has no project with this `projectId`.',
    fix: 'Correct `projectId`, or have the operator add the project. [APKT007](/alerts/apkt007) has the line.',
  },

  EMAIL_INVALID: { cause: 'What the user typed is not an email address.', fix: inWallet },
  OTP_INVALID: { cause: 'The code is not the one that was sent.', fix: inWallet },
  OTP_EXPIRED: { cause: 'The code is older than ten minutes.', fix: inWallet },
  OTP_USED: { cause: 'The code was entered before.', fix: inWallet },
  OTP_EXHAUSTED: { cause: 'Too many wrong codes were entered for this attempt.', fix: inWallet },
  RATE_LIMITED: {
    cause: 'Too many sign-ins or mails for this address, network, or project.',
    fix: 'Wait for the seconds in `data`. In tests, use a new address for each test, or have the operator raise the [limits](/operate/limits).',
  },
  CHALLENGE_REQUIRED: {
    cause:
      'Mails are nearly used up, so the browser has to prove that it works for a user. The wallet does that by itself.',
    fix: 'Nothing to change in a page. Other clients of the api have to solve the challenge.',
  },
  EMAIL_IN_USE: { cause: 'Another account has this address.', fix: inWallet },
  EMAIL_UNCHANGED: { cause: 'The new address is the present one.', fix: inWallet },
  LINK_INVALID: { cause: 'The link of a mail is expired or was used.', fix: inWallet },
  PURPOSE_CHANGED: {
    cause: 'The operator has changed why the project asks for email addresses since the page read it.',
    fix: 'Reload the page, and show the purpose of the project configuration.',
  },
  MAIL_FAILED: { cause: 'The mail service of the operator did not take the mail.', fix: later },

  SOCIAL_EXPIRED: { cause: 'The sign-in at the provider took too long, or its page was loaded twice.', fix: inWallet },
  SOCIAL_REFUSED: {
    cause: 'What the provider returned could not be verified.',
    fix: 'Let the user try again. If it lasts, the operator checks the provider ([when it does not work](/operate/social-login#when-it-does-not-work)).',
  },
  SOCIAL_DENIED: { cause: 'The user declined at the provider.', fix: 'Nothing to change.' },
  PROVIDER_UNAVAILABLE: { cause: 'The login provider does not answer.', fix: later },
  IDENTITY_IN_USE: { cause: 'This sign-in method belongs to another account.', fix: inWallet },
  LINK_MISMATCH: { cause: 'The sign-in method has another verified address than the account.', fix: inWallet },
  CONTINUE_IN_WALLET: {
    cause: 'A step of this sign-in is left, which only the page of the wallet takes.',
    fix: 'Call `modal.open()`: the user finishes there.',
  },
  LAST_LOGIN: { cause: 'It is the only sign-in method of the account, so it cannot be removed.', fix: inWallet },
  POPUP_BLOCKED: {
    cause: 'The browser blocked the window, because it was not opened in a click.',
    fix: 'Call `open()` or `linkLogin()` directly in the handler of a click, without an `await` before it.',
  },
  POPUP_CLOSED: { cause: 'The user closed the window of the provider.', fix: 'Nothing to change.' },

  IMAGE_NOT_FOUND: { cause: 'The directory has no picture with this id.', fix: 'Show the initials of the name.' },

  SESSION_EXPIRED: { cause: 'The session is over.', fix: 'The modal offers sign-in again. Nothing to change.' },
  STEP_UP_REQUIRED: { cause: 'This change needs a new code, because the last one is too long ago.', fix: inWallet },
  DEVICE_NOT_APPROVED: { cause: 'The device is new to this account, and its link was not opened yet.', fix: inWallet },
  ACCOUNT_MISMATCH: { cause: 'The sign-in led to another account than the one that was started with.', fix: inWallet },
  AUTHORIZATION_EXPIRED: {
    cause:
      'A sign-in by OpenID Connect took longer than 15 minutes, was decided already, or its client is no longer listed.',
    fix: 'Let the user start the sign-in again in the app.',
  },
  DEVICE_NOT_FOUND: { cause: 'The device was removed from the account.', fix: inWallet },
  PROOF_INVALID: {
    cause: 'The proof of the device did not verify: often a clock that is minutes wrong.',
    fix: 'Let the user check the clock of the device, then sign in again.',
  },
  PROOF_NONCE_REQUIRED: {
    cause: 'The service asks for a fresh nonce. The wallet sends the request again by itself.',
    fix: 'Nothing to change.',
  },
  WALLET_EXISTS: { cause: 'The account already has a wallet.', fix: inWallet },
  WALLET_NOT_FOUND: { cause: 'The account has no wallet yet.', fix: inWallet },
  WALLET_CHANGED: { cause: 'The wallet was changed on another device at the same time.', fix: inWallet },
  WALLET_OUTDATED: { cause: 'Another device has a newer version of this wallet.', fix: inWallet },
  WALLET_ONLY_HERE: {
    cause: 'This browser has a wallet that the backend lost, after a restore of a backup.',
    fix: inWallet,
  },
  WALLET_FULL: { cause: 'The wallet holds as many accounts as it can.', fix: inWallet },
  RECOVERY_NEEDED: {
    cause: 'The user owns their recovery, and has to recover the wallet at its own address first.',
    fix: inWallet,
  },
  SHARE_INVALID: { cause: 'The shares of this device do not open the wallet.', fix: inWallet },
  KEYS_UNREACHABLE: { cause: 'The backend cannot reach its key store.', fix: later },
  VAULT_LOCKED: {
    cause: 'The wallet is locked on this device.',
    fix: 'Send the request again: the wallet unlocks itself.',
  },
  STORAGE_BLOCKED: {
    cause: 'The browser lets embedded pages keep nothing.',
    fix: 'Tell the user to allow storage for your site, or to use another browser.',
  },

  WALLET_LOCKED: {
    cause: 'The wallet of the user is locked.',
    fix: 'Ask the user to unlock it, then send the request again.',
  },
  WALLET_BUSY: {
    cause: 'The wallet still waits for an answer to an earlier request.',
    fix: 'Send one request at a time, and disable the button until it is answered.',
  },
  WALLET_UNAVAILABLE: {
    cause: 'This wallet lacks what was asked for, on this network or device.',
    fix: 'Offer another way, or another wallet.',
  },
  WALLET_NOT_INSTALLED: {
    cause: 'The wallet is not in this browser.',
    fix: 'The modal offers a download or a QR code. Nothing to change.',
  },
  WALLET_INVALID_RESPONSE: {
    cause: 'The wallet returned something that cannot be right, such as an address that is none.',
    fix: 'Let the user restart or update the wallet.',
  },
  NAMESPACE_NOT_GRANTED: {
    cause: 'The wallet gave no account on a network of your site.',
    fix: 'Ask for fewer networks, or let the user allow them in the wallet.',
  },
  PAIRING_EXPIRED: { cause: 'The QR code expired.', fix: 'The modal offers a new one. Nothing to change.' },

  ADDRESS_INVALID: {
    cause: 'An address has the wrong length or checksum, or belongs to another namespace.',
    fix: inputs,
  },
  CAIP_ADDRESS_INVALID: { cause: 'The address is not `namespace:reference:address` (CAIP-10).', fix: inputs },
  CHAIN_ID_INVALID: { cause: 'The chain id is neither a number above 0 nor hexadecimal.', fix: inputs },
  CHAIN_ID_MISMATCH: {
    cause: 'The request names another network than the one in front.',
    fix: 'Call `modal.switchNetwork(…)` first, or leave the chain id out.',
  },
  AMOUNT_INVALID: {
    cause: 'The amount is negative, has too many decimals, or is no number.',
    fix: 'Pass base units: `parseEther` and `parseUnits` of viem make them.',
  },
  CURSOR_INVALID: {
    cause: 'The cursor of a page of the history is not one that the api made.',
    fix: 'Begin with the first page.',
  },
  NAME_NOT_FOUND: { cause: 'The name has no owner, or no address on this network.', fix: whileSending },
  NAME_NOT_ALLOWED: {
    cause:
      'The name breaks a rule of the operator’s zone: `details.reason` is `characters`, `short`, `long`, `form`, `reserved` or `zone`.',
    fix: 'Ask the user for another name of at least four letters, digits or hyphens.',
  },
  NAME_TAKEN: {
    cause: 'Another account has this name or one that looks like it, or the name was released less than 90 days ago.',
    fix: 'Offer a name from `profileSuggestions`.',
  },
  NAME_LIMIT: { cause: 'The account already has a name in the operator’s zone.', fix: 'Use another account.' },
  NAME_UNRESOLVED: { cause: 'The name could not be looked up.', fix: later },
  BALANCES_UNAVAILABLE: { cause: 'The api could not read the balances.', fix: later },
  HISTORY_UNAVAILABLE: { cause: 'The api could not read the history.', fix: later },
  AMOUNT_OR_RECEIVER_MISSING: { cause: 'The amount or the recipient is missing.', fix: inputs },
  TOKEN_MISSING: { cause: 'No token was chosen.', fix: inputs },
  SWAPS_UNSUPPORTED: {
    cause: 'The operator has no exchange on this network, or the two tokens are on different networks.',
    fix: 'Ask the operator to set a `router` in `EXCHANGES` or a chain in `KYBERSWAP` for the network, or `JUPITER` for Solana, or switch to one that has it.',
  },
  GAS_PRICE_UNSUPPORTED: {
    cause: 'The operator has no exchange on this network. On Solana, fees aren’t a gas price.',
    fix: 'Read the fee from the network’s node, or configure an exchange as for `SWAPS_UNSUPPORTED`.',
  },
  AMOUNT_OUT_OF_RANGE: {
    cause: 'The provider sells or buys only amounts between `details.min` and `details.max`, in `details.currency`.',
    fix: 'Enter an amount between them, or choose another provider.',
  },
  PURCHASE_UNSUPPORTED: {
    cause: 'The provider doesn’t sell or buy this currency on this network, or doesn’t take or pay this money.',
    fix: 'Choose from the answer of `GET /v1/onramp/options` or `GET /v1/offramp/options`.',
  },
  PURCHASE_NOT_FOUND: {
    cause: 'No purchase or sale of this project has this id. They are kept for 30 days.',
    fix: 'Start a new one.',
  },
  WEBHOOK_INVALID: {
    cause: 'The webhook has no valid signature of the provider, or was signed more than 5 minutes ago.',
    fix: 'Compare the webhook secret in `ONRAMP` or `OFFRAMP` with the provider’s, and check the clocks.',
  },
  WEBHOOK_REPLAYED: {
    cause: 'The same event of the provider was received before.',
    fix: 'Nothing: the first one counted.',
  },
  LIQUIDITY_INSUFFICIENT: {
    cause: 'No pool of the exchange trades these two tokens, or the pools hold too little for the amount.',
    fix: 'Try a smaller amount or another token.',
  },
  PRICE_MOVED: {
    cause: 'The exchange gives less now than the minimum that the user saw.',
    fix: 'Show a new quote, and build the transaction with its minimum.',
  },
  SWAP_MISMATCH: {
    cause:
      'What the exchange built is not the swap that the user saw: another amount, token, recipient or minimum, or other decimals.',
    fix: 'Nothing was signed. Report it to the operator of the api: an exchange or its driver is broken, or lies.',
  },
  GAS_PRICE_CONFLICT: {
    cause: 'The transaction has both kinds of fees.',
    fix: 'Leave the fees out: the wallet sets them. Or pass one kind.',
  },
  FEE_CAP_TOO_HIGH: {
    cause: '`maxFeePerGas` has more than 256 bits.',
    fix: 'Leave the fees out: the wallet sets them.',
  },
  TIP_ABOVE_FEE_CAP: {
    cause: '`maxPriorityFeePerGas` is above `maxFeePerGas`.',
    fix: 'Leave the fees out: the wallet sets them.',
  },
  INSUFFICIENT_FUNDS: {
    cause: 'The account cannot pay the amount and the network fee together.',
    fix: 'Compare the balance first, or [sponsor the fee](/guides/sponsorship).',
  },
  EXECUTION_REVERTED: {
    cause: 'The contract rejects this call. The wallet tries each transaction before the user sees it.',
    fix: 'Read the reason in `message`: often an allowance or a balance that is too low.',
  },
  NONCE_TOO_LOW: {
    cause: 'A transaction with this nonce was already sent.',
    fix: 'Leave `nonce` out: the wallet sets it.',
  },
  TRANSACTION_REJECTED: {
    cause: 'The node refused the transaction.',
    fix: 'Read `message`, correct the transaction, and send it again.',
  },
  NONCE_TOO_HIGH: {
    cause: 'A transaction with an earlier nonce was not sent yet.',
    fix: 'Leave `nonce` out: the wallet sets it.',
  },
  FEE_CAP_TOO_LOW: {
    cause: 'The fees are below what the network asks for now.',
    fix: 'Leave the fees out: the wallet sets them.',
  },
  GAS_TOO_LOW: {
    cause: 'The gas limit does not cover the transaction.',
    fix: 'Leave `gas` out: the wallet estimates it.',
  },
  GAS_TOO_HIGH: {
    cause: 'The gas limit is above that of a block.',
    fix: 'Leave `gas` out, or split the work into several transactions.',
  },
  TRANSACTION_EXPIRED: {
    cause: 'The blockhash of the Solana transaction is too old, or of another network.',
    fix: 'Get a new blockhash right before you ask for the signature.',
  },
  LOOKUP_TABLE_INVALID: {
    cause: 'The transaction names a lookup table that is missing or damaged.',
    fix: 'Check that the table is on the same network.',
  },
  DISGUISED_TRANSACTION: {
    cause: 'The message to sign is the bytes of a transaction. Signing it would send money.',
    fix: 'Ask for a transaction by `signTransaction` or `sendTransaction`.',
  },

  CAPABILITY_UNSUPPORTED: {
    cause: 'The request demands a capability that the account lacks (EIP-5792).',
    fix: 'Ask `wallet_getCapabilities` first, and mark capabilities that you can do without as `optional`.',
  },
  CALLS_CHAIN_UNSUPPORTED: {
    cause: 'The network has no smart accounts, so calls cannot be sent there.',
    fix: 'Send the calls as transactions, or on another network.',
  },
  CALLS_ID_TAKEN: {
    cause: 'The page passed an `id` that an earlier batch has.',
    fix: 'Leave `id` out, or make a new one.',
  },
  CALLS_UNKNOWN: {
    cause: 'No batch has this id, on this device and account.',
    fix: 'Pass the id that `wallet_sendCalls` returned.',
  },
  CALLS_TOO_MANY: { cause: 'The batch has more calls than the wallet takes.', fix: 'Split it.' },
  ATOMICITY_UNSUPPORTED: {
    cause: 'A standard account cannot send several calls as one.',
    fix: 'Leave `forceAtomic` out, or let the user choose the smart account ([smart accounts](/guides/smart-accounts)).',
  },
  OPERATION_REFUSED: {
    cause: 'The bundler did not take the operation.',
    fix: 'Read the reason in `message`. Nothing was sent.',
  },
  OPERATION_REVERTED: {
    cause: 'The operation is in a block, and its calls were undone. The fee was paid.',
    fix: 'Read the reason in `message`: the state has changed since the wallet tried it.',
  },
  BUNDLER_UNREACHABLE: { cause: 'The bundler of this network does not answer.', fix: later },
  SPONSOR_REFUSED: {
    cause: 'The project does not pay for this operation: another contract, or a budget that is used up.',
    fix: 'Let the user pay the fee, or change the budget ([sponsor network fees](/guides/sponsorship)).',
  },
  PERMISSION_UNSUPPORTED: {
    cause: 'The wallet cannot give this permission. `message` says which part.',
    fix: 'Ask for one of those in [permissions](/guides/permissions).',
  },
  PERMISSION_NOT_FOUND: { cause: 'The permission was revoked, or was never given here.', fix: 'Ask for it again.' },
  TRANSACTION_KNOWN: {
    cause: 'The node already has this transaction.',
    fix: 'Wait for its receipt. Do not send it again.',
  },

  SIWX_MESSAGE_INVALID: {
    cause: 'The sign-in message is not one of CAIP-122, or a field of it is wrong. `message` says which.',
    fix: 'Compose the message with a library of the standard, and send it as it was signed.',
  },
  SIWX_DOMAIN_MISMATCH: {
    cause: 'The domain or URI in the sign-in message is not the origin of the page that sends it.',
    fix: 'Take `location.host` as the domain and `location.origin` for the URI.',
  },
  NONCE_INVALID: {
    cause:
      'The nonce is unknown, used, expired, or was given to another project or origin. All of these get the same answer.',
    fix: 'Get a new nonce for each sign-in, and use it within five minutes.',
  },
  SIGNATURE_INVALID: {
    cause: 'The signature is not that of the account that the message names.',
    fix: 'Check that the account did not change between the message and the signature.',
  },
  SIWX_SESSION_INVALID: {
    cause: 'The session of this sign-in is over, was revoked, or belongs to another origin.',
    fix: 'Have the user sign in again.',
  },
}
