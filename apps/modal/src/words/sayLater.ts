import { en, type WordKey } from './en.ts'
import { enLater, type LaterWordKey } from './enLater.ts'
import { enSend, type SendWordKey } from './enSend.ts'
import { formatWords, type WordValues } from './say.ts'

const words = { ...en, ...enLater, ...enSend }

/** `say` for what is loaded later: it knows all words, and brings those that the first opening does without. */
export const sayLater = (key: WordKey | LaterWordKey | SendWordKey, values?: WordValues): string =>
  formatWords(words[key], values)
