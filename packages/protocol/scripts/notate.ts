import * as schemas from '../src/schemas.ts'
import { readSchema, type Shape } from './readSchema.ts'

/** Every named schema of `schemas.ts`, with its shape. */
export const namedShapes: readonly (readonly [name: string, shape: Shape])[] = Object.entries(schemas)
  .filter(([, schema]) => typeof schema === 'object')
  .map(([name, schema]) => [name, readSchema(schema as Parameters<typeof readSchema>[0])] as const)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))

const keyOf = (shape: Shape): string =>
  JSON.stringify(shape, (_, value) => (value instanceof RegExp ? String(value) : value === Infinity ? 'none' : value))
const nameOf = new Map(namedShapes.map(([name, shape]) => [keyOf(shape), name]))
const nameOfPattern = new Map(
  namedShapes.flatMap(([name, shape]) =>
    shape.kind === 'text' && shape.pattern ? [[shape.pattern.source, name]] : [],
  ),
)

const range = (shape: { minLength: number; maxLength: number }): string => {
  const { minLength, maxLength } = shape
  if (maxLength !== Number.POSITIVE_INFINITY) return `(${minLength > 0 ? `${minLength} to ` : 'at most '}${maxLength})`
  return minLength > 0 ? `(at least ${minLength})` : ''
}

const several = (text: string): string => (text.includes(' | ') ? `(${text})` : text)

/** Formats a shape in TypeScript notation; `text` is a string, its length in parentheses. */
export const notate = (shape: Shape): string => nameOf.get(keyOf(shape)) ?? define(shape)

/** Formats a shape without using its own name. */
export const define = (shape: Shape): string => {
  switch (shape.kind) {
    case 'text': {
      if (shape.pattern === null) return `text${range(shape)}`
      const name = nameOfPattern.get(shape.pattern.source)
      return name === undefined || nameOf.has(keyOf(shape))
        ? `text${range(shape)} /${shape.pattern.source}/`
        : `${name}${range(shape)}`
    }
    case 'number': {
      const { isWhole, above, from, to } = shape
      const limits = [
        above === null ? '' : `above ${above}`,
        from === null || from <= Number(above ?? Number.NEGATIVE_INFINITY) ? '' : `from ${from}`,
        to === null ? '' : `to ${to}`,
      ].filter((limit) => limit !== '')
      return `${isWhole ? 'integer' : 'number'}${limits.length > 0 ? `(${limits.join(' ')})` : ''}`
    }
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'unknown':
    case 'never':
      return shape.kind
    case 'literal':
      return shape.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'list':
      return shape.item.kind === 'never' ? '[]' : `${several(notate(shape.item))}[]${range(shape)}`
    case 'tuple':
      return `[${shape.items.map((item) => (item.kind === 'optional' ? `${several(notate(item.inner))}?` : notate(item))).join(', ')}]`
    case 'record':
      return `{ [${notate(shape.key)}]: ${notate(shape.value)} }`
    case 'object': {
      const fields = Object.entries(shape.fields).map(([name, field]) =>
        field.kind === 'optional' ? `${name}?: ${notate(field.inner)}` : `${name}: ${notate(field)}`,
      )
      return `{ ${[...fields, ...(shape.isLoose ? ['…'] : [])].join(', ')} }`
    }
    case 'union':
      return [...new Set(shape.options.map(notate))].join(' | ')
    case 'optional':
      return `${notate(shape.inner)} | undefined`
    case 'nullable':
      return `${notate(shape.inner)} | null`
  }
}
