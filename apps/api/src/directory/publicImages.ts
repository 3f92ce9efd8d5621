import { letterImage } from '@latchkey/directory'
import { networkImages, tokenImages } from '@latchkey/directory/data'
import { AppError } from '@latchkey/protocol/errors'
import { svgImage } from './image.ts'

const own = (images: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(images, name) ? images[name] : undefined

/** Returns the icon of a network in the chain registry. Throws IMAGE_NOT_FOUND. */
export function assetImage(id: string): Blob {
  const svg = own(networkImages, id)
  if (svg === undefined) throw new AppError('IMAGE_NOT_FOUND')
  return svgImage(svg)
}

/** Returns a token's icon, or one with the start of its symbol. */
export function tokenImage(symbol: string): Blob {
  const upper = symbol.toUpperCase()
  return svgImage(own(tokenImages, upper) ?? letterImage([...upper].slice(0, 4).join(''), upper))
}

/** Returns a currency's icon: the sign of an ISO 4217 currency, or a token's icon. Throws IMAGE_NOT_FOUND. */
export function currencyImage(code: string): Blob {
  const upper = code.toUpperCase()
  if (own(tokenImages, upper) !== undefined) return tokenImage(upper)
  if (!Intl.supportedValuesOf('currency').includes(upper)) throw new AppError('IMAGE_NOT_FOUND')
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: upper,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? upper
  return svgImage(letterImage(sign, upper))
}
