import type { Message, Messages } from './Messages.ts'

/** Loads one feature of one language. */
export type LanguageChunks = Readonly<Record<string, () => Promise<{ messages: Messages }>>>

/** A site's own messages, by feature. */
export type Texts = Readonly<Record<string, Messages>>

/** The language of this page and its loaded tables. A page has one user, so every modal on it has the same language. */
const page = {
  language: 'en',
  chunks: {} as LanguageChunks,
  tables: new Map<string, Messages>(),
  features: new Set<string>(),
  texts: {} as Texts,
}

/** Notes that a feature's messages are in use, so that `loadCopy` loads them in the page's language. */
export const register = (feature: string): void => void page.features.add(feature)

/** Returns the message of a site or of the page's language, undefined where there is none. */
export const findMessage = (feature: string, key: string): Message | undefined =>
  page.texts[feature]?.[key] ?? page.tables.get(feature)?.[key]

/** Sets the site's own messages; they take precedence over those of every language. The caller draws again. */
export const setTexts = (texts: Texts = {}): void => {
  page.texts = texts
}

/** Returns the BCP 47 tag of the page's language. */
export const getLanguage = (): string => page.language

/** Loads the missing tables of every feature that has been imported so far. A table that can't be loaded leaves its feature in English. */
export const loadCopy = async (): Promise<void> => {
  const { chunks, tables, features } = page
  await Promise.all(
    [...features]
      .filter((feature) => !tables.has(feature) && chunks[feature] !== undefined)
      .map(async (feature) => {
        const loaded = await chunks[feature]?.().catch(() => undefined)
        if (loaded !== undefined && page.chunks === chunks) tables.set(feature, loaded.messages)
      }),
  )
}

/** Waits for a chunk, and for its texts that the page's language lacks: `await withCopy(import('./Send.tsx'))`. */
export const withCopy = async <chunk>(imported: Promise<chunk>): Promise<chunk> => {
  const chunk = await imported
  await loadCopy()
  return chunk
}

/**
 * Sets the page's language and loads what has been imported so far; the caller draws again when it resolves.
 *
 * @param language BCP 47 tag, `en` for English
 * @param chunks the language's index, `generated/<language>/index.ts`
 */
export const setLanguage = async (language: string, chunks: LanguageChunks = {}): Promise<void> => {
  page.language = language
  page.chunks = chunks
  page.tables = new Map()
  await loadCopy()
}
