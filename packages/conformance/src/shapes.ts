import { Deviation, show } from './Deviation.ts'

/**
 * Shapes of a frame's messages. Written independently of the protocol package: a mistake in its schemas must not hide the same mistake in a
 * frame that uses them.
 */
export type Shape = { readonly says: string; readonly holds: (value: unknown) => boolean }

const shape = (says: string, holds: (value: unknown) => boolean): Shape => ({ says, holds })
const matching = (says: string, pattern: RegExp): Shape =>
  shape(says, (value) => typeof value === 'string' && pattern.test(value))

/** An object with string keys, not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined or null: the payload of a reply without a result. */
export const nothing = shape('nothing', (value) => value === undefined || value === null)
/** A boolean; 0 and 1 fail. */
export const bool = shape('true or false', (value) => typeof value === 'boolean')
/** Any string, also an empty one. */
export const text = shape('a text', (value) => typeof value === 'string')
/** Any number, also NaN. */
export const number = shape('a number', (value) => typeof value === 'number')
/** Any object that is neither an array nor null. */
export const object = shape('an object', isObject)
/** Null, and not undefined. */
export const nullValue = shape('null', (value) => value === null)
/** A JSON-RPC quantity: no leading zeros. */
export const quantity = matching('a quantity such as 0x1f', /^0x(0|[1-9a-f][0-9a-f]{0,63})$/i)
/** Whole bytes in hex with `0x`, in either case; may be empty. */
export const bytes = matching('bytes in hex', /^0x([0-9a-f]{2})*$/i)
/** 32 bytes in hex with `0x`, such as a hash. */
export const word = matching('32 bytes in hex', /^0x[0-9a-f]{64}$/i)
/** 20 bytes in hex with `0x`. The checksum isn't checked. */
export const evmAddress = matching('an address', /^0x[0-9a-f]{40}$/i)
/** 32 to 44 characters of base58. */
export const solanaAddress = matching('an address in base58', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const email = matching('an email address', /^[^\s@]+@[^\s@]+\.[^\s@]+$/)
/** A chain as a frame returns it: a number on EVM, `solana:<reference>` on Solana. */
export const chainId = shape(
  'a chain id: a number, or solana:<reference>',
  (value) =>
    (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) ||
    (typeof value === 'string' && /^solana:[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)),
)

/** One of the listed values, compared with `===`. */
export const oneOf = (...values: readonly (string | number | boolean)[]): Shape =>
  shape(values.join(' or '), (value) => values.includes(value as string))
/** A value that fits at least one of the shapes. */
export const either = (...shapes: readonly Shape[]): Shape =>
  shape(shapes.map(({ says }) => says).join(' or '), (value) => shapes.some(({ holds }) => holds(value)))
/** An array, possibly empty, whose items all fit. */
export const listOf = (item: Shape): Shape =>
  shape(`a list of ${item.says}`, (value) => Array.isArray(value) && value.every(item.holds))
/** An object, possibly empty, whose keys and values all fit. */
export const mapOf = (key: Shape, item: Shape): Shape =>
  shape(
    `an object with ${item.says} under ${key.says}`,
    (value) => isObject(value) && Object.entries(value).every(([name, each]) => key.holds(name) && item.holds(each)),
  )

/** An object with these fields; a name that ends in `?` is optional. Other fields are allowed. */
export const fields = (shapes: Readonly<Record<string, Shape>>): Shape =>
  shape(
    `{ ${Object.entries(shapes)
      .map(([name, { says }]) => `${name}: ${says}`)
      .join(', ')} }`,
    (value) =>
      isObject(value) &&
      Object.entries(shapes).every(([name, { holds }]) => {
        const isOptional = name.endsWith('?')
        const field = value[isOptional ? name.slice(0, -1) : name]
        return (isOptional && field === undefined) || holds(field)
      }),
  )

/** The result of GET_USER (wire design, section 4). An unknown email is null, never empty. */
export const user = fields({
  'email?': either(email, nullValue),
  address: text,
  chainId,
  'smartAccountDeployed?': bool,
  'accounts?': listOf(fields({ address: text, type: oneOf('eoa', 'smartAccount') })),
  'preferredAccountType?': oneOf('eoa', 'smartAccount'),
  'signature?': text,
  'message?': text,
  'siwxMessage?': object,
})

/** Throws a `Deviation` with the observed and the expected value. */
export const mustBe = (expected: Shape, value: unknown, what: string): void => {
  if (!expected.holds(value)) throw new Deviation(`${what} is ${show(value)}, not ${expected.says}`)
}
