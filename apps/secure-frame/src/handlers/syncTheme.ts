import { guardTheme, parseThemeVariables } from '@latchkey/protocol/theme'
import type { Handler } from './HandlerDeps.ts'

/** Take over the page's theme: known variables whose values parse, without those that could hide or fake a warning. */
export const syncTheme: Handler<'SYNC_THEME'> =
  ({ surface }) =>
  async ({ themeMode, themeVariables }) => {
    const mode = themeMode ?? surface.state().theme.mode
    surface.change({ theme: { mode, variables: guardTheme(mode, parseThemeVariables(themeVariables)) } })
    return undefined
  }
