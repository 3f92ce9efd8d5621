import type { JsonSchema } from './openApiDocument.ts'

/** Prints a schema for readers: close to a TypeScript type, two spaces per level. */
export function describeSchema(schema: JsonSchema, indent = ''): string {
  const { $ref, enum: values, anyOf, oneOf, items, properties, required = [], additionalProperties } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return [...new Set(choices.map((each) => describeSchema(each, indent)))].join(' | ')
  if (items !== undefined) {
    const item = describeSchema(items, indent)
    return item.includes(' | ') && !item.includes('\n') ? `(${item})[]` : `${item}[]`
  }
  if (properties !== undefined) {
    const inner = `${indent}  `
    const lines = Object.entries(properties).map(
      ([name, value]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${describeSchema(value, inner)}`,
    )
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
  }
  if (typeof additionalProperties === 'object') return `{ [name]: ${describeSchema(additionalProperties, indent)} }`
  return schema.type ?? 'anything'
}
