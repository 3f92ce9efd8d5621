import { guardTheme, parseThemeVariables } from '@latchkey/protocol/theme'
import type { Handler } from './HandlerDeps.ts'
import { kitTheme } from './kitTheme.ts'

/**
 * Take over the page's theme: known variables whose values parse, without those that could hide or fake a warning. Our own names come
 * before those of profile 4 clients, which send theirs in either field.
 */
export const syncTheme: Handler<'SYNC_THEME'> =
  ({ surface }) =>
  async ({ themeMode, themeVariables, w3mThemeVariables }) => {
    const mode = themeMode ?? surface.state().theme.mode
    const kit = kitTheme(mode, w3mThemeVariables, themeVariables)
    const guarded = (grounds: Record<string, string>) =>
      guardTheme(mode, parseThemeVariables({ ...grounds, ...kit.variables, ...themeVariables }))
    const mixed = guarded(kit.grounds)
    surface.change({ theme: { mode, variables: '--lk-surface' in mixed ? mixed : guarded({}) } })
    return undefined
  }
