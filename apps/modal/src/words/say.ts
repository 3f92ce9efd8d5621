import { en, type WordKey } from './en.ts'

export type WordValues = Readonly<Record<string, string | number>>

const placeholder = /\{(\w+)(?:, plural, ((?:[=\w]+ \{[^{}]*\} ?)+))?\}/g
const branch = /([=\w]+) \{([^{}]*)\}/g
const rules = new Intl.PluralRules('en')

const choose = (branches: string, count: number): string => {
  const texts = Object.fromEntries([...branches.matchAll(branch)].map(([, name, text]) => [name, text]))
  return (texts[`=${count}`] ?? texts[rules.select(count)] ?? texts.other ?? '').replace('#', String(count))
}

/** Fill a message in ICU form: the arguments and plurals of the words table. */
export const formatWords = (message: string, values: WordValues = {}): string =>
  message.replace(placeholder, (_, name: string, branches: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (branches !== undefined) return choose(branches, Number(value))
    return value === undefined ? '' : String(value)
  })

/** The words for something, in the visitor's language. */
export const say = (key: WordKey, values?: WordValues): string => formatWords(en[key], values)
