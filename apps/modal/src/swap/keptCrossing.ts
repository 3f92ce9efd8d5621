import { convertStatus } from '@latchkey/api-client'
import { isEvmAddress } from '@latchkey/chains'
import { cleanText } from '../connectors/cleanText.ts'
import type { NetworkId } from '../Modal.ts'
import type { ModalStorage } from '../storage.ts'
import { isNetworkId } from '../storedConnections.ts'
import { readPurchases, type StoredPurchase, writePurchases } from '../storedPurchases.ts'
import { isKindOf, storePurchases } from '../storePurchases.ts'

/** A swap to another network, from when it was sent until the user is done with it. Stored beside the purchases, and ends with its account. */
export type KeptCrossing = {
  /** The account that swaps, and gets the tokens. */
  readonly address: string
  /** The transaction that swaps. */
  readonly sourceHash: string
  readonly from: NetworkId
  readonly to: NetworkId
  /** The token to receive: its contract, on `to`. */
  readonly token: string
  readonly symbol: string
  readonly decimals: number
  /** The least that arrives, in base units. */
  readonly minimum: string
  /** The exchange's name. */
  readonly provider: string | null
  /** When it was sent: milliseconds since 1970. */
  readonly atMs: number
}

/** The longest name of a token or exchange, in characters; longer ones are cut. */
const maxName = 128

const isOwn = (one: StoredPurchase, address: string): boolean => isKindOf(one, 'crossing', address)
const isIt = (one: StoredPurchase, address: string, sourceHash: string): boolean =>
  isOwn(one, address) && (one as Partial<KeptCrossing>).sourceHash === sourceHash

/** Parses a stored swap; null for anything else. */
export const parseCrossing = (value: unknown): KeptCrossing | null => {
  if (typeof value !== 'object' || value === null) return null
  const { address, sourceHash, from, to, token, minimum, decimals, atMs, ...names } = value as Record<string, unknown>
  const question = convertStatus.request.shape.txHash.safeParse(sourceHash)
  const [symbol, provider] = [cleanText(names.symbol, maxName), cleanText(names.provider, maxName)]
  if (typeof address !== 'string' || !question.success || !isNetworkId(from) || !isNetworkId(to) || symbol === null)
    return null
  if (typeof token !== 'string' || !isEvmAddress(token)) return null
  if (typeof minimum !== 'string' || !/^[1-9]\d{0,77}$/.test(minimum)) return null
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) return null
  if (typeof atMs !== 'number' || !Number.isSafeInteger(atMs)) return null
  return { address, sourceHash: question.data, from, to, token, symbol, decimals, minimum, provider, atMs }
}

/** The stored swaps of this account, the newest last. */
export const readCrossings = (storage: ModalStorage, address: string): readonly KeptCrossing[] =>
  readPurchases(storage)
    .filter((one) => isOwn(one, address))
    .flatMap((one) => parseCrossing(one) ?? [])

export const keepCrossing = (storage: ModalStorage, crossing: KeptCrossing): void =>
  storePurchases(storage, [
    ...readPurchases(storage).filter((one) => !isIt(one, crossing.address, crossing.sourceHash)),
    crossing,
  ])

export const forgetCrossing = (storage: ModalStorage, { address, sourceHash }: KeptCrossing): void =>
  writePurchases(
    storage,
    readPurchases(storage).filter((one) => !isIt(one, address, sourceHash)),
  )
