import { textToHex } from './textToHex.ts'

const isAddress = (text: unknown): text is string => typeof text === 'string' && /^0x[0-9a-fA-F]{40}$/.test(text)
const isHexBytes = (text: string): boolean => /^0x(?:[0-9a-fA-F]{2})*$/.test(text)

/**
 * Returns the parameters of `personal_sign` in the standard's order, `[message, address]`: many dapps reverse them, or send the message as
 * text. Two addresses are taken in the standard order.
 */
export const orderPersonalSign = (params: unknown): unknown => {
  if (!Array.isArray(params)) return params
  const [first, second, ...rest] = params as unknown[]
  const [message, address] = isAddress(first) && !isAddress(second) ? [second, first] : [first, second]
  return [typeof message === 'string' && !isHexBytes(message) ? textToHex(message) : message, address, ...rest]
}
