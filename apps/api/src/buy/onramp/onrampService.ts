import { randomUUID } from 'node:crypto'
import { type EndpointRequest, type EndpointResponse, onrampNetworkId } from '@latchkey/api-client'
import { formatAmount, parseAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '@latchkey/service-kit/clock'
import { hasFeature, type Projects } from '@latchkey/service-kit/projects/projects'
import { spendOnce } from '@latchkey/service-kit/proof/spentProofs'
import { noteReport } from '../purchaseStore.ts'
import { isExchange, openPurchase, type PurchaseDeps, parseRecipient, readPurchase } from '../purchases.ts'
import type { RampOptions, RampOrder, RampProvider, RampWishes, Webhook } from './RampProvider.ts'

export type OnrampDeps = PurchaseDeps & {
  projects: Projects
  /** In the operator's order. */
  rampProviders: readonly RampProvider[]
}

type Caller = { ipAddress: string }

/** Throws PROJECT_UNKNOWN, and NOT_ENABLED for a project that has turned buying off, or without any provider. */
const providersFor = ({ projects, rampProviders }: OnrampDeps, projectId: string): readonly RampProvider[] => {
  if (!hasFeature(projects.find(projectId), 'onramp') || rampProviders.length === 0) throw new AppError('NOT_ENABLED')
  return rampProviders
}

const providerFor = (deps: OnrampDeps, projectId: string, id: string | undefined): RampProvider => {
  const providers = providersFor(deps, projectId)
  const found = id === undefined ? providers[0] : providers.find((provider) => provider.id === id)
  if (found === undefined) throw new AppError('NOT_ENABLED')
  return found
}

const optionsLifeMs = 10 * 60_000

/** Providers' options rarely change. They are cached in the shape that a driver has parsed. */
const optionsOf = ({ cache }: OnrampDeps, provider: RampProvider): Promise<RampOptions> =>
  cache.once(
    `onramp options ${provider.id}`,
    optionsLifeMs,
    (kept) => kept as RampOptions,
    () => provider.options(),
  )

/** Merges options by id. Where two providers have limits, the wider ones apply. */
function mergeOptions(all: readonly RampOptions[]): RampOptions {
  const payment = new Map<string, RampOptions['paymentCurrencies'][number]>()
  const purchase = new Map<string, RampOptions['purchaseCurrencies'][number]>()
  for (const { paymentCurrencies, purchaseCurrencies } of all) {
    for (const currency of paymentCurrencies) {
      const limits = new Map(payment.get(currency.id)?.payment_method_limits.map((limit) => [limit.id, limit]))
      for (const { id, min, max } of currency.payment_method_limits) {
        const known = limits.get(id)
        limits.set(id, {
          id,
          min: known === undefined || Number(min) < Number(known.min) ? min : known.min,
          max: known === undefined || Number(max) > Number(known.max) ? max : known.max,
        })
      }
      payment.set(currency.id, { id: currency.id, payment_method_limits: [...limits.values()] })
    }
    for (const currency of purchaseCurrencies) {
      const networks = new Map(currency.networks.map((network) => [network.name, network]))
      for (const network of purchase.get(currency.id)?.networks ?? []) networks.set(network.name, network)
      purchase.set(currency.id, { ...currency, networks: [...networks.values()] })
    }
  }
  return { paymentCurrencies: [...payment.values()], purchaseCurrencies: [...purchase.values()] }
}

/** Returns what all providers sell, together. Throws NOT_ENABLED, and SERVICE_UNREACHABLE when none of them responds. */
export async function onrampOptions(
  deps: OnrampDeps,
  { projectId }: EndpointRequest<'onrampOptions'>,
): Promise<EndpointResponse<'onrampOptions'>> {
  const asked = providersFor(deps, projectId)
  const answers = await Promise.allSettled(asked.map((provider) => optionsOf(deps, provider)))
  const found = asked.flatMap((provider, index) => {
    const answer = answers[index]
    return answer?.status === 'fulfilled' ? [{ provider, options: answer.value }] : []
  })
  if (found.length === 0) throw new AppError('SERVICE_UNREACHABLE')
  return {
    providers: found.map(({ provider: { id, name } }) => ({ id, name })),
    ...mergeOptions(found.map(({ options }) => options)),
  }
}

/** Throws NOT_ENABLED and as drivers do. */
export const onrampQuote = async (
  deps: OnrampDeps,
  { projectId, provider, purchaseCurrency, paymentCurrency, amount, network }: EndpointRequest<'onrampQuote'>,
): Promise<EndpointResponse<'onrampQuote'>> =>
  providerFor(deps, projectId, provider).quote({ purchaseCurrency, paymentCurrency, amount, network })

/** Returns the least that a provider may send for a quote. */
const minimumOf = (quoted: string, { tolerancePercent }: RampProvider): string => {
  const [, integer = '0', fraction = ''] = /^(\d{1,30})(?:\.(\d{1,18}))?/.exec(quoted) ?? []
  return formatAmount((parseAmount(`${integer}.${fraction || '0'}`, 18) * BigInt(100 - tolerancePercent)) / 100n, 18)
}

async function open(
  deps: OnrampDeps,
  provider: RampProvider,
  input: Omit<EndpointRequest<'startOnramp'>, 'provider'>,
  ipAddress: string,
  wishes: RampWishes = {},
) {
  const { projectId, purchaseCurrency, paymentCurrency, amount, network } = input
  const { purchaseCurrencies } = await optionsOf(deps, provider)
  const sold = purchaseCurrencies
    .find(({ id }) => id === purchaseCurrency)
    ?.networks.find(({ name }) => name === network)
  const chainId = sold === undefined ? null : onrampNetworkId(sold)
  if (sold === undefined || chainId === null) throw new AppError('PURCHASE_UNSUPPORTED')
  const address = parseRecipient(chainId, input.address)
  const order: RampOrder = { purchaseCurrency, paymentCurrency, amount, network }
  const { purchaseAmount } = await provider.quote(order)
  const purchaseId = randomUUID()
  const { url } = await openPurchase(
    deps,
    {
      purchaseId,
      projectId,
      provider: provider.id,
      chainId,
      address,
      contract: sold.contract_address === '' ? null : sold.contract_address,
      minimum: minimumOf(purchaseAmount.amount, provider),
    },
    () => provider.session({ ...wishes, ...order, sessionId: purchaseId, address, ipAddress }),
  )
  return { sessionId: purchaseId, url }
}

/** Throws NOT_ENABLED, PURCHASE_UNSUPPORTED, ADDRESS_INVALID, AMOUNT_OUT_OF_RANGE, CHAIN_UNREACHABLE, SERVICE_UNREACHABLE. */
export const startOnramp = (
  deps: OnrampDeps,
  { provider, ...input }: EndpointRequest<'startOnramp'>,
  { ipAddress }: Caller,
): Promise<EndpointResponse<'startOnramp'>> =>
  open(deps, providerFor(deps, input.projectId, provider), input, ipAddress)

/** The amount for a page that names none. */
const usualAmount = 50

/** Returns the amount without an exponent, as the rows take it. Throws AMOUNT_OUT_OF_RANGE for one of more than 15 digits. */
function decimalText(amount: number): string {
  if (amount >= 1e15) throw new AppError('AMOUNT_OUT_OF_RANGE')
  return amount.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 18 })
}

/**
 * Returns the amount of money, in whole units and rounded up to hundredths, that buys `wanted` whole tokens. Uses two quotes: fees have a
 * fixed part and a share, so the result is linear. Throws AMOUNT_OUT_OF_RANGE and as `quote` does.
 */
async function priceOf(provider: RampProvider, order: Omit<RampOrder, 'amount'>, wanted: string): Promise<string> {
  const target = parseAmount(wanted, 18)
  const cent = 10n ** 16n
  const toAmount = (money: bigint): string => formatAmount(((money + cent - 1n) / cent) * cent, 18)
  const buys = async (amount: string): Promise<bigint> =>
    parseAmount((await provider.quote({ ...order, amount })).purchaseAmount.amount, 18)
  const first = toAmount(parseAmount(String(usualAmount), 18))
  const [money, bought] = [parseAmount(first, 18), await buys(first)]
  if (target === 0n || bought === 0n) throw new AppError('AMOUNT_OUT_OF_RANGE')
  if (target === bought) return first
  const second = toAmount((money * target) / bought)
  const [nextMoney, nextBought] = [parseAmount(second, 18), await buys(second)]
  if (nextBought === bought) return second
  const exact = money + ((target - bought) * (nextMoney - money)) / (nextBought - bought)
  if (exact <= 0n) throw new AppError('AMOUNT_OUT_OF_RANGE')
  return toAmount(exact)
}

/** Picks the token and the address: on the default network if one of the addresses fits it, and never without an address. */
function destinationOf(
  { purchaseCurrencies }: RampOptions,
  { destinationWallets, defaultNetwork }: EndpointRequest<'onrampUrl'>,
) {
  const choices = destinationWallets.flatMap(({ address, blockchains, assets }) =>
    purchaseCurrencies
      .filter(({ id, symbol }) => assets === undefined || assets.includes(id) || assets.includes(symbol))
      .flatMap(({ id, networks }) =>
        networks
          .filter(({ name }) => blockchains === undefined || blockchains.includes(name))
          .map(({ name }) => ({ address, purchaseCurrency: id, network: name })),
      ),
  )
  return choices.find(({ network }) => network === defaultNetwork) ?? choices[0]
}

/**
 * As `startOnramp`, for clients that know only one call: uses the first provider. `presetFiatAmount` is ignored beside
 * `presetCryptoAmount`.
 */
export async function onrampUrl(
  deps: OnrampDeps,
  input: EndpointRequest<'onrampUrl'>,
  { ipAddress }: Caller,
): Promise<EndpointResponse<'onrampUrl'>> {
  const { projectId, presetCryptoAmount, presetFiatAmount, partnerUserId, defaultExperience } = input
  const provider = providerFor(deps, projectId, undefined)
  const options = await optionsOf(deps, provider)
  const destination = destinationOf(options, input)
  const payment = options.paymentCurrencies.find(({ id }) => id === 'USD') ?? options.paymentCurrencies[0]
  if (destination === undefined || payment === undefined) throw new AppError('PURCHASE_UNSUPPORTED')
  const { address, ...bought } = destination
  const order = { ...bought, paymentCurrency: payment.id }
  const amount =
    presetCryptoAmount === undefined
      ? decimalText(presetFiatAmount ?? usualAmount)
      : await priceOf(provider, order, decimalText(presetCryptoAmount))
  const { url } = await open(deps, provider, { projectId, ...order, amount, address }, ipAddress, {
    ...(partnerUserId !== undefined && { partnerUserId }),
    ...(defaultExperience !== undefined && { defaultExperience }),
  })
  return { url }
}

/** Throws NOT_ENABLED, PURCHASE_NOT_FOUND. */
export async function onrampSession(
  deps: OnrampDeps,
  { projectId, sessionId }: EndpointRequest<'onrampSession'>,
): Promise<EndpointResponse<'onrampSession'>> {
  const providers = providersFor(deps, projectId)
  const purchase = await readPurchase(
    deps,
    { purchaseId: sessionId, projectId },
    {
      isFrom: (id) => !isExchange(id),
      ask: async (kept) => {
        const provider = providers.find(({ id }) => id === kept.provider)
        if (provider === undefined) throw new AppError('NOT_ENABLED')
        return provider.status(kept.reference)
      },
    },
  )
  const { state, arrivedAmount, txHash, short, isChainAway } = purchase
  return {
    // `sent` is only the provider's claim.
    state: state === 'sent' ? 'processing' : state,
    ...(arrivedAmount !== null && { amount: arrivedAmount }),
    ...(short !== null && { short }),
    ...(isChainAway && { isChainAway }),
    ...(txHash !== null && { txHash }),
  }
}

/** Longer than a signature is valid, and than providers repeat an event. */
const eventLifeSeconds = 4 * 24 * 60 * 60

/**
 * Records a provider's webhook. Throws NOT_ENABLED for one that is not configured, WEBHOOK_INVALID, WEBHOOK_REPLAYED, PURCHASE_NOT_FOUND.
 */
export async function receiveRampWebhook(
  { rampProviders, database }: OnrampDeps,
  providerId: string,
  webhook: Webhook,
): Promise<void> {
  const provider = rampProviders.find(({ id }) => id === providerId)
  if (provider === undefined) throw new AppError('NOT_ENABLED')
  const event = provider.verifyWebhook(webhook)
  if (event === null) return
  const { eventId, reference, report } = event
  await database.transaction('api', async (sql) => {
    const isNew = await spendOnce(sql, `webhook ${providerId}`, eventId, secondsLater(webhook.now, eventLifeSeconds))
    if (!isNew) throw new AppError('WEBHOOK_REPLAYED')
    if (!(await noteReport(sql, { provider: providerId, reference }, report))) throw new AppError('PURCHASE_NOT_FOUND')
  })
}
