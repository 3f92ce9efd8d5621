import { atom } from 'jotai/vanilla'

const said = atom('')

/** What the live region says: connecting, copied, connected, failed. */
export const announcementAtom = atom((get) => get(said))

/** Say something. The same words twice in a row differ by an invisible mark, so that they are heard twice. */
export const announceAtom = atom(null, (get, set, words: string) => {
  set(said, get(said) === words ? `${words}\u200b` : words)
})
