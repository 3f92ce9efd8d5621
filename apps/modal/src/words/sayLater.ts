import { en, type WordKey } from './en.ts'
import { enLater, type LaterWordKey } from './enLater.ts'
import { formatWords, type WordValues } from './say.ts'

const words = { ...en, ...enLater }

/** `say` for what is loaded later: it knows all words, and brings those that the first opening does without. */
export const sayLater = (key: WordKey | LaterWordKey, values?: WordValues): string => formatWords(words[key], values)
