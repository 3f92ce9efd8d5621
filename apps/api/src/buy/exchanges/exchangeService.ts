/**
 * Paying from an account at an exchange. Requirements: the recipient is set here and handed over server to server; a payment belongs to the
 * project that has opened it, and its id can't be guessed; it has succeeded when the exchange has sent it **and** the chain shows at least
 * the amount. One of these is not enough: an exchange may lie, and a recipient's balance may grow by another payment. A transfer that the
 * exchange names counts once, and only when it is mined, later than the payment was opened, and pays the recipient in full.
 */
import { randomUUID } from 'node:crypto'
import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { parseAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import { hasFeature, type Projects } from '@latchkey/service-kit/projects/projects'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { decimalsOf } from '../../chain/erc20Reads.ts'
import { readContracts } from '../../chain/readContracts.ts'
import { isAtLeast, readArrival, readPaid } from '../arrival.ts'
import type { Purchase } from '../purchaseStore.ts'
import { exchangeProvider, openPurchase, type PurchaseDeps, readPurchase } from '../purchases.ts'
import type { ExchangeAsset, ExchangeReport, PayExchangeDriver } from './PayExchangeDriver.ts'
import { type PaymentTarget, readPayment } from './readPayment.ts'

export type ExchangeDeps = PurchaseDeps & {
  projects: Projects
  limiter: RateLimiter
  /** In the operator's order. */
  payExchanges: readonly PayExchangeDriver[]
}

type Call = EndpointRequest<'exchanges'>
type Params<method extends Call['method']> = Extract<Call, { method: method }>['params']
type Answer = EndpointResponse<'exchanges'>
type Caller = { ipAddress: string }

/** Answers one call. Throws as the functions below. */
export async function answerExchangeCall(
  deps: ExchangeDeps,
  projectId: string,
  call: Call,
  caller: Caller,
): Promise<Answer> {
  const { jsonrpc, id } = call
  switch (call.method) {
    case 'reown_getExchanges':
      return { jsonrpc, id, result: await listExchanges(deps, projectId, call.params) }
    case 'reown_getExchangePayUrl':
      return { jsonrpc, id, result: await openPayment(deps, projectId, call.params, caller) }
    case 'reown_getExchangeBuyStatus':
      return { jsonrpc, id, result: await paymentStatus(deps, projectId, call.params) }
  }
}

/** Throws PROJECT_UNKNOWN, and NOT_ENABLED for a project that has turned both features off. */
const exchangesFor = ({ projects, payExchanges }: ExchangeDeps, projectId: string): readonly PayExchangeDriver[] => {
  const project = projects.find(projectId)
  if (!hasFeature(project, 'fund_from_exchange') && !hasFeature(project, 'payments')) throw new AppError('NOT_ENABLED')
  return payExchanges
}

const pageSize = 10
const assetsLifeMs = 10 * 60_000

/** An exchange's assets rarely change. They are cached in the shape that a driver has parsed. */
const assetsOf = ({ cache }: ExchangeDeps, exchange: PayExchangeDriver): Promise<readonly ExchangeAsset[]> =>
  cache.once(
    `exchange assets ${exchange.id}`,
    assetsLifeMs,
    (kept) => kept as ExchangeAsset[],
    async () => [...(await exchange.assets())],
  )

/** More decimals than any amount in the contract has: amounts are compared at the same scale. */
const scale = 18
const isWithin = ({ min, max }: ExchangeAsset, amount: string): boolean => {
  const units = parseAmount(amount, scale)
  return units >= parseAmount(min, scale) && units <= parseAmount(max, scale)
}
const isSameAsset = (one: string, other: string): boolean =>
  one === other || (one.startsWith('eip155:') && one.toLowerCase() === other.toLowerCase())

/**
 * Lists the configured exchanges: with an asset, those that send it, with their limits, and with an amount too, that much of it. Throws
 * NOT_ENABLED, and SERVICE_UNREACHABLE when none of them reports its assets.
 */
async function listExchanges(
  deps: ExchangeDeps,
  projectId: string,
  { page, asset, amount, includeOnly, exclude = [] }: Params<'reown_getExchanges'>,
) {
  const wanted = exchangesFor(deps, projectId).filter(
    ({ id }) => (includeOnly === undefined || includeOnly.includes(id)) && !exclude.includes(id),
  )
  const found =
    asset === undefined ? wanted.map((exchange) => ({ exchange })) : await sending(deps, wanted, asset, amount)
  return {
    exchanges: found
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ exchange: { id, name, imageUrl }, ...limits }) => ({ id, name, imageUrl, ...limits })),
    total: found.length,
  }
}

async function sending(
  deps: ExchangeDeps,
  exchanges: readonly PayExchangeDriver[],
  asset: string,
  amount: string | undefined,
): Promise<readonly { exchange: PayExchangeDriver; limits: { min: string; max: string } }[]> {
  const answers = await Promise.allSettled(exchanges.map((exchange) => assetsOf(deps, exchange)))
  if (answers.length > 0 && answers.every(({ status }) => status === 'rejected'))
    throw new AppError('SERVICE_UNREACHABLE')
  return exchanges.flatMap((exchange, index) => {
    const answer = answers[index]
    const found = answer?.status === 'fulfilled' && answer.value.find((each) => isSameAsset(each.asset, asset))
    if (!found || (amount !== undefined && !isWithin(found, amount))) return []
    return [{ exchange, limits: { min: found.min, max: found.max } }]
  })
}

/**
 * Opens a payment at an exchange, after every check that doesn't need the exchange. Throws NOT_ENABLED for one that is not configured,
 * RATE_LIMITED, ADDRESS_INVALID, CHAIN_NOT_SUPPORTED, AMOUNT_INVALID, AMOUNT_OUT_OF_RANGE, PURCHASE_UNSUPPORTED, CHAIN_UNREACHABLE,
 * SERVICE_UNREACHABLE.
 */
async function openPayment(
  deps: ExchangeDeps,
  projectId: string,
  { exchangeId, asset, amount, recipient }: Params<'reown_getExchangePayUrl'>,
  { ipAddress }: Caller,
) {
  const exchange = exchangesFor(deps, projectId).find(({ id }) => id === exchangeId)
  if (exchange === undefined) throw new AppError('NOT_ENABLED')
  const target = readPayment(asset, recipient)
  if (parseAmount(amount, scale) === 0n) throw new AppError('AMOUNT_INVALID')
  await deps.limiter.take('exchangePayments', { ipAddress, projectId })
  const sold = (await assetsOf(deps, exchange)).find((each) => isSameAsset(each.asset, asset))
  if (sold === undefined) throw new AppError('PURCHASE_UNSUPPORTED')
  parseAmount(amount, sold.decimals)
  if (!isWithin(sold, amount))
    throw new AppError('AMOUNT_OUT_OF_RANGE', { details: { min: sold.min, max: sold.max, currency: asset } })
  await requireDecimals(deps, target, sold)
  const sessionId = randomUUID()
  const payTo = `${target.chainId}:${target.address}`
  const { url } = await openPurchase(
    deps,
    { ...target, purchaseId: sessionId, projectId, provider: exchangeProvider(exchangeId), minimum: amount },
    () => exchange.open({ sessionId, asset: sold.asset, amount, recipient: payTo, ipAddress }),
  )
  return { url, sessionId }
}

/** Throws SERVICE_UNREACHABLE for an exchange whose decimals for a token differ from the contract's: it may mean another token. */
async function requireDecimals(
  { rpcProxy }: ExchangeDeps,
  { chainId, contract }: PaymentTarget,
  { decimals }: ExchangeAsset,
): Promise<void> {
  if (contract === null || !chainId.startsWith('eip155:')) return
  const [onChain] = await readContracts(rpcProxy, chainId, [decimalsOf(contract as Address)])
  if (onChain === undefined) throw new AppError('CHAIN_UNREACHABLE')
  if (onChain !== decimals)
    throw new AppError('SERVICE_UNREACHABLE', { cause: new Error(`the token has ${onChain} decimals`) })
}

const uuid = z.uuid()

/** Returns the state of a payment of this project. An unreachable exchange or chain changes nothing. Throws NOT_ENABLED. */
async function paymentStatus(
  deps: ExchangeDeps,
  projectId: string,
  { exchangeId, sessionId }: Params<'reown_getExchangeBuyStatus'>,
): Promise<{ status: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'; txHash?: string; isChainAway?: boolean }> {
  const exchange = exchangesFor(deps, projectId).find(({ id }) => id === exchangeId)
  if (exchange === undefined || !tryParse(uuid, sessionId).success) return { status: 'UNKNOWN' }
  const payment = await readPurchase(
    deps,
    { purchaseId: sessionId, projectId },
    {
      isFrom: (provider) => provider === exchangeProvider(exchangeId),
      ask: async (kept) => confirm(deps, kept, await exchange.status(kept.reference)),
      look: async (_, told, isCounted) => (told.state === 'sent' ? readArrival(deps, told, isCounted) : null),
    },
  ).catch((thrown: unknown) => {
    if (AppError.from(thrown).name === 'PURCHASE_NOT_FOUND') return null
    throw thrown
  })
  if (payment === null) return { status: 'UNKNOWN' }
  const { state, txHash, isChainAway } = payment
  if (state === 'declined' || state === 'expired') return { status: 'FAILED' }
  if (state !== 'arrived') return { status: 'IN_PROGRESS', ...(isChainAway && { isChainAway }) }
  return { status: 'SUCCESS', ...(txHash !== null && { txHash }) }
}

/** Returns the exchange's report, without a transfer that the chain doesn't have, or that pays the recipient less than the amount. */
async function confirm(deps: ExchangeDeps, payment: Purchase, { state, txHash }: ExchangeReport) {
  if (txHash === null || !/^0x[0-9a-f]{64}$/i.test(txHash) || !payment.chainId.startsWith('eip155:'))
    return { state, txHash: null }
  // The node doesn't have it, or is unreachable: the exchange reports it again on the next query.
  const paid = await readPaid(deps, payment, txHash).catch(() => null)
  const isWhole = paid !== null && isAtLeast(paid, payment.minimum)
  return { state, txHash: isWhole ? txHash.toLowerCase() : null }
}
