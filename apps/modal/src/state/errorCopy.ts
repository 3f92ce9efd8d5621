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

/** The words of errors, null until they are loaded. */
export const errorCopyAtom = atom((get) => get(read)?.words ?? null)

/** Loads the words of errors. Never throws. */
export const loadErrorCopyAtom = atom(null, async (get, set): Promise<Read> => {
  const words = await loadWords(get, set).catch(() => anyError)
  set(read, { words })
  return words
})

/** Announces what happened. */
export const announceErrorAtom = atom(null, async (get, set, error: AppError) => {
  const words = get(errorCopyAtom) ?? (await set(loadErrorCopyAtom))
  set(announceAtom, words(error).title)
})
