import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'
import { isRpcMethod, isSafeMethod, rpcMethods } from './rpcMethods.ts'
import {
  accountType,
  chainIdInput,
  chainIdOutput,
  chainNamespace,
  email,
  evmAddress,
  hexBytes,
  jsonObject,
  socialProvider,
} from './schemas.ts'
import { timeouts } from './timeouts.ts'

/** A request of the frame protocol: its shapes, errors, timeout and rate limit. */
export type RequestRow = {
  payload: z.ZodMiniType
  result: z.ZodMiniType
  /** Failures specific to this request. TIMEOUT, INVALID_PARAMS, TOO_LARGE and the like apply to all. */
  errors: readonly ErrorName[]
  /** Timeout in milliseconds; null if the user may take any time. */
  timeoutMs: number | null
  /** How often a page may send it; for RPC_REQUEST, its method's row decides. */
  rateClass: 'background' | 'interactive'
}

const nothing = z.undefined()
const metadata = z.object({
  name: z.string().check(z.maxLength(200)),
  description: z.string().check(z.maxLength(2000)),
  url: z.string().check(z.maxLength(2048)),
  icons: z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(16)),
})
/** Names and values are checked against the theme table when they are applied. */
const themeVariables = z.record(
  z.string().check(z.maxLength(64)),
  z.union([z.string().check(z.maxLength(256)), z.number()]),
)

/** A sign-in message before the account is known (one-click sign-in): the page's data, and the text to sign. */
const siwxMessage = z.record(z.string().check(z.maxLength(64)), z.unknown())
const otp = z.string().check(z.maxLength(16))

/** Errors of either code of an email change. */
const changeErrors = [
  'UNAUTHORIZED',
  'SESSION_EXPIRED',
  'OTP_INVALID',
  'OTP_EXPIRED',
  'OTP_USED',
  'OTP_EXHAUSTED',
  'USER_REJECTED',
  'ABORTED',
  'MAIL_FAILED',
  'SERVICE_UNREACHABLE',
] as const satisfies readonly ErrorName[]

/** Errors of a provider sign-in. */
const socialErrors = [
  'NOT_ENABLED',
  'SOCIAL_EXPIRED',
  'SOCIAL_REFUSED',
  'SOCIAL_DENIED',
  'PROVIDER_UNAVAILABLE',
  'ABORTED',
  'RECOVERY_NEEDED',
  'ACCOUNT_MISMATCH',
  'SERVICE_UNREACHABLE',
  'SHARE_INVALID',
] as const satisfies readonly ErrorName[]

const socialUser = z.object({
  email: z.optional(z.nullable(email)),
  address: z.string(),
  chainId: chainIdOutput,
  accounts: z.optional(z.array(z.object({ address: z.string(), type: accountType }))),
  preferredAccountType: z.optional(accountType),
  signature: z.optional(z.string()),
  message: z.optional(z.string()),
  siwxMessage: z.optional(siwxMessage),
  userName: z.optional(z.string().check(z.maxLength(200))),
  // The provider with which the user has signed in, if not by email (profile 5).
  provider: z.optional(socialProvider),
})
const user = z.object({ ...socialUser.shape, smartAccountDeployed: z.optional(z.boolean()) })

/** Times are seconds since 1970. `permissions`, `policies`: in ERC-7715 form. */
const grantedPermission = z.object({
  /** The context for `wallet_revokePermissions`. */
  context: hexBytes,
  chainId: z.number().check(z.int(), z.positive()),
  address: evmAddress,
  /** The delegate. */
  signer: evmAddress,
  permissions: z.array(z.object({ type: z.string().check(z.maxLength(64)), data: jsonObject })),
  policies: z.array(z.object({ type: z.string().check(z.maxLength(64)), data: jsonObject })),
  createdAt: z.number(),
  expiry: z.number(),
  revokedAt: z.optional(z.number()),
})
/** A permission that the account has granted (ERC-7715), as GET_PERMISSIONS returns it. */
export type FramePermission = z.output<typeof grantedPermission>

/**
 * All requests between page and frame: one row is the whole contract. Wire names, client, host and handlers are derived from it. If a row
 * contains `rpcUrl`, it is parsed for compatibility and never used.
 */
export const requests = {
  SYNC_DAPP_DATA: {
    payload: z.object({
      metadata: z.optional(metadata),
      sdkVersion: z.optional(z.string().check(z.maxLength(64))),
      sdkType: z.optional(z.string().check(z.maxLength(64))),
      projectId: z.string().check(z.maxLength(128)),
    }),
    result: nothing,
    errors: [],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  SYNC_THEME: {
    payload: z.object({
      themeMode: z.optional(z.enum(['light', 'dark'])),
      themeVariables: z.optional(themeVariables),
      w3mThemeVariables: z.optional(themeVariables),
    }),
    result: nothing,
    errors: [],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    payload: nothing,
    result: z.object({ smartAccountEnabledNetworks: z.array(z.number()) }),
    errors: [],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  IS_CONNECTED: {
    payload: z.optional(z.object({ token: z.optional(z.string().check(z.maxLength(4096))) })),
    result: z.object({ isConnected: z.boolean() }),
    errors: ['STORAGE_BLOCKED'],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  GET_USER: {
    payload: z.optional(
      z.object({
        chainId: z.optional(chainIdInput),
        preferredAccountType: z.optional(accountType),
        siwxMessage: z.optional(siwxMessage),
        rpcUrl: z.optional(z.string()),
        socialUri: z.optional(z.string()),
      }),
    ),
    result: user,
    errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'CHAIN_NOT_SUPPORTED', 'SERVICE_UNREACHABLE', 'SHARE_INVALID'],
    timeoutMs: timeouts.interactiveMs,
    rateClass: 'background',
  },
  CONNECT_EMAIL: {
    payload: z.object({ email: z.string().check(z.maxLength(254)) }),
    result: z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
    errors: ['EMAIL_INVALID', 'RATE_LIMITED', 'MAIL_FAILED', 'SERVICE_UNREACHABLE', 'STORAGE_BLOCKED'],
    timeoutMs: timeouts.interactiveMs,
    rateClass: 'interactive',
  },
  /** Answered after the mailed link was approved and the code is mailed. In profile 5 pages aren't notified of the link. */
  CONNECT_DEVICE: {
    payload: nothing,
    result: nothing,
    errors: ['NOT_ENABLED', 'LINK_INVALID', 'RATE_LIMITED', 'MAIL_FAILED', 'ABORTED', 'SERVICE_UNREACHABLE'],
    timeoutMs: timeouts.interactiveMs,
    rateClass: 'interactive',
  },
  CONNECT_OTP: {
    // In profile 4 the page sends the code. In profile 5 the user types it in the frame, and a code from the page is rejected.
    // `siwxMessage` (profile 5): what the user signs with this sign-in, shown where they confirm it; the next GET_USER with the same
    // message returns the signature.
    payload: z.optional(z.object({ otp: z.optional(otp), siwxMessage: z.optional(siwxMessage) })),
    result: nothing,
    errors: [
      'OTP_INVALID',
      'OTP_EXPIRED',
      'OTP_USED',
      'OTP_EXHAUSTED',
      'DEVICE_NOT_APPROVED',
      'ACCOUNT_MISMATCH',
      // Profile 4: the address has a wallet that a login provider opens, and the page can't show the question.
      'CONTINUE_IN_WALLET',
      'EMAIL_IN_USE',
      'USER_REJECTED',
      'ABORTED',
      'SERVICE_UNREACHABLE',
      'SHARE_INVALID',
    ],
    // As long as finding a mail takes: the heartbeat monitors the frame.
    timeoutMs: null,
    rateClass: 'interactive',
  },
  GET_SOCIAL_REDIRECT_URI: {
    payload: z.object({ provider: socialProvider }),
    // `number`: two digits, which the provider's result page also shows when it can't find its opener (profile 5).
    result: z.object({
      uri: z.string().check(z.maxLength(4096)),
      number: z.optional(z.string().check(z.regex(/^\d\d$/))),
    }),
    errors: [
      'NOT_ENABLED',
      'SOCIAL_REFUSED',
      'PROVIDER_UNAVAILABLE',
      'RATE_LIMITED',
      'SERVICE_UNREACHABLE',
      'STORAGE_BLOCKED',
    ],
    timeoutMs: timeouts.interactiveMs,
    rateClass: 'interactive',
  },
  CONNECT_SOCIAL: {
    payload: z.object({
      // The result page's message; or the URL from GET_SOCIAL_REDIRECT_URI, to wait until the user has compared the number there.
      uri: z.string().check(z.maxLength(4096)),
      preferredAccountType: z.optional(accountType),
      chainId: z.optional(chainIdInput),
      siwxMessage: z.optional(siwxMessage),
      rpcUrl: z.optional(z.string()),
    }),
    // Profile 4: a missing `email` is an empty string, as its clients only read strings.
    result: z.object({ ...socialUser.shape, email: z.optional(z.nullable(z.union([email, z.literal('')]))) }),
    // CONTINUE_IN_WALLET: the wallet has a question for the user. In profile 5 CONNECT_OTP shows it, and continues the sign-in.
    errors: [...socialErrors, 'CHAIN_NOT_SUPPORTED', 'CONTINUE_IN_WALLET'],
    // As in CONNECT_OTP: as long as a user is at the provider.
    timeoutMs: null,
    rateClass: 'interactive',
  },
  GET_FARCASTER_URI: {
    payload: nothing,
    result: z.object({ url: z.string().check(z.maxLength(4096)) }),
    errors: [
      'NOT_ENABLED',
      'SOCIAL_REFUSED',
      'PROVIDER_UNAVAILABLE',
      'RATE_LIMITED',
      'SERVICE_UNREACHABLE',
      'STORAGE_BLOCKED',
    ],
    timeoutMs: timeouts.machineMs,
    rateClass: 'interactive',
  },
  CONNECT_FARCASTER: {
    payload: nothing,
    result: z.object({ userName: z.string().check(z.maxLength(200)) }),
    errors: socialErrors,
    timeoutMs: null,
    rateClass: 'background',
  },
  GET_CHAIN_ID: {
    payload: nothing,
    result: z.object({ chainId: chainIdOutput }),
    errors: [],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  SWITCH_NETWORK: {
    payload: z.object({ chainId: chainIdInput, rpcUrl: z.optional(z.string()) }),
    result: z.object({ chainId: chainIdOutput }),
    errors: ['CHAIN_ID_INVALID', 'CHAIN_NOT_SUPPORTED'],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  SET_PREFERRED_ACCOUNT: {
    payload: z.object({ type: accountType }),
    result: z.object({ type: accountType, address: z.string() }),
    errors: ['UNAUTHORIZED', 'NOT_ENABLED'],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  INIT_SMART_ACCOUNT: {
    payload: nothing,
    result: z.object({ address: z.string(), isDeployed: z.boolean() }),
    errors: ['UNAUTHORIZED', 'NOT_ENABLED'],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  RPC_REQUEST: {
    payload: z.object({
      // `method` stays a string: an unknown name is answered with METHOD_NOT_ALLOWED, not as an invalid shape.
      method: z.string().check(z.maxLength(64)),
      params: z.optional(z.unknown()),
      chainId: z.optional(chainIdInput),
      chainNamespace: z.optional(chainNamespace),
      rpcUrl: z.optional(z.string()),
    }),
    // Free-form on the wire; client and frame parse it with the method's own row.
    result: z.unknown(),
    errors: [
      'USER_REJECTED',
      'ABORTED',
      'UNAUTHORIZED',
      'METHOD_NOT_ALLOWED',
      'NOT_ENABLED',
      'CHAIN_NOT_SUPPORTED',
      'CHAIN_UNREACHABLE',
    ],
    timeoutMs: null,
    rateClass: 'background',
  },
  /** Returns the permissions that the account has granted this page (profile 5). `wallet_revokePermissions` revokes them. */
  LIST_PERMISSIONS: {
    payload: nothing,
    result: z.object({ permissions: z.array(grantedPermission).check(z.maxLength(256)) }),
    errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'NOT_ENABLED', 'SERVICE_UNREACHABLE'],
    timeoutMs: timeouts.interactiveMs,
    rateClass: 'background',
  },
  /**
   * Returns a token that identifies the user for the page's own server (profile 5). The user consents once to each further scope. If
   * consent is needed and the page doesn't show the wallet (`isShown`), it fails with CONTINUE_IN_WALLET. `expiresAt`: seconds since 1970.
   */
  GET_ID_TOKEN: {
    payload: z.object({
      scopes: z.array(z.enum(['wallets', 'email'])).check(z.maxLength(2)),
      nonce: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))),
      isShown: z.optional(z.boolean()),
    }),
    result: z.object({ idToken: z.string().check(z.maxLength(65_536)), expiresAt: z.number() }),
    errors: [
      'UNAUTHORIZED',
      'SESSION_EXPIRED',
      'NOT_ENABLED',
      'CONTINUE_IN_WALLET',
      'USER_REJECTED',
      'ABORTED',
      'PROJECT_UNKNOWN',
      'ORIGIN_NOT_ALLOWED',
      'RATE_LIMITED',
      'SERVICE_UNREACHABLE',
    ],
    timeoutMs: null,
    rateClass: 'interactive',
  },
  /**
   * Shares the verified address of the user's account with the project, for the purpose that the page has shown (profile 5). The page
   * already has that address: the wallet shows nothing, and records it in the user's activity log.
   */
  SHARE_EMAIL: {
    payload: z.object({ purpose: z.string().check(z.minLength(1), z.maxLength(300)) }),
    result: nothing,
    errors: [
      'UNAUTHORIZED',
      'SESSION_EXPIRED',
      'NOT_ENABLED',
      'EMAIL_INVALID',
      'PURPOSE_CHANGED',
      'RATE_LIMITED',
      'SERVICE_UNREACHABLE',
    ],
    timeoutMs: timeouts.interactiveMs,
    rateClass: 'background',
  },
  RPC_ABORT: {
    payload: z.optional(z.object({ id: z.optional(z.string().check(z.maxLength(64))) })),
    result: nothing,
    errors: [],
    timeoutMs: timeouts.machineMs,
    rateClass: 'background',
  },
  /** In profile 5 nothing is mailed until the next request shows the code field. */
  UPDATE_EMAIL: {
    payload: z.object({ email: z.string().check(z.maxLength(254)) }),
    result: z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
    errors: [
      'UNAUTHORIZED',
      'NOT_ENABLED',
      'EMAIL_INVALID',
      'EMAIL_UNCHANGED',
      'RATE_LIMITED',
      'MAIL_FAILED',
      'SERVICE_UNREACHABLE',
    ],
    timeoutMs: timeouts.interactiveMs,
    rateClass: 'interactive',
  },
  // As in CONNECT_OTP: in profile 4 the page sends the codes, and in profile 5 the user types them in the frame.
  UPDATE_EMAIL_PRIMARY_OTP: {
    payload: z.optional(z.object({ otp: z.optional(otp) })),
    result: nothing,
    errors: [...changeErrors, 'RATE_LIMITED'],
    timeoutMs: null,
    rateClass: 'interactive',
  },
  UPDATE_EMAIL_SECONDARY_OTP: {
    payload: z.optional(z.object({ otp: z.optional(otp) })),
    result: z.object({ newEmail: email }),
    errors: [...changeErrors, 'EMAIL_IN_USE', 'LINK_INVALID'],
    timeoutMs: null,
    rateClass: 'interactive',
  },
  SIGN_OUT: { payload: nothing, result: nothing, errors: [], timeoutMs: timeouts.signOutMs, rateClass: 'background' },
  RELOAD: { payload: nothing, result: nothing, errors: [], timeoutMs: timeouts.machineMs, rateClass: 'background' },
  /** Checks whether the frame still responds (profile 5). */
  PING: { payload: nothing, result: nothing, errors: [], timeoutMs: timeouts.heartbeatMs, rateClass: 'background' },
} as const satisfies Record<string, RequestRow>

/** The name of a request, without the `@w3m-app/` prefix of the wire. */
export type RequestName = keyof typeof requests
/** The parsed payload of a request; undefined where it has none. */
export type Payload<name extends RequestName> = z.output<(typeof requests)[name]['payload']>
/** The parsed result of a request; undefined where it has none. */
export type Result<name extends RequestName> = z.output<(typeof requests)[name]['result']>
/** The signed-in user and account that GET_USER returns. */
export type FrameUser = z.output<typeof user>
/** A dapp's own metadata, unverified; the frame trusts only the page's origin. */
export type DappMetadata = z.output<typeof metadata>

/** Narrows an untrusted string. Own keys only. */
export const isRequestName = (name: unknown): name is RequestName =>
  typeof name === 'string' && Object.hasOwn(requests, name)

const methodOf = (name: RequestName, payload: unknown): unknown =>
  name === 'RPC_REQUEST' && typeof payload === 'object' && payload !== null
    ? (payload as { method?: unknown }).method
    : undefined

/**
 * Returns whether a request may wait for the user, so that RPC_ABORT drops it: those without a timeout. Reads never wait. `payload` need
 * not be parsed.
 */
export const mayWaitForPerson = (name: RequestName, payload: unknown): boolean =>
  requests[name].timeoutMs === null && !isSafeMethod(methodOf(name, payload))

const KIBIBYTE = 1024

/** Returns the maximum size of a request in bytes: 64 KiB, or that of its method's row. */
export const maxRequestBytes = (name: RequestName, payload: unknown): number => {
  const method = methodOf(name, payload)
  return (isRpcMethod(method) ? rpcMethods[method].maxKib : 64) * KIBIBYTE
}
