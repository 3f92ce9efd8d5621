import type { RequestArguments } from '../Eip1193Provider.ts'

/** A provider as a wallet injects it into the page (EIP-1193): untrusted. */
export type ForeignProvider = {
  request(args: RequestArguments): unknown
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Whether it can be called. Throws nothing: a getter or a proxy of the page may. */
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
