import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { type Services, servicesAtom } from '../services.ts'

/**
 * Returns a function that loads a part of the services on first use, once per modal. It throws SERVICE_UNREACHABLE when that fails; the
 * next call tries again.
 */
export function loadOnce<part>(load: (services: Services) => Promise<part>) {
  const loading = atom<Promise<part> | null>(null)
  return async (get: Getter, set: Setter): Promise<part> => {
    const known = get(loading)
    const started = known ?? load(get(servicesAtom))
    if (known === null) set(loading, started)
    try {
      return await started
    } catch (cause) {
      if (get(loading) === started) set(loading, null)
      throw new AppError('SERVICE_UNREACHABLE', { cause })
    }
  }
}
