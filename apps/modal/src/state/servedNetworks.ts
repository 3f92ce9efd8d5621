import { atom } from 'jotai/vanilla'
import { getAccountApi } from './accountApi.ts'

const base = atom<readonly string[] | null>(null)

/** Whether the project's server reads balances and activity of a network, by its CAIP-2 id; true while that isn't known. */
export const isServedAtom = atom((get) => (id: string) => get(base)?.includes(id) ?? true)

/** Reads which networks the server serves. Without a response every network counts as served. Never throws. */
export const refreshServedAtom = atom(null, async (get, set): Promise<void> => {
  try {
    const api = await getAccountApi(get, set)
    set(base, await api.supportedChains())
  } catch {
    set(base, null)
  }
})
