import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** A message as source code: an expression, and the types of its arguments. */
export type CompiledMessage = { code: string; values: ReadonlyMap<string, string> }

type Context = { language: string; values: Map<string, string>; pound: string | null; change: (text: string) => string }

const property = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `v.${name}` : `v[${JSON.stringify(name)}]`

const take = ({ values }: Context, name: string, type: string): string => {
  const known = values.get(name)
  // An argument that is counted in one place and shown in another is a number.
  if (known === undefined || known === 'string | number') values.set(name, type)
  return property(name)
}

const escapeTemplate = (text: string): string => text.replace(/[\\`]|\$\{/g, (match) => `\\${match}`)

const branches = (options: Readonly<Record<string, { value: MessageFormatElement[] }>>, context: Context): string =>
  `{ ${Object.entries(options)
    .map(([name, { value }]) => `${JSON.stringify(name)}: ${template(value, context)}`)
    .join(', ')} }`

const compileElement = (element: MessageFormatElement, context: Context): string => {
  const language = JSON.stringify(context.language)
  switch (element.type) {
    case TYPE.literal:
      return escapeTemplate(context.change(element.value))
    case TYPE.argument:
      return `\${${take(context, element.value, context.values.get(element.value) ?? 'string | number')}}`
    case TYPE.number:
      return `\${number(${language}, ${take(context, element.value, 'number')})}`
    case TYPE.select:
      return `\${select(${take(context, element.value, 'string')}, ${branches(element.options, context)})}`
    case TYPE.plural: {
      const value = take(context, element.value, 'number')
      const inner = { ...context, pound: element.offset === 0 ? value : `${value} - ${element.offset}` }
      const options = [
        ...(element.offset === 0 ? [] : [`offset: ${element.offset}`]),
        ...(element.pluralType === 'ordinal' ? [`type: 'ordinal'`] : []),
      ]
      return `\${plural(${language}, ${value}, ${branches(element.options, inner)}${options.length === 0 ? '' : `, { ${options.join(', ')} }`})}`
    }
    case TYPE.pound:
      return `\${number(${language}, ${context.pound})}`
    default:
      throw new Error('Tags, dates and times are not supported: format them before, and pass them as arguments')
  }
}

const template = (elements: readonly MessageFormatElement[], context: Context): string =>
  `\`${elements.map((element) => compileElement(element, context)).join('')}\``

/**
 * Compiles one ICU message.
 *
 * @param change applied to the literal parts: what makes the pseudo-locale
 * Throws `Error` for a message that is not valid ICU, or uses a part that isn't supported.
 */
export const compileMessage = (
  message: string,
  language: string,
  change: (text: string) => string = (text) => text,
): CompiledMessage => {
  const values = new Map<string, string>()
  const context: Context = { language, values, pound: null, change }
  const elements = parse(message, { requiresOtherClause: true, ignoreTag: true })
  const code = template(elements, context)
  return { code, values }
}
