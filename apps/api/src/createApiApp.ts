import { type EvmNetwork, knownNetworks } from '@latchkey/chains'
import { type AuthorityDeps, openAuthority } from '@latchkey/service-kit/authority/openAuthority'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { createChallenges } from '@latchkey/service-kit/challenges/createChallenges'
import { openFarcaster } from '@latchkey/service-kit/farcaster/openFarcaster'
import { sinceEpoch, type VerifyingKeys } from '@latchkey/service-kit/keys/tokens'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { mailPart } from '@latchkey/service-kit/mail/mailPart'
import { withWalletPages } from '@latchkey/service-kit/projects/withWalletPages'
import { createRateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { FarcasterSettings } from '@latchkey/service-kit/settings/farcasterFields'
import { createAllowances } from './allowances/createAllowances.ts'
import { createBalances } from './balances/createBalances.ts'
import type { ListedToken } from './balances/tokenList.ts'
import type { BuySettings } from './buy/buySettings.ts'
import { openPayExchanges } from './buy/exchanges/openPayExchanges.ts'
import { openSaleProviders } from './buy/offramp/openSaleProviders.ts'
import { createOpenRamp } from './buy/onramp/createOpenRamp.ts'
import { serveRampWebhooks } from './buy/onramp/serveRampWebhooks.ts'
import { createBundlers } from './chain/createBundlers.ts'
import { createNodeIdentities } from './chain/nodeIdentities.ts'
import { observedFetch } from './chain/observedFetch.ts'
import { createRpcProxy } from './chain/rpcProxy.ts'
import { openExchangeDrivers } from './convert/openExchangeDrivers.ts'
import type { SwapSettings } from './convert/swapSettings.ts'
import { createApiHandlers } from './createApiHandlers.ts'
import type { DeviceLinkPolicy } from './deviceLink/deviceLinkService.ts'
import { type DirectorySettings, openDirectory } from './directory/openDirectory.ts'
import { serveDocs } from './docs/serveDocs.ts'
import { openHistory } from './history/upstreamHistory.ts'
import { createGuardedFetch } from './http/guardedFetch.ts'
import { createNames } from './identity/createNames.ts'
import { serveIdTokenKeys } from './idTokens/serveIdTokenKeys.ts'
import { issuerOf } from './idTokens/signIdToken.ts'
import { createAccountIndex } from './indexer/accountIndex.ts'
import type { IndexSettings } from './indexer/startIndexer.ts'
import type { EnsSettings } from './nameZone/ensSettings.ts'
import { serveNameGateway } from './nameZone/serveNameGateway.ts'
import { serveOidc } from './oidc/serveOidc.ts'
import { keepPrices } from './prices/keepPrices.ts'
import { openPriceSource, type PriceSettings } from './prices/openPriceSource.ts'
import type { SmartAccountSettings } from './settings/smartAccountFields.ts'
import { createProviderClients } from './social/providerClients.ts'
import { serveSocialCallback } from './social/serveSocialCallback.ts'
import type { SocialSettings } from './social/socialSettings.ts'
import { watchDeposits } from './sponsorship/watchDeposits.ts'
import { openTelemetry } from './telemetry/telemetryService.ts'
import type { TelemetrySettings } from './telemetry/telemetrySettings.ts'

export type ApiAppDeps = AuthorityDeps &
  Required<SmartAccountSettings> &
  BuySettings &
  SwapSettings & {
    /** Verifies custody's statements. Throws SERVICE_UNREACHABLE while custody's key is unavailable. */
    custodyKey: () => Promise<VerifyingKeys>
    vaultOrigin: string
    /** Sends device links. */
    mailer: Mailer
    deviceLink: DeviceLinkPolicy
    /** Networks that the registry doesn't have. */
    networks: readonly EvmNetwork[]
    /** Node addresses by CAIP-2. */
    nodes: Readonly<Record<string, readonly string[]>>
    /** Base URLs of Esplora-compatible servers, by CAIP-2. */
    esplora: Readonly<Record<string, string>>
    /** Tokens whose balances are read for every account. */
    tokenList: readonly ListedToken[]
    prices: PriceSettings
    /** Where names are looked up. */
    ens: EnsSettings
    /** Chains that are indexed, by `startIndexer` here or in another process. */
    index: IndexSettings
    directory: DirectorySettings
    /** Caches expensive answers from chains and servers. */
    cache: SharedCache
    /** The configured login providers. */
    social: SocialSettings
    /** Null: no sign-in with Farcaster. */
    farcaster: FarcasterSettings | null
    /** The sink for pages' events. Null: events are rejected. */
    telemetry: TelemetrySettings | null
    /** Calls the nodes, the upstream servers and the providers. */
    fetch: typeof globalThis.fetch
  }

/** Creates the api as a function of a request, and the keys that verify its signatures. */
export async function createApiApp(options: ApiAppDeps) {
  const deps = {
    ...options,
    known: knownNetworks(options.networks),
    fetch: observedFetch({ ...options, bundlers: options.smartAccounts }),
    projects: withWalletPages(options.projects, options.walletOrigin, Object.keys(options.smartAccounts)),
  }
  const { fetch, clock, log, metrics } = deps
  const { keyring, epoch, noteRefusal, limiter, health, serve } = await openAuthority('api', deps)
  const providerClients = await createProviderClients(deps)
  const bundlers = createBundlers(deps.smartAccounts, { fetch, log })
  const identities = createNodeIdentities({ fetch, log })
  const noCaller = { ipAddress: '', projectId: null }
  const maxBytesAtOnce = () => deps.limits.find('rpcBytes', noCaller)?.max ?? Number.POSITIVE_INFINITY
  const rpcProxy = createRpcProxy({ nodes: deps.nodes, fetch, identities, bundlers, log, maxBytesAtOnce })
  metrics?.watch('latchkey_waiting_mails', () => [[{}, deps.mailer.count?.() ?? 0]])
  metrics?.watch('latchkey_node_failing', () =>
    rpcProxy.nodes().map(({ chain, host, isFailing }) => [{ chain, host }, isFailing ? 1 : 0]),
  )
  if (metrics !== undefined) watchDeposits(metrics, { ...deps, rpcProxy })
  const prices = keepPrices(openPriceSource(deps.prices, { rpcProxy, fetch }), deps.cache)
  const accounts = createAccountIndex(deps)
  const balances = createBalances({ ...deps, rpcProxy, prices, tokensSeen: accounts.tokensSeen })
  const history = openHistory({ ...deps, upstream: deps.prices, prices, accounts, rpcProxy })
  const allowances = createAllowances({ ...deps, accounts })
  const guardedFetch = createGuardedFetch({ reach: deps.ens.gateways ?? 'internet' })
  const rampProviders = (deps.onramp ?? []).map((each) => createOpenRamp(each, fetch))
  const saleProviders = openSaleProviders(deps.offramp ?? [], { fetch, clock })
  const names = createNames({ ...deps, rpcProxy, guardedFetch, limiter })
  const challenges = createChallenges({ authority: 'api', kms: deps.kms, clock })
  // Custody counts codes.
  const gate = { limits: deps.limits, limiter, challenges, clock, isBraking: async () => false }
  const captureLimiter = createRateLimiter({ ...deps, apart: 'email capture' })
  const captureGate = { ...gate, limiter: captureLimiter }
  const app = serve(
    createApiHandlers({
      ...deps,
      custodyKey: async () => sinceEpoch(await deps.custodyKey(), epoch),
      gate,
      captureGate,
      keyring,
      noteRefusal,
      limiter,
      health,
      signer: keyring.signing,
      idTokens: { issuer: issuerOf(deps.publicUrl), idToken: keyring.idToken, clock },
      providerClients,
      farcaster: openFarcaster(deps.farcaster, deps),
      rpcProxy,
      guardedFetch,
      prices,
      balances,
      rampProviders,
      saleProviders,
      payExchanges: openPayExchanges(deps.payExchanges ?? [], { fetch, clock: deps.clock }),
      ...openExchangeDrivers({ ...deps, rpcProxy, now: () => clock.now().getTime() }),
      history,
      allowances,
      names,
      telemetry: openTelemetry(deps.telemetry, deps),
      directory: openDirectory(deps.directory, { fetch, clock, log }),
    }),
    () => [mailPart(deps.mailer), ...rpcProxy.parts],
  )
  serveDocs(app, deps.publicUrl)
  serveIdTokenKeys(app, keyring)
  serveNameGateway(app, { ...deps, limiter })
  serveOidc(app, { ...deps, keyring, limiter })
  serveSocialCallback(app, { ...deps, providerClients, limiter })
  serveRampWebhooks(app, { ...deps, rampProviders, saleProviders, rpcProxy, balances, limiter })
  return { app, tokenKeys: { ...keyring.tokenKeys, since: null } }
}
