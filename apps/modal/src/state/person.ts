import { atom } from 'jotai/vanilla'
import type { Person } from '../connectors/auth/Person.ts'

const base = atom<Person>({ email: null, userName: null, provider: null })

/** The embedded wallet's user, as last reported. */
export const personAtom = atom(
  (get) => get(base),
  (get, set, person: Partial<Person>) => set(base, { ...get(base), ...person }),
)
