export type { Copy } from './createCopy.ts'
export { getLanguage, type LanguageChunks, loadCopy, setLanguage, setTexts, type Texts, withCopy } from './language.ts'
export type { Message, Messages } from './Messages.ts'
