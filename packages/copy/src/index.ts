export type { Copy, Message, Messages } from './createCopy.ts'
export { getLanguage, type LanguageChunks, loadCopy, setLanguage } from './language.ts'
