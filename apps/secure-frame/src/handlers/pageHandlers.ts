import { guardTheme, parseThemeVariables } from '@latchkey/protocol/theme'
import type { Handler } from './HandlerDeps.ts'
import { kitTheme } from './kitTheme.ts'

/** Stores the page's metadata. The project is the one the frame was opened for, regardless of the message. */
export const syncDappData: Handler<'SYNC_DAPP_DATA'> =
  ({ surface }) =>
  async ({ metadata }) => {
    surface.change({ claim: metadata ?? null })
    return undefined
  }

/**
 * Applies the page's theme: known variables with valid values, without those that could hide or fake a warning. The wallet's own names
 * take precedence over those of profile 4 clients, which send theirs in either field.
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
 * A soft reset: the host has dropped every request that waits for the user, and a Farcaster link becomes useless. The user
 * stays signed in.
 */
export const reload: Handler<'RELOAD'> =
  ({ session }) =>
  async () => {
    session.dropFarcaster()
    return undefined
  }

/** Answers the page's check that this document is running. */
export const ping: Handler<'PING'> = () => async () => undefined

/** The host has dropped the named requests: their signals are aborted. Reads continue. */
export const rpcAbort: Handler<'RPC_ABORT'> = () => async () => undefined
