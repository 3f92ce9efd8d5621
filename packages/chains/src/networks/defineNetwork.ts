import { AppError } from '@latchkey/protocol/errors'
import { formatCaip2, isChainNamespace } from '../caip/caip2.ts'
import type { FeeModel, Network } from './network.ts'

/** A network as a dapp or an operator defines it. `feeModel` applies to EVM networks (default `eip1559`). */
export type NetworkInput = Omit<Network, 'caipNetworkId' | 'testnet' | 'rpcUrls' | 'assets' | 'successor'> & {
  feeModel?: FeeModel
  testnet?: boolean
  rpcUrls?: readonly string[]
  assets?: { imageId?: string; imageUrl?: string }
}

const urlShape = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?(?:\/[^\s"'<>\\]*)?$/i
// Shown next to amounts: no characters that hide, reorder or break text.
const labelShape = /^[^\p{C}\p{Zl}\p{Zp}]+$/u

/**
 * Parses a network that isn't in the registry. Removes unknown fields; the result is frozen. Throws CHAIN_ID_INVALID for its id,
 * INVALID_PARAMS (`details.field`) for the rest.
 */
export function defineNetwork(input: NetworkInput): Network {
  const { id, chainNamespace, nativeCurrency, blockExplorer, feeModel = 'eip1559', rpcUrls } = record(input, 'network')
  if (typeof chainNamespace !== 'string' || !isChainNamespace(chainNamespace)) throw new AppError('CHAIN_ID_INVALID')
  if (typeof id !== (chainNamespace === 'eip155' ? 'number' : 'string')) throw new AppError('CHAIN_ID_INVALID')
  const caipNetworkId = formatCaip2({ namespace: chainNamespace, reference: String(id) })
  const currency = record(nativeCurrency, 'nativeCurrency')
  const explorer = blockExplorer === undefined ? undefined : record(blockExplorer, 'blockExplorer')
  const { imageId, imageUrl } = record(input.assets ?? {}, 'assets')
  if (feeModel !== 'eip1559' && feeModel !== 'legacy') refuse('feeModel')
  if (rpcUrls !== undefined && !Array.isArray(rpcUrls)) refuse('rpcUrls')

  return Object.freeze({
    id,
    caipNetworkId,
    chainNamespace,
    name: label(input.name, 'name', 64),
    nativeCurrency: Object.freeze({
      name: label(currency.name, 'nativeCurrency.name', 64),
      symbol: label(currency.symbol, 'nativeCurrency.symbol', 16),
      decimals: decimals(currency.decimals),
    }),
    ...(explorer && {
      blockExplorer: Object.freeze({
        name: label(explorer.name, 'blockExplorer.name', 64),
        url: url(explorer.url, 'blockExplorer.url'),
      }),
    }),
    testnet: input.testnet === true,
    ...(input.retired === true && { retired: true }),
    ...(input.local === true && { local: true }),
    ...(chainNamespace === 'eip155' && { feeModel }),
    ...(rpcUrls && { rpcUrls: Object.freeze(rpcUrls.map((text: unknown) => url(text, 'rpcUrls'))) }),
    assets: Object.freeze({
      ...(imageId !== undefined && { imageId: label(imageId, 'assets.imageId', 64) }),
      ...(imageUrl !== undefined && { imageUrl: secureUrl(imageUrl, 'assets.imageUrl') }),
    }),
    // The namespace determines the type; TypeScript can't infer that through the spread.
  }) as Network
}

function refuse(field: string): never {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

function record(value: unknown, field: string): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : refuse(field)
}

const label = (value: unknown, field: string, maxLength: number): string =>
  typeof value === 'string' && value.length <= maxLength && value.trim() === value && labelShape.test(value)
    ? value
    : refuse(field)

const url = (value: unknown, field: string): string =>
  typeof value === 'string' && value.length <= 512 && urlShape.test(value) ? value : refuse(field)

/** Parses an https URL: an icon loads in the page itself, which may be https. */
const secureUrl = (value: unknown, field: string): string => {
  const address = url(value, field)
  return /^https:/i.test(address) ? address : refuse(field)
}

const decimals = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 36
    ? value
    : refuse('nativeCurrency.decimals')
