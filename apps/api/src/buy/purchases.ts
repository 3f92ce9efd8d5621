import { parseEvmAddress, parseSolanaAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import { describeCause, type Log } from '@latchkey/service-kit/log'
import { type ArrivalDeps, readArrival, readBlock, readHeld } from './arrival.ts'
import {
  findPurchase,
  insertPurchase,
  isTransferCounted,
  lockTransfer,
  type NewPurchase,
  noteArrival,
  noteReport,
  type Purchase,
  type PurchaseState,
} from './purchaseStore.ts'

export type PurchaseDeps = ArrivalDeps & { database: Database; clock: Clock; log: Log }

/**
 * `short`: what the named transfer has paid, in whole tokens, if less than the minimum. `isChainAway`: no node reports what has arrived.
 */
export type PurchaseView = Purchase & { short: string | null; isChainAway: boolean }

type Report = { state: PurchaseState; txHash: string | null }

/** `isFrom`: whether a purchase's provider is one of these. `look` returns what has arrived, as `readArrival` does by default. */
type PurchaseSource = {
  isFrom: (provider: string) => boolean
  ask: (purchase: Purchase) => Promise<Report>
  look?: typeof readArrival
}

const exchangePrefix = 'exchange '
/** An exchange's provider id in a purchase: no provider that sells tokens has such an id. */
export const exchangeProvider = (id: string): string => `${exchangePrefix}${id}`
export const isExchange = (provider: string): boolean => provider.startsWith(exchangePrefix)

/** How long a provider's report is cached. Pages poll every five seconds. */
const reportLifeMs = 4_000

/** Returns an address as its chain writes it. Throws ADDRESS_INVALID, and CHAIN_NOT_SUPPORTED for an unknown format. */
export const parseRecipient = (chainId: string, address: string): string => {
  if (chainId.startsWith('eip155:')) return parseEvmAddress(address)
  if (chainId.startsWith('solana:')) return parseSolanaAddress(address)
  throw new AppError('CHAIN_NOT_SUPPORTED', { details: { chainId } })
}

/**
 * Opens a purchase: reads the account's balance, requests the provider's page, and stores both. Throws as `readHeld` and `open`, and then
 * stores nothing.
 */
export async function openPurchase(
  deps: PurchaseDeps,
  purchase: Omit<NewPurchase, 'reference' | 'heldBefore' | 'blockBefore' | 'createdAt'>,
  open: () => Promise<{ url: string; reference: string }>,
): Promise<{ url: string }> {
  const [heldBefore, blockBefore] = await Promise.all([readHeld(deps, purchase), readBlock(deps, purchase.chainId)])
  const { url, reference } = await open()
  const kept = { ...purchase, reference, heldBefore, blockBefore, createdAt: deps.clock.now() }
  const isNew = await deps.database.transaction('api', (sql) => insertPurchase(sql, kept))
  if (!isNew) throw new AppError('SERVICE_UNREACHABLE', { cause: new Error('the reference is of another purchase') })
  return { url }
}

/**
 * Returns the state of a purchase: the provider's report, until the chain shows the tokens. An unreachable provider or chain changes
 * nothing. Throws PURCHASE_NOT_FOUND, also for another project's purchase.
 */
export async function readPurchase(
  deps: PurchaseDeps,
  wanted: Pick<Purchase, 'purchaseId' | 'projectId'>,
  { isFrom, ask, look = readArrival }: PurchaseSource,
): Promise<PurchaseView> {
  const { database, log } = deps
  const find = () => database.transaction('api', (sql) => findPurchase(sql, wanted))
  const kept = await find()
  if (kept === null || !isFrom(kept.provider)) throw new AppError('PURCHASE_NOT_FOUND')
  const view = { short: null, isChainAway: false }
  if (kept.state === 'arrived') return { ...kept, ...view }
  const note = (event: string) => (cause: unknown) => {
    log({ level: 'warn', event, authority: 'api', operation: kept.provider, cause: describeCause(cause) })
    return null
  }
  await deps.cache
    .once(`purchase ${kept.purchaseId}`, reportLifeMs, String, async () => {
      const report = await ask(kept).catch(note('purchase status unknown'))
      if (report !== null) await database.transaction('api', (sql) => noteReport(sql, kept, report))
      return kept.purchaseId
    })
    .catch(note('purchase status not kept'))
  const told = (await find()) ?? kept
  const isCounted = (txHash: string) => database.transaction('api', (sql) => isTransferCounted(sql, told, txHash))
  const arrival = await look(deps, told, isCounted).catch((thrown: unknown) => {
    note('arrival unknown')(thrown)
    return AppError.from(thrown)
  })
  if (arrival instanceof AppError) return { ...told, ...view, isChainAway: arrival.name === 'CHAIN_UNREACHABLE' }
  if (arrival === null) return { ...told, ...view }
  const { amount, txHash, isWhole } = arrival
  return database.transaction('api', async (sql) => {
    if (txHash !== null) {
      await lockTransfer(sql, told.chainId, txHash)
      if (await isTransferCounted(sql, told, txHash)) return { ...told, ...view }
    }
    if (!isWhole) return { ...told, ...view, short: amount }
    await noteArrival(sql, told.purchaseId, arrival)
    return { ...told, ...view, state: 'arrived', arrivedAmount: amount, txHash }
  })
}
