export type { Copy } from './createCopy.ts'
export { getLanguage, type LanguageChunks, loadCopy, setLanguage } from './language.ts'
export type { Message, Messages } from './Messages.ts'
