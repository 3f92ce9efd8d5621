import type { TokenBalance } from '@latchkey/api-client'
import { formatUnits, parseUnits } from 'viem'
import { findKnown } from '../../../chain/networkOf.ts'
import type { HeldToken, Holdings, NetworkHoldings } from './Holdings.ts'

/** Sums several accounts' holdings, by network and token. Omits tokens of zero decimals as low quality (specification section 5). */
export const sumHoldings = (balances: readonly TokenBalance[]): Pick<Holdings, 'total' | 'networks'> => {
  const networks = new Map<string, Map<string, HeldToken>>()
  for (const balance of balances) {
    const { address, chainId, quantity } = balance
    if (Number(quantity.numeric) <= 0 || (address !== undefined && Number(quantity.decimals) === 0)) continue
    const tokens = networks.get(chainId) ?? new Map<string, HeldToken>()
    networks.set(chainId, tokens)
    const id = address ?? chainId
    const key = chainId.startsWith('eip155:') ? id.toLowerCase() : id
    const former = tokens.get(key)
    tokens.set(key, {
      id,
      name: oneLine(balance.name) || oneLine(balance.symbol) || '?',
      symbol: oneLine(balance.symbol) || '?',
      amount: add(former?.amount ?? '0', quantity),
      worth: sum([former?.worth ?? null, worthOf(balance)]),
      iconUrl: former?.iconUrl || balance.iconUrl,
    })
  }
  const held = [...networks].map(([caipNetworkId, tokens]): NetworkHoldings => {
    const sorted = [...tokens.values()].sort(byWorth)
    const name = findKnown(caipNetworkId)?.name ?? caipNetworkId
    return { caipNetworkId, name, worth: sum(sorted.map(({ worth }) => worth)), tokens: sorted }
  })
  const total = held.length === 0 ? 0 : sum(held.map(({ worth }) => worth))
  return { total, networks: held.sort(byWorth) }
}

const worthOf = ({ value, price, quantity }: TokenBalance): number | null =>
  value ?? (price > 0 ? price * Number(quantity.numeric) : null)

const sum = (worths: readonly (number | null)[]): number | null => {
  const known = worths.filter((worth) => worth !== null)
  return known.length === 0 ? null : known.reduce((all, worth) => all + worth, 0)
}

const byWorth = (one: { worth: number | null }, other: { worth: number | null }): number =>
  (other.worth ?? 0) - (one.worth ?? 0)

const add = (amount: string, { decimals, numeric }: TokenBalance['quantity']): string => {
  const places = Number(decimals)
  return formatUnits(parseUnits(amount, places) + parseUnits(numeric, places), places)
}

/** Shortens a name that a token's maker chose to one line without invisible characters. */
const oneLine = (text: string): string =>
  text
    .slice(0, 512)
    .replace(/[\p{C}\p{Z}\p{DI}]+/gu, ' ')
    .trim()
    .slice(0, 64)
