/**
 * Requirements: users are asked to send exactly the amount they wanted to sell, to the address that the provider named first, before it
 * expires. If the provider later reports anything else, the sale stops. The page never names an address.
 */
import { randomUUID } from 'node:crypto'
import { type EndpointRequest, type EndpointResponse, onrampNetworkId } from '@latchkey/api-client'
import { parseAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { cacheWithFailures } from '@latchkey/service-kit/cache/cacheWithFailures'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { describeCause, type Log } from '@latchkey/service-kit/log'
import { hasFeature, type Projects } from '@latchkey/service-kit/projects/projects'
import { spendOnce } from '@latchkey/service-kit/proof/spentProofs'
import type { Webhook } from '../onramp/RampProvider.ts'
import { parseRecipient } from '../purchases.ts'
import type { SaleOptions, SaleOrder, SaleProvider, SaleReport } from './SaleProvider.ts'
import { findSale, insertSale, lockSale, type Sale, type SaleState, updateSale } from './saleStore.ts'

export type OfframpDeps = {
  database: Database
  cache: SharedCache
  clock: Clock
  log: Log
  projects: Projects
  /** In the operator's order. */
  saleProviders: readonly SaleProvider[]
}

/** Throws PROJECT_UNKNOWN, and NOT_ENABLED for a project that has turned selling off, or without any provider. */
const providersFor = ({ projects, saleProviders }: OfframpDeps, projectId: string): readonly SaleProvider[] => {
  if (!hasFeature(projects.find(projectId), 'offramp') || saleProviders.length === 0) throw new AppError('NOT_ENABLED')
  return saleProviders
}

const providerFor = (deps: OfframpDeps, projectId: string, id: string): SaleProvider => {
  const found = providersFor(deps, projectId).find((provider) => provider.id === id)
  if (found === undefined) throw new AppError('NOT_ENABLED')
  return found
}

const optionsLifeMs = 10 * 60_000

/** Cached in the shape that a driver has parsed. */
const optionsOf = ({ cache }: OfframpDeps, provider: SaleProvider): Promise<SaleOptions> =>
  cacheWithFailures(
    cache,
    `offramp options ${provider.id}`,
    optionsLifeMs,
    (kept) => kept as SaleOptions,
    () => provider.options(),
  )

/** Returns what each provider buys. Throws NOT_ENABLED, and SERVICE_UNREACHABLE when none of them responds. */
export async function offrampOptions(
  deps: OfframpDeps,
  { projectId }: EndpointRequest<'offrampOptions'>,
): Promise<EndpointResponse<'offrampOptions'>> {
  const asked = providersFor(deps, projectId)
  const answers = await Promise.allSettled(asked.map((provider) => optionsOf(deps, provider)))
  const providers = asked.flatMap(({ id, name }, index) => {
    const answer = answers[index]
    return answer?.status === 'fulfilled' ? [{ id, name, ...answer.value }] : []
  })
  if (providers.length === 0) throw new AppError('SERVICE_UNREACHABLE')
  return { providers }
}

const orderOf = ({ sellCurrency, network, amount, payoutCurrency }: SaleOrder): SaleOrder => ({
  sellCurrency,
  network,
  amount,
  payoutCurrency,
})

/** Throws NOT_ENABLED and as drivers do. */
export const offrampQuote = async (
  deps: OfframpDeps,
  { projectId, provider: id, ...order }: EndpointRequest<'offrampQuote'>,
): Promise<EndpointResponse<'offrampQuote'>> => {
  const provider = providerFor(deps, projectId, id)
  return provider.quote(orderOf(order), await optionsOf(deps, provider))
}

/** Throws NOT_ENABLED, PURCHASE_UNSUPPORTED, ADDRESS_INVALID, CHAIN_NOT_SUPPORTED, and as drivers do: also for an amount outside the limits. */
export async function startOfframp(
  deps: OfframpDeps,
  input: EndpointRequest<'startOfframp'>,
  { ipAddress }: { ipAddress: string },
): Promise<EndpointResponse<'startOfframp'>> {
  const { projectId } = input
  const provider = providerFor(deps, projectId, input.provider)
  const order = orderOf(input)
  const options = await optionsOf(deps, provider)
  const currency = options.sellCurrencies.find(({ id }) => id === order.sellCurrency)
  const sold = currency?.networks.find(({ name }) => name === order.network)
  const chainId = sold === undefined ? null : onrampNetworkId(sold)
  if (currency === undefined || sold === undefined || chainId === null) throw new AppError('PURCHASE_UNSUPPORTED')
  const address = parseRecipient(chainId, input.address)
  await provider.quote(order, options)
  const saleId = randomUUID()
  const { url, reference } = await provider.session({ ...order, sessionId: saleId, address, ipAddress }, options)
  const sale = {
    saleId,
    projectId,
    provider: provider.id,
    reference,
    chainId,
    contract: sold.contract_address === '' ? null : sold.contract_address,
    symbol: currency.symbol,
    network: order.network,
    amount: order.amount,
    createdAt: deps.clock.now(),
  }
  const isNew = await deps.database.transaction('api', (sql) => insertSale(sql, sale))
  if (!isNew) throw new AppError('SERVICE_UNREACHABLE', { cause: new Error('the reference is of another sale') })
  return { sessionId: saleId, url }
}

/** More decimals than any listed token has. */
const scale = 36
/** The longest time to send after the address was named, whatever a provider reports: the modal remembers a possible transfer this long. */
const maxSendSeconds = 60 * 60

/** In these states, nothing more is requested from the user. */
const over: readonly SaleState[] = ['processing', 'declined', 'expired']

const isSameName = (said: string | null, kept: string | null): boolean =>
  said !== null && said.toLowerCase() === kept?.toLowerCase()
/** Whether a provider that names what it waits for names what the sale is of. */
const isSold = ({ symbol, network }: Sale, sold: (SaleReport & { state: 'send' })['sold']): boolean =>
  sold === null || (isSameName(sold.network, network) && sold.symbols.every((said) => isSameName(said, symbol)))

/** What a sale is after a report. What is paid stays so; the address that was named first, and its time, stay too. */
function applyReport(sale: Sale, report: SaleReport, now: Date): Sale {
  const isEarlier = report.state === 'waiting' || report.state === 'send'
  if (sale.state === 'paid' || (isEarlier && over.includes(sale.state))) return sale
  // A late report: the address was named already.
  if (report.state === 'waiting' && sale.state === 'send') return sale
  if (report.state !== 'send') return { ...sale, state: report.state }
  let address: string
  try {
    address = parseRecipient(sale.chainId, report.address)
  } catch {
    return { ...sale, state: 'send', isChanged: true }
  }
  const isExact = parseAmount(report.amount, scale) === parseAmount(sale.amount, scale)
  const isSame = sale.deposit === null || sale.deposit.address === address
  const last = secondsLater(now, maxSendSeconds)
  const expiresAt = report.expiresAt !== null && report.expiresAt < last ? report.expiresAt : last
  return {
    ...sale,
    state: 'send',
    deposit: sale.deposit ?? { address, expiresAt },
    isChanged: sale.isChanged || !isExact || !isSame || !isSold(sale, report.sold),
  }
}

/** Returns whether there is such a sale. */
async function noteReport(
  sql: Sql,
  of: Pick<Sale, 'provider' | 'reference'>,
  report: SaleReport,
  now: Date,
): Promise<boolean> {
  const sale = await lockSale(sql, of)
  if (sale !== null) await updateSale(sql, applyReport(sale, report, now))
  return sale !== null
}

/** How long a provider's report is cached. Pages poll every five seconds, and once more before they send. */
const reportLifeMs = 2_000

/**
 * Returns the state of a sale. An unreachable provider changes nothing. Throws NOT_ENABLED, and PURCHASE_NOT_FOUND, also for another
 * project's sale.
 */
export async function offrampSession(
  deps: OfframpDeps,
  { projectId, sessionId }: EndpointRequest<'offrampSession'>,
): Promise<EndpointResponse<'offrampSession'>> {
  const { database, clock, cache, log } = deps
  const providers = providersFor(deps, projectId)
  const find = () => database.transaction('api', (sql) => findSale(sql, { saleId: sessionId, projectId }))
  const kept = await find()
  if (kept === null) throw new AppError('PURCHASE_NOT_FOUND')
  if (kept.state !== 'paid')
    await cacheWithFailures(cache, `sale ${kept.saleId}`, reportLifeMs, String, async () => {
      const provider = providers.find(({ id }) => id === kept.provider)
      if (provider === undefined) throw new AppError('NOT_ENABLED')
      const report = await provider.status(kept.reference)
      await database.transaction('api', (sql) => noteReport(sql, kept, report, clock.now()))
      return kept.saleId
    }).catch((cause: unknown) =>
      log({
        level: 'warn',
        event: 'sale status unknown',
        authority: 'api',
        operation: kept.provider,
        cause: describeCause(cause),
      }),
    )
  return viewOf((await find()) ?? kept, clock.now())
}

function viewOf(
  { state, deposit, isChanged, chainId, contract, amount }: Sale,
  now: Date,
): EndpointResponse<'offrampSession'> {
  if (isChanged && (state === 'send' || state === 'waiting')) return { state: 'changed' }
  if (state !== 'send' || deposit === null) return { state: state === 'send' ? 'waiting' : state }
  if (deposit.expiresAt <= now) return { state: 'expired' }
  const { address, expiresAt } = deposit
  return { state, deposit: { chainId, contract, address, amount, expiresAt: expiresAt.getTime() } }
}

/** Longer than a signature is valid, and than providers repeat an event. */
const eventLifeSeconds = 4 * 24 * 60 * 60

/**
 * Records a provider's webhook. Throws NOT_ENABLED for one that is not configured, WEBHOOK_INVALID, WEBHOOK_REPLAYED, PURCHASE_NOT_FOUND.
 */
export async function receiveSaleWebhook(
  { saleProviders, database }: OfframpDeps,
  providerId: string,
  webhook: Webhook,
): Promise<void> {
  const provider = saleProviders.find(({ id }) => id === providerId)
  if (provider === undefined) throw new AppError('NOT_ENABLED')
  const { eventId, reference, report } = provider.verifyWebhook(webhook)
  await database.transaction('api', async (sql) => {
    const expiresAt = secondsLater(webhook.now, eventLifeSeconds)
    if (!(await spendOnce(sql, `sale webhook ${providerId}`, eventId, expiresAt)))
      throw new AppError('WEBHOOK_REPLAYED')
    if (!(await noteReport(sql, { provider: providerId, reference }, report, webhook.now)))
      throw new AppError('PURCHASE_NOT_FOUND')
  })
}
