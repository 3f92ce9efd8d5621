import { parseThemeVariables, type ThemeMode, type ThemeVariables } from '@latchkey/protocol/theme'
import { atom } from 'jotai/vanilla'

type Theme = { mode: ThemeMode; variables: ThemeVariables }

const base = atom<Theme>({ mode: 'dark', variables: {} })

/** The active theme; its variables are parsed. */
export const themeAtom = atom((get) => get(base))

/** Anything that is not a theme is dropped. */
export const setThemeAtom = atom(null, (_get, set, mode: ThemeMode | undefined, variables: unknown) =>
  set(base, { mode: mode ?? 'dark', variables: parseThemeVariables(variables) }),
)
