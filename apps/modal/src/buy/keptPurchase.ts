import { onrampSession, startOnramp } from '@latchkey/api-client'
import { parseJson } from '@latchkey/protocol/parseJson'
import { cleanText } from '../connectors/cleanText.ts'
import type { NetworkId } from '../Modal.ts'
import type { ModalStorage } from '../storage.ts'
import { isNetworkId } from '../storedConnections.ts'
import { readPurchases, writePurchases } from '../storedPurchases.ts'

/** What is bought, from which provider, for which account. */
export type PurchaseFacts = {
  readonly provider: string
  readonly symbol: string
  /** Expected, in whole tokens; once it has arrived, what has. */
  readonly amount: string | null
  readonly chainId: NetworkId
  readonly address: string
}

/** A purchase that a page remembers over a reload: one for each account. */
type KeptPurchase = PurchaseFacts & { readonly sessionId: string; readonly url: string }

/** The longest name of a provider or token, in characters; longer ones are cut. */
const maxName = 128

const formatKept = ({ sessionId, url, provider, symbol, amount, chainId, address }: KeptPurchase): string =>
  JSON.stringify({ sessionId, url, provider, symbol, amount, chainId, address })

/** Reads what `formatKept` wrote, by the rows of the api that it came from; null for anything else. */
export const parseKept = (text: string | undefined): KeptPurchase | null => {
  const value = text === undefined ? null : parseJson(text)
  const page = startOnramp.response.safeParse(value)
  if (!page.success) return null
  const { amount, chainId, address, ...names } = value as Record<string, unknown>
  const [provider, symbol] = [cleanText(names.provider, maxName), cleanText(names.symbol, maxName)]
  const facts = onrampSession.response.safeParse({ state: 'waiting', amount: amount ?? undefined })
  const recipient = startOnramp.request.shape.address.safeParse(address)
  if (provider === null || symbol === null || !facts.success || !recipient.success || !isNetworkId(chainId)) return null
  return { ...page.data, provider, symbol, amount: facts.data.amount ?? null, chainId, address: recipient.data }
}

/** Keeps the purchase of its account, instead of the one before. */
export const keepPurchase = (storage: ModalStorage, purchase: KeptPurchase): void => {
  const { [purchase.address]: _, ...others } = readPurchases(storage)
  writePurchases(storage, { ...others, [purchase.address]: formatKept(purchase) })
}

/** The purchase of this account; null where it has none, or what is kept is not one of it. */
export const readKeptPurchase = (storage: ModalStorage, address: string): KeptPurchase | null => {
  const kept = parseKept(readPurchases(storage)[address])
  return kept?.address === address ? kept : null
}

export const forgetPurchase = (storage: ModalStorage, address: string): void => {
  const { [address]: _, ...others } = readPurchases(storage)
  writePurchases(storage, others)
}
