import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { ExchangeArguments } from '../Modal.ts'
import { featuresAtom } from '../remote-config/features.ts'
import { pushAtom } from '../state/route.ts'

/** Whether users can fund their account from an exchange here. */
export const isExchangeOnAtom = atom((get) => get(featuresAtom).payWithExchange)

const base = atom<ExchangeArguments>({})
/** The form's initial values; a `recipient` is the page's. */
export const exchangeArgumentsAtom = atom((get) => get(base))

/** Of an amount, in whole tokens. */
export const amountShape = /^\d{1,30}(\.\d{1,18})?$/

const shapes = {
  asset: /^[-\w]{3,8}:[-\w]{1,32}\/[-a-z0-9]{3,8}:[-.%\w]{1,128}$/,
  amount: amountShape,
  recipient: /^[-a-z0-9]{3,8}:[-\w]{1,32}:[-.%\w]{1,128}$/,
} as const satisfies Record<keyof ExchangeArguments, RegExp>

/**
 * Reads a page's arguments of `open`. Throws NOT_ENABLED for a recipient without the feature `payments`, and INVALID_PARAMS for an invalid
 * value, and for a recipient without an asset of the same network: a payment elsewhere would be lost.
 */
export const setExchangeArgumentsAtom = atom(null, (get, set, given: unknown = {}) => {
  const values = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>
  const parsed: ExchangeArguments = {}
  for (const name of ['asset', 'amount', 'recipient'] as const) {
    const value = values[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || !shapes[name].test(value))
      throw new AppError('INVALID_PARAMS', { details: { field: name } })
    parsed[name] = value
  }
  const { asset, recipient } = parsed
  if (recipient !== undefined && !get(featuresAtom).payments) throw new AppError('NOT_ENABLED')
  if (recipient !== undefined && recipient.slice(0, recipient.lastIndexOf(':')) !== asset?.split('/')[0])
    throw new AppError('INVALID_PARAMS', { details: { field: 'recipient' } })
  set(base, parsed)
})

/** Opens the form for the active account. */
export const openExchangesAtom = atom(null, (_get, set) => {
  set(base, {})
  set(pushAtom, { view: 'PayWithExchange' })
})
