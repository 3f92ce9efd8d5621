import type { ErrorCopy, errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/modal'
import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { announceAtom } from './announcement.ts'
import { loadOnce } from './loadOnce.ts'

type Read = typeof errorCopy

const read = atom<{ readonly words: Read } | null>(null)

const loadWords = loadOnce(({ loadErrorCopy }) => loadErrorCopy())

/** The text for every error whose own can't be loaded: probably the network is down. */
const anyError = (): ErrorCopy => ({
  title: t('error.title'),
  body: t('error.body'),
  action: '',
})

/** The texts of errors, null until they are loaded. */
export const errorCopyAtom = atom((get) => get(read)?.words ?? null)

/** Loads the texts of errors. Never throws. */
export const loadErrorCopyAtom = atom(null, async (get, set): Promise<Read> => {
  const words = await loadWords(get, set).catch(() => anyError)
  set(read, { words })
  return words
})

/** Announces an error. */
export const announceErrorAtom = atom(null, async (get, set, error: AppError) => {
  const words = get(errorCopyAtom) ?? (await set(loadErrorCopyAtom))
  set(announceAtom, words(error).title)
})
