import type { Shape } from '../scripts/readSchema.ts'

/** Returns whether a parsed value has exactly the shape. Independent of the parser, which it checks. */
export const conforms = (shape: Shape, value: unknown): boolean => {
  switch (shape.kind) {
    case 'text':
      return (
        typeof value === 'string' &&
        lengthOf(value) >= shape.minLength &&
        lengthOf(value) <= shape.maxLength &&
        (shape.pattern === null || shape.pattern.test(value))
      )
    case 'number':
      return (
        typeof value === 'number' &&
        Number.isFinite(value) &&
        (!shape.isWhole || Number.isSafeInteger(value)) &&
        (shape.above === null || value > shape.above) &&
        (shape.from === null || value >= shape.from) &&
        (shape.to === null || value <= shape.to)
      )
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'undefined':
      return value === undefined
    case 'unknown':
      return true
    case 'never':
      return false
    case 'literal':
      return shape.values.includes(value)
    case 'list':
      return (
        Array.isArray(value) &&
        value.length >= shape.minLength &&
        value.length <= shape.maxLength &&
        value.every((item) => conforms(shape.item, item))
      )
    case 'tuple':
      return (
        Array.isArray(value) &&
        value.length <= shape.items.length &&
        shape.items.every((item, index) => conforms(item, value[index]))
      )
    case 'record':
      return (
        isPlain(value) &&
        Object.entries(value).every(([key, item]) => conforms(shape.key, key) && conforms(shape.value, item))
      )
    case 'object':
      return (
        isPlain(value) &&
        Object.entries(shape.fields).every(([name, field]) =>
          conforms(field, Object.hasOwn(value, name) ? value[name] : undefined),
        ) &&
        (shape.isLoose || Object.keys(value).every((name) => Object.hasOwn(shape.fields, name)))
      )
    case 'union':
      return shape.options.some((option) => conforms(option, value))
    case 'optional':
      return value === undefined || conforms(shape.inner, value)
    case 'nullable':
      return value === null || conforms(shape.inner, value)
  }
}

/** In code points, as the parser counts. */
const lengthOf = (text: string): number => [...text].length

/** Returns whether a value is a plain object without a key that a careless copy would treat as its prototype. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null) &&
  !Object.hasOwn(value, '__proto__')
