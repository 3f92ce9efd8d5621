import type { BackendSettings } from '@latchkey/combined'
import { localTokens } from '../tokens/localContracts.ts'

/** Authorizes the api at the local providers, and signs their reports. Public: they sell worthless tokens. */
export const localMoneySecret = 'local-money-webhook-secret'

/** The local providers' names, currencies, and fees in percent. */
export const localRamps = {
  'local-pay': { name: 'Local Pay', feePercent: 1 },
  'local-bank': { name: 'Local Bank', feePercent: 3 },
} as const
export type LocalRampId = keyof typeof localRamps
export const localRampIds = Object.keys(localRamps) as LocalRampId[]

export type SoldToken = { id: string; name: string; decimals: number; usd: number; address: string | null }
/** The tokens that they sell on both local chains. */
export const soldTokens: readonly SoldToken[] = [
  { id: 'USDC', name: 'USD Coin', decimals: 6, usd: 1, address: localTokens.usdc.address },
  { id: 'ETH', name: 'Ether', decimals: 18, usd: 2_000, address: null },
]

/** Returns an operator's ONRAMP setting. @param url where the local providers are */
export const localOnramp = (url: string): NonNullable<BackendSettings['onramp']> =>
  localRampIds.map((id) => ({
    driver: 'open',
    id,
    name: localRamps[id].name,
    url: `${url}/${id}`,
    secret: localMoneySecret,
  }))

/** The name of the local provider that buys tokens, and its fee in percent. */
export const localSaleProvider = { id: 'local-cash', name: 'Local Cash', feePercent: 2 } as const

/** Returns an operator's OFFRAMP setting. @param url where the local providers are */
export const localOfframp = (url: string): NonNullable<BackendSettings['offramp']> => [
  {
    driver: 'open',
    id: localSaleProvider.id,
    name: localSaleProvider.name,
    url: `${url}/${localSaleProvider.id}`,
    secret: localMoneySecret,
  },
]

/** The exchange that the local stack emulates. */
export const localPayExchange = { id: 'local-exchange', name: 'Local Exchange' } as const

/** Returns an operator's PAY_EXCHANGES setting. @param url where the local providers are */
export const localPayExchanges = (url: string): NonNullable<BackendSettings['payExchanges']> => [
  { driver: 'open', ...localPayExchange, url: `${url}/${localPayExchange.id}`, secret: localMoneySecret },
]
