/**
 * Size budgets of the built files.
 *
 * An app's build writes `dist/sizes.json`, a `SizesReport`, from its bundler's manifest. The limits stand here alone.
 * Sizes are gzip at the default level, 1 KB = 1,000 bytes; style sheets and documents count like scripts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { table } from './table.ts'

/** `app` is the folder under `apps/` that reports the group; `limitKb` is gzipped KB of `files`, without `apart`. */
export const budgets = {
  'modal entry': { app: 'modal', limitKb: 6, what: 'what a dapp page loads before any gesture' },
  'modal first open': {
    app: 'modal',
    limitKb: 60,
    what: 'everything loaded once the modal shows Connect, entry included',
  },
  'wallet document': {
    app: 'secure-frame',
    limitKb: 170,
    what: 'everything the wallet document can load, every lazy chunk included',
  },
  vault: { app: 'secure-frame', limitKb: 75, what: 'the vault document and its worker' },
} as const satisfies Record<string, { app: string; limitKb: number; what: string }>

/** React itself (react, react-dom, scheduler) is counted apart: dapps have it already. A chunk of it holds nothing else. */
export const apartLimitKb = 65

export type BudgetName = keyof typeof budgets

/** One group: paths relative to the app's `dist`. `apart` lists the chunks that hold only react, react-dom and scheduler. */
export type SizeGroup = { files: string[]; apart: string[] }

/** The content of `apps/<app>/dist/sizes.json`: the groups of `budgets` that belong to the app. */
export type SizesReport = { groups: Partial<Record<BudgetName, SizeGroup>> }
