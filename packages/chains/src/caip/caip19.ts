import { AppError } from '@latchkey/protocol/errors'
import { type Caip2, type CaipNetworkId, parseCaip2 } from './caip2.ts'

/** A CAIP-19 asset: `eip155:1/erc20:0xab…`, and with a token id `eip155:1/erc721:0xab…/7`. */
export type CaipAsset = `${CaipNetworkId}/${string}:${string}`

/** The parts of a CAIP-19 asset id, such as `eip155:1/erc20:0x…`. `tokenId` identifies one item of a collection. */
export type Caip19 = Caip2 & {
  caipNetworkId: CaipNetworkId
  /** `slip44`, `erc20`, `erc721`, `token`, … */
  assetNamespace: string
  assetReference: string
  tokenId?: string
}

const shape = /^([^/]+)\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

/** Parses a CAIP-19 asset. Throws CHAIN_ID_INVALID for its chain and INVALID_PARAMS for the rest. */
export function parseCaip19(input: unknown): Caip19 {
  const [, chainId, assetNamespace, assetReference, tokenId] = (typeof input === 'string' && shape.exec(input)) || []
  if (assetNamespace === undefined || assetReference === undefined)
    throw new AppError('INVALID_PARAMS', { details: { field: 'asset' } })
  const chain = parseCaip2(chainId)
  return {
    ...chain,
    caipNetworkId: `${chain.namespace}:${chain.reference}`,
    assetNamespace,
    assetReference,
    ...(tokenId === undefined ? {} : { tokenId }),
  }
}

/** Formats and checks the parts of a CAIP-19 asset. Throws like `parseCaip19`. */
export function formatCaip19(asset: Omit<Caip19, keyof Caip2>): CaipAsset {
  const { caipNetworkId, assetNamespace, assetReference, tokenId } = asset
  const text: CaipAsset = `${caipNetworkId}/${assetNamespace}:${assetReference}${tokenId === undefined ? '' : `/${tokenId}`}`
  parseCaip19(text)
  return text
}
