import * as fc from 'fast-check'
import type { Shape } from '../scripts/readSchema.ts'

/** Longer texts and lists reveal nothing new; the limits have separate tests. */
const maxText = 80
const maxItems = 4

/** NUL, right-to-left, two code units, a lone surrogate, and characters with a meaning in other languages. */
const oddCharacter = fc.constantFrom('\0', '\u202e', '漢', '🦊', '\ud800', '<', '%', '\\', '\n', 'é')

/** Texts that match a pattern: a few hundred for each, always the same. Generating one takes longer than parsing many. */
const pools = new Map<string, string[]>()
const matching = (pattern: RegExp): fc.Arbitrary<string> => {
  const pool = pools.get(pattern.source) ?? fc.sample(fc.stringMatching(pattern), { numRuns: 200, seed: 1 })
  pools.set(pattern.source, pool)
  return fc.constantFrom(...pool)
}

const text = ({ minLength, maxLength, pattern }: Extract<Shape, { kind: 'text' }>): fc.Arbitrary<string> => {
  const fits = (value: string) => [...value].length >= minLength && [...value].length <= maxLength
  if (pattern !== null) return matching(pattern).filter(fits)
  const most = Math.min(maxLength, maxText)
  const any = fc.oneof(
    fc.string({ minLength, maxLength: most }),
    fc.string({ minLength, maxLength: most, unit: oddCharacter }),
    fc.constantFrom('constructor', 'toString', '0x', '<script>', '../..').filter(fits),
  )
  if (!Number.isFinite(maxLength)) return any
  return fc.oneof({ weight: 20, arbitrary: any }, { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) })
}

const json = fc.jsonValue({ maxDepth: 3 })

/** Generates values that a schema accepts, of every kind. */
export const validOf = (shape: Shape): fc.Arbitrary<unknown> => {
  switch (shape.kind) {
    case 'text':
      return text(shape)
    case 'number': {
      const { above, from, to } = shape
      if (!shape.isWhole) return fc.double({ noNaN: true, noDefaultInfinity: true })
      const min = Math.max(above === null ? Number.MIN_SAFE_INTEGER : above + 1, from ?? Number.MIN_SAFE_INTEGER)
      return fc.integer({ min, max: to ?? Number.MAX_SAFE_INTEGER })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'undefined':
      return fc.constant(undefined)
    case 'unknown':
      return json
    case 'never':
      throw new Error('Nothing is valid')
    case 'literal':
      return fc.constantFrom(...shape.values)
    case 'list':
      if (shape.item.kind === 'never') return fc.constant([])
      return fc.array(validOf(shape.item), {
        minLength: shape.minLength,
        maxLength: Math.min(shape.maxLength, shape.minLength + maxItems),
      })
    case 'tuple':
      return fc.tuple(...shape.items.map(validOf)).map((items) => {
        const used = items.findLastIndex((item) => item !== undefined) + 1
        const needed = shape.items.findLastIndex(({ kind }) => kind !== 'optional') + 1
        return items.slice(0, Math.max(used, needed))
      })
    case 'record':
      return fc
        .uniqueArray(fc.tuple(validOf(shape.key), validOf(shape.value)), {
          maxLength: maxItems,
          selector: ([key]) => key,
        })
        .map((entries) => Object.fromEntries(entries.filter(([key]) => key !== '__proto__') as [string, unknown][]))
    case 'object': {
      const optional = Object.entries(shape.fields).filter(([, { kind }]) => kind === 'optional')
      const fields = Object.fromEntries(
        Object.entries(shape.fields).map(([name, field]) => [
          name,
          validOf(field.kind === 'optional' ? field.inner : field),
        ]),
      )
      const requiredKeys = Object.keys(fields).filter((name) => !optional.some(([other]) => other === name))
      return fc.record(fields, { requiredKeys })
    }
    case 'union':
      return fc.oneof(...shape.options.map(validOf))
    case 'optional':
      return fc.oneof(fc.constant(undefined), { weight: 4, arbitrary: validOf(shape.inner) })
    case 'nullable':
      return fc.oneof(fc.constant(null), { weight: 4, arbitrary: validOf(shape.inner) })
  }
}

const nested = fc
  .tuple(fc.integer({ min: 28, max: 200 }), fc.boolean())
  .map(([depth, isList]) => Array.from({ length: depth }).reduce<unknown>((inner) => (isList ? [inner] : { inner }), 1))

/** JSON turns `__proto__` into an own key, which structured clone then carries. */
const polluting = fc
  .constantFrom(
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '[{"__proto__":{"toJSON":1}}]',
    '{"a":{"__proto__":[]},"hasOwnProperty":1,"toString":null}',
    '{"length":{"toString":null,"valueOf":null}}',
    '{"method":"personal_sign","params":{"__proto__":null}}',
  )
  .map((source) => JSON.parse(source) as unknown)

const ring = fc.boolean().map((isList) => {
  const made: unknown[] & { self?: unknown } = []
  if (isList) made.push(made)
  else made.self = made
  return made
})

const anything = fc.anything({
  maxDepth: 3,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
})

/** Values that no client sends on purpose: all that structured clone can carry. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: anything },
  { weight: 3, arbitrary: fc.constantFrom(undefined, null, Number.NaN, -0, Number.POSITIVE_INFINITY, '', {}, []) },
  { weight: 2, arbitrary: polluting },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: ring },
  {
    weight: 1,
    arbitrary: fc.constantFrom(new Array(70_000), 'x'.repeat(70_000), new ArrayBuffer(8), /x/, new Error('x')),
  },
)

type Change = { at: number; how: 'replace' | 'remove' | 'add' | 'wrap'; name: string; value: unknown }
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(64),
  how: fc.constantFrom('replace', 'remove', 'add', 'wrap'),
  name: fc.constantFrom('__proto__', 'constructor', 'prototype', 'then', 'toJSON', 'length', '0', 'id', 'extra'),
  value: junk,
})

type Place = { holder: Record<string, unknown>; key: string }

/** Returns every position in plain data; its root is the property `value` of a separate holder. */
const placesIn = (root: Place): Place[] => {
  const places = [root]
  for (const { holder, key } of places) {
    const inner = holder[key]
    if (typeof inner !== 'object' || inner === null) continue
    for (const name of Object.keys(inner)) places.push({ holder: inner as Record<string, unknown>, key: name })
  }
  return places
}

const put = (holder: object, key: string, value: unknown): void => {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true })
}

const apply = (valid: unknown, changes: readonly Change[]): unknown => {
  const root = { value: structuredClone(valid) }
  for (const { at, how, name, value } of changes) {
    const places = placesIn({ holder: root, key: 'value' }).slice(0, 65)
    const { holder, key } = places[at % places.length] as Place
    const inner = holder[key]
    if (how === 'replace') put(holder, key, value)
    else if (how === 'wrap') put(holder, key, [inner])
    else if (how === 'remove') delete holder[key]
    else if (typeof inner === 'object' && inner !== null && !(Array.isArray(inner) && name === 'length'))
      put(inner, name, value)
    // One cyclic reference or class instance is enough for one value.
    if (how === 'replace' || how === 'add') break
  }
  return root.value
}

/** Generates a valid value with a few faults. */
const mutantOf = (shape: Shape): fc.Arbitrary<unknown> =>
  fc
    .tuple(validOf(shape), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([valid, changes]) => apply(valid, changes))

export type Sent = { isValid: boolean; value: unknown }

/** Generates values for a row: a third valid, the rest nearly valid or unrelated. */
export const sendable = (shape: Shape): fc.Arbitrary<Sent> =>
  fc.oneof(
    validOf(shape).map((value) => ({ isValid: true, value: structuredClone(value) })),
    mutantOf(shape).map((value) => ({ isValid: false, value })),
    junk.map((value) => ({ isValid: false, value })),
  )
