import type { RequestArguments } from '../Eip1193Provider.ts'

/** A provider as a wallet puts it into the page (EIP-1193): nothing that it says or does is believed. */
export type ForeignProvider = {
  request(args: RequestArguments): unknown
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Whether it can be asked anything. Throws nothing: a getter or a proxy of the page may. */
export function isForeignProvider(value: unknown): value is ForeignProvider {
  try {
    return (
      ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
      'request' in value &&
      typeof value.request === 'function'
    )
  } catch {
    return false
  }
}
