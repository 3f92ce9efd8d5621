import type * as z from 'zod/mini'

/**
 * A schema as plain data, for the reference and the fuzz tests. It supports the kinds of schema in the tables and throws on any other, so
 * that none is skipped.
 */
export type Shape =
  | { kind: 'text'; minLength: number; maxLength: number; pattern: RegExp | null }
  /** `above` is exclusive; `from` and `to` are not. Without `isWhole` any finite number. */
  | { kind: 'number'; isWhole: boolean; above: number | null; from: number | null; to: number | null }
  | { kind: 'boolean' | 'null' | 'undefined' | 'unknown' | 'never' }
  | { kind: 'literal'; values: readonly unknown[] }
  | { kind: 'list'; item: Shape; minLength: number; maxLength: number }
  | { kind: 'tuple'; items: readonly Shape[] }
  | { kind: 'record'; key: Shape; value: Shape }
  /** Unknown keys are stripped, or kept if `isLoose`. */
  | { kind: 'object'; fields: Readonly<Record<string, Shape>>; isLoose: boolean }
  | { kind: 'union'; options: readonly Shape[] }
  /** Or undefined, or missing. */
  | { kind: 'optional'; inner: Shape }
  | { kind: 'nullable'; inner: Shape }

type Check =
  | { check: 'min_length'; minimum: number }
  | { check: 'max_length'; maximum: number }
  | { check: 'string_format'; pattern: RegExp }
  | { check: 'number_format'; format: string }
  | { check: 'greater_than' | 'less_than'; value: number; inclusive: boolean }

type Schema = { _zod: { def: unknown } }
/** zod's internal definition of the supported kinds. */
type Definition =
  | { type: 'string' | 'number' | 'array'; checks?: readonly { _zod: { def: unknown } }[]; element: Schema }
  | { type: 'boolean' | 'null' | 'undefined' | 'unknown' | 'never' }
  | { type: 'literal'; values: readonly unknown[] }
  | { type: 'enum'; entries: Readonly<Record<string, unknown>> }
  | { type: 'tuple'; items: readonly Schema[]; rest: Schema | null }
  | { type: 'record'; keyType: Schema; valueType: Schema }
  | { type: 'object'; shape: Readonly<Record<string, Schema>>; catchall?: Schema }
  | { type: 'union'; options: readonly Schema[] }
  | { type: 'optional' | 'nullable'; innerType: Schema }

const checksOf = (checks: readonly { _zod: { def: unknown } }[] = []): Check[] =>
  checks.map((check) => check._zod.def as Check)

const lengthsOf = (checks: readonly Check[]) => {
  let minLength = 0
  let maxLength = Number.POSITIVE_INFINITY
  for (const check of checks) {
    if (check.check === 'min_length') minLength = Math.max(minLength, check.minimum)
    if (check.check === 'max_length') maxLength = Math.min(maxLength, check.maximum)
  }
  return { minLength, maxLength }
}

const numberOf = (checks: readonly Check[]): Shape => {
  const shape = { kind: 'number' as const, isWhole: false, above: null, from: null, to: null } as Extract<
    Shape,
    { kind: 'number' }
  >
  for (const check of checks) {
    if (check.check === 'number_format' && check.format === 'safeint') shape.isWhole = true
    else if (check.check === 'greater_than' && check.inclusive) shape.from = check.value
    else if (check.check === 'greater_than') shape.above = check.value
    else if (check.check === 'less_than' && check.inclusive) shape.to = check.value
    else throw new Error(`A check of numbers that nobody reads: ${JSON.stringify(check)}`)
  }
  return shape
}

/** Reads a schema. Throws `Error` for a kind of schema or check that the tables have not used before. */
export const readSchema = (schema: Schema | z.ZodMiniType): Shape => {
  const definition = (schema as Schema)._zod.def as Definition
  switch (definition.type) {
    case 'string': {
      const checks = checksOf(definition.checks)
      const patterns = checks.filter((check) => check.check === 'string_format')
      if (patterns.length > 1) throw new Error('A text with several patterns')
      return { kind: 'text', ...lengthsOf(checks), pattern: patterns[0]?.pattern ?? null }
    }
    case 'number':
      return numberOf(checksOf(definition.checks))
    case 'array':
      return { kind: 'list', item: readSchema(definition.element), ...lengthsOf(checksOf(definition.checks)) }
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'unknown':
    case 'never':
      return { kind: definition.type }
    case 'literal':
      return { kind: 'literal', values: definition.values }
    case 'enum':
      return { kind: 'literal', values: Object.values(definition.entries) }
    case 'tuple':
      if (definition.rest !== null) throw new Error('A tuple without an end')
      return { kind: 'tuple', items: definition.items.map(readSchema) }
    case 'record':
      return { kind: 'record', key: readSchema(definition.keyType), value: readSchema(definition.valueType) }
    case 'object': {
      const fields = Object.entries(definition.shape).map(([name, field]) => [name, readSchema(field)] as const)
      return { kind: 'object', fields: Object.fromEntries(fields), isLoose: definition.catchall !== undefined }
    }
    case 'union':
      return { kind: 'union', options: definition.options.map(readSchema) }
    case 'optional':
    case 'nullable':
      return { kind: definition.type, inner: readSchema(definition.innerType) }
    default:
      throw new Error(`A kind of schema that nobody reads: ${JSON.stringify(definition)}`)
  }
}
