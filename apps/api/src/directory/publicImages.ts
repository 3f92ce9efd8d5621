import { letterImage } from '@latchkey/directory'
import { networkImages, tokenImages } from '@latchkey/directory/data'
import { AppError } from '@latchkey/protocol/errors'
import { svgImage } from './image.ts'

const own = (images: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(images, name) ? images[name] : undefined

/** A network of the chain registry. Throws IMAGE_NOT_FOUND. */
export function assetImage(id: string): Blob {
  const svg = own(networkImages, id)
  if (svg === undefined) throw new AppError('IMAGE_NOT_FOUND')
  return svgImage(svg)
}

/** A token that has no picture here has the start of its symbol. */
export function tokenImage(symbol: string): Blob {
  const upper = symbol.toUpperCase()
  return svgImage(own(tokenImages, upper) ?? letterImage([...upper].slice(0, 4).join(''), upper))
}

/** A currency of ISO 4217 has its sign, a token its picture. Throws IMAGE_NOT_FOUND. */
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
