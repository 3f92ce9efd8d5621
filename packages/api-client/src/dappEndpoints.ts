import { accountHistory } from './endpoints/accountHistory.ts'
import {
  buildApprove,
  buildTransaction,
  convertAllowance,
  convertGasPrice,
  convertQuotes,
  convertStatus,
  convertTokens,
} from './endpoints/convert.ts'
import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage, getWallets } from './endpoints/directory.ts'
import { confirmEmailCapture, startEmailCapture } from './endpoints/emailCapture.ts'
import { exchanges } from './endpoints/exchanges.ts'
import { fungiblePrice } from './endpoints/fungiblePrice.ts'
import { apiHealth } from './endpoints/health.ts'
import { identity } from './endpoints/identity.ts'
import { offrampOptions, offrampQuote, offrampSession, startOfframp } from './endpoints/offramp.ts'
import { onrampOptions, onrampQuote, onrampSession, onrampUrl, startOnramp } from './endpoints/onramp.ts'
import { profileAccount, profileReverse, profileSuggestions, registerProfile } from './endpoints/profile.ts'
import { getAnalyticsConfig, getProjectConfig } from './endpoints/projectConfig.ts'
import type { EndpointRow } from './endpoints/row.ts'
import { revokeSiwxSession, siwxIdToken, siwxNonce, startSiwxSession } from './endpoints/siwx.ts'
import { supportedChains } from './endpoints/supportedChains.ts'
import { sendErrorReport, sendEvents } from './endpoints/telemetry.ts'
import { verifySignature } from './endpoints/verifySignature.ts'

/** Rows that dapps call, and the wallet doesn't. */
export const dappEndpoints = {
  apiHealth,

  supportedChains,
  fungiblePrice,
  accountHistory,
  identity,
  profileAccount,
  profileReverse,
  profileSuggestions,
  registerProfile,
  verifySignature,

  siwxNonce,
  startSiwxSession,
  siwxIdToken,
  revokeSiwxSession,

  convertTokens,
  convertQuotes,
  convertStatus,
  convertAllowance,
  convertGasPrice,
  buildTransaction,
  buildApprove,
  onrampUrl,
  onrampOptions,
  onrampQuote,
  startOnramp,
  onrampSession,
  offrampOptions,
  offrampQuote,
  startOfframp,
  offrampSession,
  exchanges,

  getProjectConfig,
  getAnalyticsConfig,
  startEmailCapture,
  confirmEmailCapture,
  getWallets,
  getWalletImage,
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  sendEvents,
  sendErrorReport,
} as const satisfies Record<string, EndpointRow>
