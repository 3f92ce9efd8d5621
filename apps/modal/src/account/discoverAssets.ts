import type { TokenBalance } from '@latchkey/api-client'
import { type CaipNetworkId, formatAmount } from '@latchkey/chains'
import { rpcMethods } from '@latchkey/protocol/rpcMethods'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'

type Ask = (args: RequestArguments) => Promise<unknown>
type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 64 ? value : undefined
const isDecimals = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

/** By chain (EIP-5792). Empty when a lookup fails or its response is invalid (specification section 8). */
const readCapabilities = async (ask: Ask, address: string, chain: string): Promise<Readonly<Record<string, Json>>> => {
  const answer = await ask({ method: 'wallet_getCapabilities', params: [address, [chain]] }).catch(() => ({}))
  return rpcMethods.wallet_getCapabilities.result.safeParse(answer).data ?? {}
}

/** The capability of ERC-7811, for this chain or for all (`0x0`). */
const reportsAssets = (capabilities: Readonly<Record<string, Json>>, chain: string): boolean =>
  [capabilities[chain], capabilities['0x0']].some(
    (own) => isJson(own?.assetDiscovery) && own.assetDiscovery.supported === true,
  )

/**
 * Returns the account's tokens that the wallet itself lists on an eip155 chain (ERC-7811): only where its capabilities report support, and
 * only well-formed entries; else nothing (specification section 5). Never rejects. Without prices: a wallet's aren't requested.
 */
export async function discoverAssets(
  ask: Ask,
  address: string,
  chainId: CaipNetworkId,
): Promise<readonly TokenBalance[]> {
  const chain = `0x${Number(chainId.replace('eip155:', '')).toString(16)}`
  try {
    if (!reportsAssets(await readCapabilities(ask, address, chain), chain)) return []
    const answer = await ask({ method: 'wallet_getAssets', params: [{ account: address, chainFilter: [chain] }] })
    const parsed = rpcMethods.wallet_getAssets.result.safeParse(answer)
    if (!parsed.success) return []
    return (parsed.data[chain] ?? []).flatMap(({ address: token, balance, type, metadata = {} }) => {
      const { name, symbol, decimals } = metadata
      const shown = text(symbol)
      if (type !== 'erc20' || token === 'native' || shown === undefined || !isDecimals(decimals)) return []
      const numeric = formatAmount(BigInt(balance), decimals)
      return {
        name: text(name) ?? shown,
        symbol: shown,
        chainId,
        address: `${chainId}:${token}`,
        price: 0,
        quantity: { decimals: String(decimals), numeric },
        iconUrl: '',
      }
    })
  } catch {
    return []
  }
}
