import type { AppError } from '@latchkey/protocol'
import { en, type WordKey } from './en.ts'
import { say } from './say.ts'

const isWordKey = (key: string): key is WordKey => Object.hasOwn(en, key)

/** What happened, for a visitor. Errors that the words table does not name are not theirs to understand. */
export const errorWords = (error: AppError): string => {
  const key = `error.${error.name}`
  return isWordKey(key) ? say(key, error.details) : say('error.other')
}
