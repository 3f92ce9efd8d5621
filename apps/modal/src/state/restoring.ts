import { atom } from 'jotai/vanilla'
import { restoringAtom } from './pending.ts'

/**
 * Take up the connections of an earlier visit (`reconnect.ts`, loaded when there are any). Never throws: where its code cannot
 * be loaded, no account is connected, and the next visit tries again.
 */
export const restoreAtom = atom(null, async (_get, set): Promise<void> => {
  const loaded = await import('./reconnect.ts').catch(() => null)
  if (loaded === null) set(restoringAtom, [])
  else await set(loaded.takeUpAllAtom)
})
