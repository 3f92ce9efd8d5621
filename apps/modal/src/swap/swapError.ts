import { AppError, type ErrorName } from '@latchkey/protocol'

/** Error codes by description, case-insensitive. The first match counts. */
const meanings: readonly (readonly [RegExp, ErrorName])[] = [
  [/insufficient liquidity|no routes? found/, 'LIQUIDITY_INSUFFICIENT'],
  [/not supported for gas price/, 'GAS_PRICE_UNSUPPORTED'],
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
 * Returns the error of the catalogue that a server's words about a swap mean. An error whose words aren't known stays what its status
 * means; the words themselves, which may be a page or a trace, are never shown.
 */
export function swapErrorOf(thrown: unknown): unknown {
  const words = descriptionOf(thrown instanceof AppError ? thrown.cause : null)
  if (words === null) return thrown
  const meaning = meanings.find(([pattern]) => pattern.test(words))
  return meaning === undefined ? thrown : new AppError(meaning[1], { cause: thrown })
}
