import { accountAllowances } from './endpoints/accountAllowances.ts'
import { accountBalance } from './endpoints/accountBalance.ts'
import { apiAuditLog, custodyAuditLog } from './endpoints/auditLog.ts'
import { allowAuthorization, readAuthorization } from './endpoints/authorization.ts'
import {
  approveDevice,
  declineDevice,
  deviceLinkStatus,
  readDeviceLink,
  startDeviceLink,
} from './endpoints/deviceLink.ts'
import { listDevices, renameDevice, reportDevice, revokeDevice } from './endpoints/devices.ts'
import { emailStart, emailVerify } from './endpoints/email.ts'
import { shareEmail } from './endpoints/emailCapture.ts'
import {
  applyEmailUndo,
  approveEmailChange,
  emailChangeStatus,
  finishEmailChange,
  prepareEmailChange,
  proveNewEmail,
  proveOldEmail,
  readEmailChange,
  settleEmailChange,
  startEmailChange,
  undoEmailChange,
} from './endpoints/emailChange.ts'
import { farcasterStart, farcasterStatus, farcasterVerify } from './endpoints/farcaster.ts'
import { fungiblePrice } from './endpoints/fungiblePrice.ts'
import { identity } from './endpoints/identity.ts'
import { issueIdToken } from './endpoints/idToken.ts'
import { linkIdentity, linkLogin, listLogins, listProviders, unlinkIdentity, unlinkLogin } from './endpoints/logins.ts'
import { origins } from './endpoints/origins.ts'
import { keepPermission, listPermissions, revokePermission } from './endpoints/permissions.ts'
import { putRecoveryShare, releaseRecoveryShare, settleRecoveryShare } from './endpoints/recoveryShare.ts'
import type { EndpointRow } from './endpoints/row.ts'
import { rpc } from './endpoints/rpc.ts'
import { confirmSession, endAllSessions, endSession, refreshSession, startSession } from './endpoints/session.ts'
import {
  checkSignIn,
  findAccount,
  socialFinish,
  socialRelease,
  socialStart,
  socialStatus,
  socialVerify,
} from './endpoints/social.ts'
import { sponsorOperation } from './endpoints/sponsorship.ts'
import {
  createWallet,
  getWallet,
  putAuthShare,
  releaseAuthShare,
  releaseRecoveryAuthShare,
  replaceWallet,
} from './endpoints/wallet.ts'

/**
 * Rows that the wallet's documents call: every row that allows only the wallet origin, without those for servers, and the dapp rows that a
 * wallet needs too. The documents don't bundle the schemas of the others.
 */
export const walletEndpoints = {
  origins,
  rpc,
  accountBalance,
  accountAllowances,
  fungiblePrice,
  identity,

  emailStart,
  emailVerify,
  checkSignIn,
  findAccount,
  socialVerify,
  farcasterVerify,
  linkIdentity,
  unlinkIdentity,
  startEmailChange,
  proveOldEmail,
  proveNewEmail,
  settleEmailChange,
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
  declineDevice,
  startSession,
  refreshSession,
  confirmSession,
  endSession,
  endAllSessions,
  listDevices,
  renameDevice,
  reportDevice,
  revokeDevice,
  apiAuditLog,
  issueIdToken,
  prepareEmailChange,
  emailChangeStatus,
  readEmailChange,
  approveEmailChange,
  finishEmailChange,
  applyEmailUndo,
  listLogins,
  listProviders,
  linkLogin,
  unlinkLogin,
  readAuthorization,
  allowAuthorization,
  getWallet,
  createWallet,
  replaceWallet,
  putAuthShare,
  releaseAuthShare,
  releaseRecoveryAuthShare,

  shareEmail,
  sponsorOperation,
  listPermissions,
  keepPermission,
  revokePermission,
} as const satisfies Record<string, EndpointRow>

/** The name of a row that the wallet's own documents call. */
export type WalletEndpointName = keyof typeof walletEndpoints
