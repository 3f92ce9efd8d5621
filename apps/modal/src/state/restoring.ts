import { atom } from 'jotai/vanilla'
import { restoringAtom } from './pending.ts'

/**
 * Restores the connections of a previous session (`takeUp.ts`, loaded when there are any). Never throws: where its code can't be loaded
 * nothing is connected, and the next load tries again.
 */
export const restoreAtom = atom(null, async (_get, set): Promise<void> => {
  const loaded = await import('./reconnect.ts').catch(() => null)
  if (loaded === null) set(restoringAtom, [])
  else await set(loaded.takeUpAllAtom)
})
