import type { Network } from '@latchkey/chains'
import { networkImages, tokenImages } from '@latchkey/directory/data'
import type { Holding } from './holding.ts'

/** Returns a listed token's icon. A symbol proves nothing: anyone can name a token USDC. */
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

/** The icon of a coin without its own. */
export const networkIcon = ({ assets: { imageId = '' } }: Network, publicUrl: string): string =>
  Object.hasOwn(networkImages, imageId) ? `${publicUrl}/public/getAssetImage/${imageId}` : ''
