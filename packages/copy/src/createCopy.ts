import { findMessage, register } from './language.ts'
import type { Message, Messages } from './Messages.ts'

type Arguments<message> = message extends (values: infer values) => string ? [values: values] : []

/** Returns a message in the page's language, in English where it has not been translated. */
export type Copy<messages extends Messages> = <key extends keyof messages & string>(
  key: key,
  ...values: Arguments<messages[key]>
) => string

/**
 * Creates the `t` of one feature. English is compiled in; another language is a chunk that `setLanguage` loads.
 *
 * @param english what the other languages fall back to, message by message
 */
export const createCopy = <messages extends Messages>(feature: string, english: messages): Copy<messages> => {
  register(feature)
  return (key, ...values) => {
    const message: Message | undefined = findMessage(feature, key) ?? english[key]
    return typeof message === 'function' ? (message as (...values: unknown[]) => string)(...values) : (message ?? key)
  }
}
