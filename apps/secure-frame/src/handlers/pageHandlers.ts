import { guardTheme, parseThemeVariables } from '@latchkey/protocol/theme'
import type { Handler } from './HandlerDeps.ts'
import { kitTheme } from './kitTheme.ts'

/** What the page says of itself. The project is the one the frame was opened for, whatever is said here. */
export const syncDappData: Handler<'SYNC_DAPP_DATA'> =
  ({ surface }) =>
  async ({ metadata }) => {
    surface.change({ claim: metadata ?? null })
    return undefined
  }

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

/**
 * A soft reset: the host has dropped whatever waits for a person, and a Farcaster link is worth nothing any more. Who is signed
 * in stays.
 */
export const reload: Handler<'RELOAD'> =
  ({ session }) =>
  async () => {
    session.dropFarcaster()
    return undefined
  }

/** The page asks whether this document is alive. */
export const ping: Handler<'PING'> = () => async () => undefined

/** The host has dropped what it names: the signals of those calls are aborted. Reads go on. */
export const rpcAbort: Handler<'RPC_ABORT'> = () => async () => undefined
