/** Parameters of a call, as a page gives them to a provider of a namespace. */
import { AppError } from '@latchkey/protocol'
import type { WalletSession } from './Connector.ts'

/** Whether a value is valid for a field. */
type Guard = (value: unknown) => boolean
type Guards = Readonly<Record<string, Guard>>
type Guarded<guard> = guard extends (value: unknown) => value is infer type ? type : unknown
export type Params<required extends Guards, optional extends Guards> = {
  readonly [name in keyof required]: Guarded<required[name]>
} & { readonly [name in keyof optional]?: Guarded<optional[name]> }

/** Longer texts are not put to a wallet. */
const longestText = 1_000_000

export const refuse = (field: string): never => {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const readRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : refuse('params')

/**
 * Reads a record with exactly these fields: unknown ones aren't silently dropped. An optional field may be undefined. Throws INVALID_PARAMS
 * with the `field`, and TOO_LARGE.
 */
export function readParams<required extends Guards, optional extends Guards>(
  params: unknown,
  required: required,
  optional: optional,
): Params<required, optional> {
  const given = readRecord(params ?? {})
  for (const [field, value] of Object.entries(given)) {
    if (typeof value === 'string' && value.length > longestText) throw new AppError('TOO_LARGE')
    if (!Object.hasOwn(required, field) && !Object.hasOwn(optional, field)) refuse(field)
  }
  for (const [field, isTaken] of Object.entries(required)) if (!isTaken(given[field])) refuse(field)
  for (const [field, isTaken] of Object.entries(optional))
    if (given[field] !== undefined && !isTaken(given[field])) refuse(field)
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Params<
    required,
    optional
  >
}

/** Returns one of the connected addresses. Throws UNAUTHORIZED. */
export function requireOwn(address: unknown, { accounts }: WalletSession): string {
  const own = accounts.find((account) => account.address === address)
  if (own === undefined) throw new AppError('UNAUTHORIZED')
  return own.address
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed()
export const isHex = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:0x)?(?:[\da-f]{2})+$/i.test(value)
export const isBase64 = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)
