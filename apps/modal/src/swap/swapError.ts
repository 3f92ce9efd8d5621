import { AppError, type ErrorName } from '@latchkey/protocol'

/** Error codes by description, case-insensitive. The first match counts. */
const meanings: readonly (readonly [RegExp, ErrorName])[] = [
  [/insufficient liquidity|no routes? found/, 'LIQUIDITY_INSUFFICIENT'],
  [/not supported for gas price/, 'CHAIN_NOT_SUPPORTED'],
  [/not supported for swaps|(?:chain|network|token) (?:is )?not supported/, 'SWAPS_UNSUPPORTED'],
  [/(?:insufficient|not enough) (?:\S{1,20} )?(?:funds|balance)/, 'INSUFFICIENT_FUNDS'],
  [/return amount is not enough|slippage/, 'PRICE_MOVED'],
]
/** No known description is longer. */
const maxRead = 200

/** Specification section 7.3: a server returns the reason of a failed swap in `reasons[0].description`. Null without one. */
const descriptionOf = (body: unknown): string | null => {
  const { reasons } = (body ?? {}) as { reasons?: unknown }
  const first: unknown = Array.isArray(reasons) ? reasons[0] : null
  const { description } = (first ?? {}) as { description?: unknown }
  return typeof description === 'string' ? description.slice(0, maxRead).toLowerCase() : null
}

/**
 * Returns the catalogue's error for a server's message about a swap: INTERNAL for an unknown one, since the message itself, which may be a
 * page or a trace, is never shown. Any other error is returned as it is.
 */
export function swapErrorOf(thrown: unknown): unknown {
  const words = descriptionOf(thrown instanceof AppError ? thrown.cause : null)
  if (words === null) return thrown
  const [, name] = meanings.find(([pattern]) => pattern.test(words)) ?? [null, 'INTERNAL' as const]
  return new AppError(name, { cause: thrown })
}
