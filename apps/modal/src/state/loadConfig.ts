import type { Getter, Setter } from 'jotai/vanilla'
import { loadPart } from '../loadPart.ts'
import { arrivedConfigAtom } from '../remote-config/features.ts'

/** Fetches the project's configuration, once a visit. Never throws: a failure is an alert, and the next opening tries again. */
export async function loadConfig(get: Getter, set: Setter): Promise<void> {
  if (get(arrivedConfigAtom) !== null) return
  try {
    const { fetchConfigAtom } = await loadPart(import('./fetchConfig.ts'))
    await set(fetchConfigAtom)
  } catch {
    // Its chunk failed; the next opening loads it again.
  }
}
