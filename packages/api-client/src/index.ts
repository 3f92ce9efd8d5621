export * from './base64url.ts'
export * from './canonicalJson.ts'
export { type Challenge, challenge, type Solution, solution } from './challenge/challenge.ts'
export * from './client/clock.ts'
export * from './client/createAnswerMemory.ts'
export * from './client/createApiClient.ts'
export * from './client/createQuery.ts'
export * from './client/credentials.ts'
export * from './client/deviceCredentials.ts'
export * from './client/line.ts'
export * from './dappEndpoints.ts'
export * from './deviceProof.ts'
export { accountBalance, type TokenBalance, tokenBalance } from './endpoints/accountBalance.ts'
export {
  type AccountTransaction,
  accountHistory,
  accountTransaction,
  type TransactionTransfer,
} from './endpoints/accountHistory.ts'
export type { AuditEvent } from './endpoints/auditLog.ts'
export { type AuthorizationScope, authorizationScope } from './endpoints/authorization.ts'
export {
  buildApprove,
  buildTransaction,
  convertAllowance,
  convertGasPrice,
  convertQuotes,
  convertStatus,
  convertTokens,
} from './endpoints/convert.ts'
export {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  getWallets,
  type Wallet,
  type WalletQuery,
  walletFields,
} from './endpoints/directory.ts'
export { confirmEmailCapture, shareEmail, startEmailCapture } from './endpoints/emailCapture.ts'
export { exchanges } from './endpoints/exchanges.ts'
export { type Fungible, fungiblePrice, maxPriced } from './endpoints/fungiblePrice.ts'
export { type Identity, identity } from './endpoints/identity.ts'
export { type IdTokenScope, idTokenScope } from './endpoints/idToken.ts'
export type { AuthorityKeys } from './endpoints/keys.ts'
export type { IdentityProof } from './endpoints/logins.ts'
export { offrampOptions, offrampQuote, offrampSession, startOfframp } from './endpoints/offramp.ts'
export { onrampNetworkId, onrampOptions, onrampQuote, onrampSession, startOnramp } from './endpoints/onramp.ts'
export { type ApprovalMode, approvalModes, origins, readApprovalMode } from './endpoints/origins.ts'
export { type OwnNetwork, ownNetwork } from './endpoints/ownNetwork.ts'
export {
  profileAccount,
  profileReverse,
  profileSuggestions,
  type RegisteredName,
  registeredName,
  registerProfile,
} from './endpoints/profile.ts'
export {
  capturePurpose,
  getAnalyticsConfig,
  getProjectConfig,
  type ProjectConfig,
  type ProjectFeature,
  projectFeature,
  projectFeatures,
  projectNotice,
  projectWallets,
} from './endpoints/projectConfig.ts'
export type { Authority, Caller, Credential, EndpointRow } from './endpoints/row.ts'
export { rpc } from './endpoints/rpc.ts'
export type { SessionTokens } from './endpoints/session.ts'
export { revokeSiwxSession, siwxIdToken, siwxNonce, startSiwxSession } from './endpoints/siwx.ts'
export {
  type KnownAccount,
  type LoginProvider,
  type LoginPurpose,
  loginProvider,
  loginPurpose,
  type SocialProof,
  type SocialProvider,
  socialProvider,
} from './endpoints/social.ts'
export { supportedChains } from './endpoints/supportedChains.ts'
export { sendErrorReport, sendEvents } from './endpoints/telemetry.ts'
export {
  maxAddresses,
  maxRecordsSent,
  type WalletHistory,
  type WalletRecord,
  type WalletRecovery,
  walletHistory,
  walletRecord,
} from './endpoints/walletRecord.ts'
export * from './endpoints.ts'
export * from './failedBody.ts'
export * from './loginNonces.ts'
export * from './origins/frameAncestors.ts'
export * from './origins/matchesOrigin.ts'
export * from './rpc/createBatchedRpc.ts'
export * from './rpc/isRepeatable.ts'
export * from './rpc/jsonRpc.ts'
export type { JsonRpcCall, JsonRpcOptions } from './rpc/sendRpc.ts'
export type { ShareContext, SharePurpose } from './sealing/shareContext.ts'
export * from './uuidOf.ts'
export * from './walletAddressProof.ts'
export * from './walletChangeDigest.ts'
export * from './walletEndpoints.ts'
export * from './walletProjectId.ts'
export * from './walletRecordAad.ts'
