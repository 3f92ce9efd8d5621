import type { Network } from '@latchkey/chains'
import { networkImages, tokenImages } from '@latchkey/directory/data'
import type { Holding } from './holding.ts'

/** A symbol proves nothing: whoever makes a token may call it USDC. Only what is listed has a picture. */
export function iconOf(
  { isListed, logoUri, symbol }: Pick<Holding, 'isListed' | 'logoUri' | 'symbol'>,
  publicUrl: string,
): string {
  if (!isListed) return ''
  if (logoUri !== undefined) return logoUri
  return Object.hasOwn(tokenImages, symbol.toUpperCase())
    ? `${publicUrl}/public/getTokenImage/${encodeURIComponent(symbol)}`
    : ''
}

/** Of a coin that has no picture of its own. */
export const networkIcon = ({ assets: { imageId = '' } }: Network, publicUrl: string): string =>
  Object.hasOwn(networkImages, imageId) ? `${publicUrl}/public/getAssetImage/${imageId}` : ''
