import type { EvmNetwork } from '@latchkey/chains'
import { AppError, catalogue } from '@latchkey/protocol/errors'
import { readAuditPage } from '@latchkey/service-kit/audit/auditLog'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import type { Handlers } from '@latchkey/service-kit/http/handlers'
import { withStatus } from '@latchkey/service-kit/http/reply'
import type { AuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import type { Limits } from '@latchkey/service-kit/limits/limits'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import { networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import type { ListAllowances } from './allowances/createAllowances.ts'
import type { Balances } from './balances/createBalances.ts'
import { answerExchangeCall, type ExchangeDeps } from './buy/exchanges/exchangeService.ts'
import {
  type OfframpDeps,
  offrampOptions,
  offrampQuote,
  offrampSession,
  startOfframp,
} from './buy/offramp/offrampService.ts'
import {
  type OnrampDeps,
  onrampOptions,
  onrampQuote,
  onrampSession,
  onrampUrl,
  startOnramp,
} from './buy/onramp/onrampService.ts'
import { isChainAway } from './chain/jsonRpcMessage.ts'
import { rpcBody } from './chain/rpcBody.ts'
import type { PublicRpcProxy } from './chain/rpcProxy.ts'
import { ownAskerAt, pageAt } from './chain/sharer.ts'
import { verifySignature } from './chain/verifySignature.ts'
import {
  buildApprove,
  buildTransaction,
  type ConvertDeps,
  convertAllowance,
  convertGasPrice,
  convertQuotes,
  convertStatus,
  convertTokens,
} from './convert/convertService.ts'
import {
  approveDevice,
  type DeviceLinkDeps,
  declineDevice,
  deviceLinkStatus,
  readDeviceLink,
  startDeviceLink,
} from './deviceLink/deviceLinkService.ts'
import { endAllSessions, listDevices, renameDevice, reportDevice, revokeDevice } from './devices/deviceService.ts'
import type { Directory } from './directory/directory.ts'
import { assetImage, currencyImage, tokenImage } from './directory/publicImages.ts'
import {
  capturePurposeOf,
  confirmEmailCapture,
  type EmailCaptureDeps,
  shareEmail,
  startEmailCapture,
} from './emailCapture/emailCaptureService.ts'
import { applyEmailUndo, finishEmailChange } from './emailChange/emailService.ts'
import {
  approveEmailChange,
  emailChangeStatus,
  prepareEmailChange,
  readEmailChange,
} from './emailChange/prepareEmailChange.ts'
import { type FarcasterDeps, farcasterStatus, startFarcaster } from './farcaster/farcasterService.ts'
import type { HistorySource } from './history/historySource.ts'
import type { Names } from './identity/createNames.ts'
import { linkLogin, listLogins, unlinkLogin } from './logins/loginService.ts'
import { isNormalName } from './nameZone/isNormalName.ts'
import { registerName, suggestNames, type ZoneDeps } from './nameZone/zoneService.ts'
import { type AuthorizationDeps, allowAuthorization, readAuthorization } from './oidc/authorizationService.ts'
import { keepPermission, listPermissions, revokePermission } from './permissions/permissionService.ts'
import type { PriceSource } from './prices/priceSource.ts'
import { priceTokens } from './prices/priceTokens.ts'
import { inSession } from './session/inSession.ts'
import { type IssueIdTokenDeps, issueIdToken } from './signIn/issueIdToken.ts'
import { confirmSession, endSession, refreshSession, type SessionDeps, startSession } from './signIn/sessionService.ts'
import { revokeSiwxSession, type SiwxDeps, siwxIdToken, siwxNonce, startSiwxSession } from './siwx/siwxService.ts'
import { smartAccountsOf } from './smartAccounts/smartAccountsOf.ts'
import { type FinishSocialDeps, finishSocial } from './social/finishSocial.ts'
import { listProviders } from './social/listProviders.ts'
import { releaseSocial, socialStatus, startSocial } from './social/socialService.ts'
import { type SponsorshipDeps, sponsorOperation } from './sponsorship/sponsorOperation.ts'
import { sendErrorReport, sendEvents, type TelemetryDeps } from './telemetry/telemetryService.ts'
import { releaseAuthShare } from './wallet/releaseAuthShare.ts'
import { replaceWallet } from './wallet/replaceWallet.ts'
import {
  createWallet,
  enrolDevice,
  getWallet,
  releaseRecoveryAuthShare,
  type WalletDeps,
} from './wallet/walletService.ts'

export type ApiDeps = SessionDeps &
  WalletDeps &
  DeviceLinkDeps &
  FinishSocialDeps &
  SponsorshipDeps &
  FarcasterDeps &
  IssueIdTokenDeps &
  SiwxDeps &
  EmailCaptureDeps &
  AuthorizationDeps &
  ConvertDeps &
  OnrampDeps &
  OfframpDeps &
  ExchangeDeps &
  ZoneDeps &
  TelemetryDeps & {
    keyring: AuthorityKeyring
    limits: Limits
    limiter: RateLimiter
    projects: Projects
    rpcProxy: PublicRpcProxy
    balances: Balances
    /** Networks that the registry doesn't have. */
    networks: readonly EvmNetwork[]
    history: HistorySource
    allowances: ListAllowances
    prices: PriceSource
    directory: Directory
    names: Names
    cache: SharedCache
    health: Handlers<'api'>['apiHealth']
  }

/** Omits the nodes: their URLs may hold the operator's keys. */
const toRow = ({ id, name, nativeCurrency, blockExplorer, testnet }: EvmNetwork) => ({
  id,
  name,
  nativeCurrency,
  ...(blockExplorer && { blockExplorer }),
  testnet,
})

type SomeHandlers = Partial<Handlers<'api'>>

/** The service itself, chains and names. */
const chainHandlers = (deps: ApiDeps) =>
  ({
    apiHealth: deps.health,
    apiKeys: async () => {
      await deps.keyring.refresh()
      return deps.keyring.published
    },
    origins: async ({ projectId }) => {
      const project = deps.projects.find(projectId)
      const smartAccounts = smartAccountsOf(project, deps.smartAccounts)
      const { origins, approvals, profiles, brand } = project
      return {
        allowedOrigins: origins,
        approvals,
        ...(profiles && { profiles }),
        ...(brand && { brand }),
        smartAccounts,
        ...(deps.networks.length > 0 && { networks: deps.networks.map(toRow) }),
      }
    },
    rpc: async (body, { ipAddress }, { chainId, projectId }) => {
      const { rpcProxy, limiter } = deps
      const caller = { ipAddress, projectId }
      const { expensive, code, filters } = rpcProxy.costsOf(chainId, body)
      if (filters > 0) await limiter.take('rpcFilters', caller, filters)
      if (code > 0) await limiter.take('rpcCode', caller, code)
      if (expensive > 0)
        for (const name of ['rpcExpensive', 'rpcExpensivePerProjectMinute'] as const)
          await limiter.take(name, caller, expensive)
      const most = (name: 'rpcLogBlocks' | 'rpcCallGas') =>
        deps.limits.find(name, caller)?.max ?? Number.POSITIVE_INFINITY
      const passed = await rpcProxy.pass(chainId, body, {
        requester: pageAt(networksOf(ipAddress), projectId),
        logBlocks: most('rpcLogBlocks'),
        callGas: most('rpcCallGas'),
      })
      const status = isChainAway(passed.answered) ? catalogue.CHAIN_UNREACHABLE.http : 200
      return withStatus(status, rpcBody(passed))
    },
    supportedChains: async () => ({ http: [...deps.balances.served], ws: [] }),
    accountHistory: ({ address, chainId, cursor }) => deps.history.page({ address, chainId, cursor }),
    accountAllowances: ({ address }) => deps.allowances(address),
    accountBalance: async ({ address, chainId, forceUpdate }) => ({
      balances: await deps.balances.read({ address, chainId, isForced: forceUpdate !== undefined }),
    }),
    verifySignature: async ({ id, params }, { ipAddress }, { chainId }) => ({
      jsonrpc: '2.0',
      id,
      result: await verifySignature(deps.rpcProxy, chainId, params, ownAskerAt(ipAddress)),
    }),
    identity: ({ address }) => deps.names.identity(address),
    profileAccount: async ({ name, apiVersion }) => {
      const account = await deps.names.account(name)
      if (account !== null) return account
      if (apiVersion === '2') return []
      throw new AppError('NAME_NOT_FOUND', isNormalName(name) ? {} : { details: { reason: 'not normal (ENSIP-15)' } })
    },
    profileReverse: ({ address }) => deps.names.reverse(address),
    profileSuggestions: (input) => suggestNames(deps, input),
    registerProfile: (input, caller) => registerName(deps, input, caller),
    fungiblePrice: async ({ addresses }) => ({ fungibles: await priceTokens(deps.prices, addresses) }),
  }) satisfies SomeHandlers

/** Swapping, buying, paying, and a project's settings for its pages. */
const projectHandlers = (deps: ApiDeps) =>
  ({
    convertTokens: (input) => convertTokens(deps, input),
    convertStatus: (input) => convertStatus(deps, input),
    convertQuotes: (input) => convertQuotes(deps, input),
    convertAllowance: (input) => convertAllowance(deps, input),
    convertGasPrice: (input) => convertGasPrice(deps, input),
    buildTransaction: (input, caller) => buildTransaction(deps, input, caller),
    buildApprove: (input, caller) => buildApprove(deps, input, caller),
    onrampUrl: (input, caller) => onrampUrl(deps, input, caller),
    onrampOptions: (input) => onrampOptions(deps, input),
    onrampQuote: (input) => onrampQuote(deps, input),
    startOnramp: (input, caller) => startOnramp(deps, input, caller),
    onrampSession: (input) => onrampSession(deps, input),
    offrampOptions: (input) => offrampOptions(deps, input),
    offrampQuote: (input) => offrampQuote(deps, input),
    startOfframp: (input, caller) => startOfframp(deps, input, caller),
    offrampSession: (input) => offrampSession(deps, input),
    exchanges: (call, caller, { projectId }) => answerExchangeCall(deps, projectId, call, caller),
    getProjectConfig: async ({ projectId }) => {
      const project = deps.projects.find(projectId)
      const purpose = capturePurposeOf(project)
      return {
        features: project.features ?? null,
        ...(project.wallets && { wallets: project.wallets }),
        ...(project.notice && { notice: project.notice }),
        ...(purpose !== null && { emailCapture: { purpose } }),
        ...(deps.ens.zone && { names: { parent: deps.ens.zone.parent } }),
      }
    },
    getAnalyticsConfig: async () => ({ isAnalyticsEnabled: deps.telemetry !== null }),
    sendEvents: (events, caller, query) => sendEvents(deps, events, caller, query),
    sendErrorReport: (report, caller, query) => sendErrorReport(deps, report, caller, query),
    getWallets: async ({ projectId: _, st, sv, ...filter }) => {
      const { data, count } = await deps.directory.wallets(filter)
      return { data: [...data], count }
    },
    getWalletImage: ({ id }) => deps.directory.walletImage(id),
    getAssetImage: async ({ id }) => assetImage(id),
    getCurrencyImage: async ({ id }) => currencyImage(id),
    getTokenImage: async ({ symbol }) => tokenImage(symbol),
  }) satisfies SomeHandlers

/** Signing in, sessions, devices and logins. */
const accountHandlers = (deps: ApiDeps) =>
  ({
    socialStart: (input, caller) => startSocial(deps, input, caller),
    socialStatus: (input, caller) => socialStatus(deps, input, caller),
    socialRelease: (input) => releaseSocial(deps, input),
    socialFinish: (input, caller) => finishSocial(deps, input, caller),
    farcasterStart: (input, caller) => startFarcaster(deps, input, caller),
    farcasterStatus: (input, caller) => farcasterStatus(deps, input, caller),
    startDeviceLink: (input, caller) => startDeviceLink(deps, input, caller),
    deviceLinkStatus: (input, caller) => deviceLinkStatus(deps, input, caller),
    readDeviceLink: (input, caller) => readDeviceLink(deps, input, caller),
    approveDevice: (input) => approveDevice(deps, input),
    declineDevice: (input) => declineDevice(deps, input),
    startSession: (input, caller) => startSession(deps, input, caller),
    refreshSession: (input, caller) => refreshSession(deps, input, caller),
    confirmSession: (input, caller) => confirmSession(deps, input, caller),
    endSession: (input) => endSession(deps, input),
    endAllSessions: (_, caller) => endAllSessions(deps, caller),
    listDevices: (_, caller) => listDevices(deps, caller),
    renameDevice: (input, caller) => renameDevice(deps, input, caller),
    revokeDevice: (input, caller) => revokeDevice(deps, input, caller),
    reportDevice: (input, caller) => reportDevice(deps, input, caller),
    prepareEmailChange: (input, caller) => prepareEmailChange(deps, input, caller),
    emailChangeStatus: (input, caller) => emailChangeStatus(deps, input, caller),
    readEmailChange: (input, caller) => readEmailChange(deps, input, caller),
    approveEmailChange: (input) => approveEmailChange(deps, input),
    finishEmailChange: (input, caller) => finishEmailChange(deps, input, caller),
    applyEmailUndo: (input) => applyEmailUndo(deps, input),
    apiAuditLog: (page, caller) => inSession(deps, caller, (sql) => readAuditPage(sql, caller.token.sub, page)),
    siwxNonce: (input, caller) => siwxNonce(deps, input, caller),
    startSiwxSession: (input, caller) => startSiwxSession(deps, input, caller),
    siwxIdToken: (input, caller) => siwxIdToken(deps, input, caller),
    revokeSiwxSession: (input, caller) => revokeSiwxSession(deps, input, caller),
    issueIdToken: (input, caller) => issueIdToken(deps, input, caller),
    listLogins: (_, caller) => listLogins(deps, caller),
    listProviders: async () => ({ providers: listProviders(deps) }),
    linkLogin: (input, caller) => linkLogin(deps, input, caller),
    unlinkLogin: (input, caller) => unlinkLogin(deps, input, caller),
    readAuthorization: (input) => readAuthorization(deps, input),
    allowAuthorization: (input, caller) => allowAuthorization(deps, input, caller),
  }) satisfies SomeHandlers

/** An account's wallet, and its user's permissions for others. */
const walletHandlers = (deps: ApiDeps) =>
  ({
    getWallet: (_, caller) => getWallet(deps, caller),
    createWallet: (input, caller) => createWallet(deps, input, caller),
    replaceWallet: (input, caller) => replaceWallet(deps, input, caller),
    putAuthShare: (input, caller) => enrolDevice(deps, input, caller),
    releaseAuthShare: (input, caller) => releaseAuthShare(deps, input, caller),
    releaseRecoveryAuthShare: (input, caller) => releaseRecoveryAuthShare(deps, input, caller),
    sponsorOperation: (input, caller) => sponsorOperation(deps, input, caller),
    startEmailCapture: (input, caller) => startEmailCapture(deps, input, caller),
    confirmEmailCapture: (input, caller) => confirmEmailCapture(deps, input, caller),
    shareEmail: (input, caller) => shareEmail(deps, input, caller),
    listPermissions: (input, caller) => listPermissions(deps, input, caller),
    keepPermission: (input, caller) => keepPermission(deps, input, caller),
    revokePermission: (input) => revokePermission(deps, input),
  }) satisfies SomeHandlers

/** The handler of each row of the api. */
export const createApiHandlers = (deps: ApiDeps): Handlers<'api'> => ({
  ...chainHandlers(deps),
  ...projectHandlers(deps),
  ...accountHandlers(deps),
  ...walletHandlers(deps),
})
