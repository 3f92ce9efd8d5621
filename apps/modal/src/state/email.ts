import { atom } from 'jotai/vanilla'

/** Whom the embedded wallet belongs to, as it said last. */
export const emailAtom = atom<string | null>(null)
