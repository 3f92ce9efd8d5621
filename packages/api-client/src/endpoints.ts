import type * as z from 'zod/mini'
import { accountBalance } from './endpoints/accountBalance.ts'
import { accountHistory } from './endpoints/accountHistory.ts'
import { apiAuditLog, custodyAuditLog } from './endpoints/auditLog.ts'
import { checkSignIn } from './endpoints/checkSignIn.ts'
import { approveDevice, deviceLinkStatus, readDeviceLink, startDeviceLink } from './endpoints/deviceLink.ts'
import { listDevices, renameDevice, revokeDevice } from './endpoints/devices.ts'
import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage, getWallets } from './endpoints/directory.ts'
import { emailStart, emailVerify } from './endpoints/email.ts'
import {
  applyEmailUndo,
  finishEmailChange,
  prepareEmailChange,
  proveNewEmail,
  proveOldEmail,
  startEmailChange,
  undoEmailChange,
} from './endpoints/emailChange.ts'
import { farcasterStart, farcasterStatus, farcasterVerify } from './endpoints/farcaster.ts'
import { fungiblePrice } from './endpoints/fungiblePrice.ts'
import { apiHealth, custodyHealth } from './endpoints/health.ts'
import { identity } from './endpoints/identity.ts'
import { apiKeys, custodyKeys } from './endpoints/keys.ts'
import { linkIdentity, linkLogin, listLogins, listProviders, unlinkIdentity, unlinkLogin } from './endpoints/logins.ts'
import { origins } from './endpoints/origins.ts'
import { profileAccount, profileReverse } from './endpoints/profile.ts'
import { putRecoveryShare, releaseRecoveryShare, settleRecoveryShare } from './endpoints/recoveryShare.ts'
import type { EndpointRow } from './endpoints/row.ts'
import { rpc } from './endpoints/rpc.ts'
import { confirmSession, endAllSessions, endSession, refreshSession, startSession } from './endpoints/session.ts'
import { socialFinish, socialRelease, socialStart, socialStatus, socialVerify } from './endpoints/social.ts'
import { supportedChains } from './endpoints/supportedChains.ts'
import {
  createWallet,
  getWallet,
  putAuthShare,
  releaseAuthShare,
  releaseRecoveryAuthShare,
  replaceWallet,
} from './endpoints/wallet.ts'

/**
 * Every HTTP call there is. Client, routes and documentation are derived from this table. The rows stand in files of
 * their own, so that a page which calls one of them does not load the shapes of the others.
 */
export const endpoints = {
  apiHealth,
  custodyHealth,

  origins,
  rpc,
  supportedChains,
  fungiblePrice,
  accountBalance,
  accountHistory,
  identity,
  profileAccount,
  profileReverse,

  getWallets,
  getWalletImage,
  getAssetImage,
  getCurrencyImage,
  getTokenImage,

  apiKeys,
  custodyKeys,

  emailStart,
  emailVerify,
  checkSignIn,
  socialVerify,
  farcasterVerify,
  linkIdentity,
  unlinkIdentity,
  startEmailChange,
  proveOldEmail,
  proveNewEmail,
  undoEmailChange,
  putRecoveryShare,
  releaseRecoveryShare,
  settleRecoveryShare,
  custodyAuditLog,

  socialStart,
  socialStatus,
  socialRelease,
  socialFinish,
  farcasterStart,
  farcasterStatus,
  startDeviceLink,
  deviceLinkStatus,
  readDeviceLink,
  approveDevice,
  startSession,
  refreshSession,
  confirmSession,
  endSession,
  endAllSessions,
  listDevices,
  renameDevice,
  revokeDevice,
  apiAuditLog,
  prepareEmailChange,
  finishEmailChange,
  applyEmailUndo,
  listLogins,
  listProviders,
  linkLogin,
  unlinkLogin,
  getWallet,
  createWallet,
  replaceWallet,
  putAuthShare,
  releaseAuthShare,
  releaseRecoveryAuthShare,
} as const satisfies Record<string, EndpointRow>

export type EndpointName = keyof typeof endpoints
export type EndpointRequest<name extends EndpointName> = z.input<(typeof endpoints)[name]['request']>
export type EndpointResponse<name extends EndpointName> = z.output<(typeof endpoints)[name]['response']>
