import { atom } from 'jotai/vanilla'

const said = atom('')

/** The live region's text: connecting, copied, connected, failed. */
export const announcementAtom = atom((get) => get(said))

/** Announces a text. A repeated text differs by an invisible mark, so that screen readers announce it again. */
export const announceAtom = atom(null, (get, set, words: string) => {
  set(said, get(said) === words ? `${words}\u200b` : words)
})
