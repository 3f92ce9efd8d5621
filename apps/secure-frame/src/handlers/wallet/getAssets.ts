import type { TokenBalance } from '@latchkey/api-client'
import { parseAmount } from '@latchkey/chains'
import { AppError, type RpcParams, type RpcResult } from '@latchkey/protocol'
import { findKnown } from '../../chain/networkOf.ts'
import type { LocalMethod } from './LocalMethod.ts'
import { ownAddresses } from './ownAddresses.ts'

type Query = RpcParams<'wallet_getAssets'>[0]
type Asset = RpcResult<'wallet_getAssets'>[string][number]

/** Returns the holdings of one of the user's own accounts (ERC-7811), by network. UNAUTHORIZED for any other account. */
export const getAssets: LocalMethod<'wallet_getAssets'> = async (deps, { page, params: [query] }) => {
  if (!(await ownAddresses(deps, page)).has(query.account.toLowerCase())) throw new AppError('UNAUTHORIZED')
  const isWanted = filterOf(query)
  const chains = chainsOf(query)
  const [only] = chains ?? []
  const balances = await deps.balances(query.account, chains?.size === 1 ? only : undefined)
  const assets: Record<string, Asset[]> = {}
  for (const balance of balances) {
    const network = findKnown(balance.chainId)
    if (network?.chainNamespace !== 'eip155' || chains?.has(balance.chainId) === false) continue
    const chainId = `0x${network.id.toString(16)}`
    const asset = assetOf(balance)
    if (asset === null || !isWanted(chainId, asset)) continue
    assets[chainId] = [...(assets[chainId] ?? []), asset]
  }
  return assets
}

/** Returns the CAIP-2 IDs of the requested networks; null: all. */
const chainsOf = ({ chainFilter, assetFilter }: Query): Set<string> | null => {
  const wanted = chainFilter ?? (assetFilter && Object.keys(assetFilter))
  return wanted === undefined ? null : new Set(wanted.map((chain) => `eip155:${BigInt(chain)}`))
}

/** Returns the asset filter: it applies to the networks that it names, and excludes all assets of others. */
const filterOf = ({ assetFilter, assetTypeFilter }: Query) => {
  const named =
    assetFilter &&
    new Set(
      Object.entries(assetFilter).flatMap(([chain, assets]) =>
        assets.map(({ address }) => `${BigInt(chain)}:${String(address).toLowerCase()}`),
      ),
    )
  return (chainId: string, { address, type }: Asset): boolean =>
    (assetTypeFilter?.includes(type) ?? true) && (named?.has(`${BigInt(chainId)}:${address.toLowerCase()}`) ?? true)
}

/** Returns null for an amount that can't be represented exactly. */
const assetOf = ({ address, name, symbol, quantity }: TokenBalance): Asset | null => {
  const decimals = Number(quantity.decimals)
  const units = exactUnits(quantity.numeric, decimals)
  if (units === null) return null
  const common = { balance: `0x${units.toString(16)}`, metadata: { name, symbol, decimals } }
  const contract = address?.split(':').at(-1)
  return contract === undefined
    ? { address: 'native', type: 'native', ...common }
    : { address: contract, type: 'erc20', ...common }
}

const exactUnits = (text: string, decimals: number): bigint | null => {
  try {
    return parseAmount(text, decimals)
  } catch {
    return null
  }
}
