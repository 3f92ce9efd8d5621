/**
 * Size budgets of the built files.
 *
 * An app's build writes `dist/sizes.json`, a `SizesReport`, from its bundler's manifest. All limits are here. Sizes are gzip at the default
 * level, 1 KB = 1,000 bytes; style sheets and documents count like scripts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { formatTable } from './formatTable.ts'

/** `app` is the folder under `apps/` that reports the group; `limitKb` is gzipped KB of `files`, without `apart`. */
export const budgets = {
  /** What a dapp page loads before any gesture. */
  'modal entry': { app: 'modal', limitKb: 8 },
  /** Everything loaded once the modal shows Connect, entry included. */
  'modal first open': { app: 'modal', limitKb: 60 },
  /** The same on a page without React, with the renderer that the modal loads there. */
  'modal with its renderer, first open': { app: 'modal', limitKb: 80 },
  /** What the frame loads behind a dapp's page before any request. */
  'wallet frame, at load': { app: 'secure-frame', limitKb: 68 },
  /** Everything loaded once the wallet's own page shows its settings, without React. */
  'wallet page, first view': { app: 'secure-frame', limitKb: 127 },
  /**
   * Everything loaded once an approval shows what a transaction does, without React. Its chunk of parts has a field and a dialog too, which
   * the wallet's own page shares with the one that signs users in to apps. It compares swaps with those that their page showed. A chunk's
   * importer lists all of the chunk's dependencies, so that they load in parallel, and in WebKit at all.
   */
  'wallet approval, first view': { app: 'secure-frame', limitKb: 143 },
  /** The vault document and its worker: what every wallet loads. */
  vault: { app: 'vault', limitKb: 75 },
  /** What the vault loads for its first prompt: its screens, and the worker that derives secrets from passphrases. */
  'vault screens': { app: 'vault', limitKb: 35 },
} as const satisfies Record<string, { app: string; limitKb: number }>

/** React itself is counted separately, because dapps have it already. Its chunk has a limit so that nothing else hides in it. */
export const apartLimitKb = 70

export type BudgetName = keyof typeof budgets

/** One group: paths relative to the app's `dist`. `apart` lists the chunks that hold only react, react-dom and scheduler. */
export type SizeGroup = { files: string[]; apart: string[] }

/** The content of `apps/<app>/dist/sizes.json`: the groups of `budgets` that belong to the app. */
export type SizesReport = { groups: Partial<Record<BudgetName, SizeGroup>> }

export type SizeRow = {
  budget: BudgetName
  /** Gzipped bytes. */
  bytes: number
  apartBytes: number
  limitBytes: number
  /** Why the budget is exceeded; absent when it isn't. */
  failure: string | undefined
}

const readReport = (dist: string): SizesReport | undefined => {
  const path = join(dist, 'sizes.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SizesReport) : undefined
}

const gzippedBytes = (dist: string, files: readonly string[]): number =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

const measure = (root: string, budget: BudgetName): SizeRow => {
  const { app, limitKb } = budgets[budget]
  const dist = join(root, 'apps', app, 'dist')
  const limitBytes = limitKb * 1000
  const group = readReport(dist)?.groups[budget]
  if (group === undefined) {
    return { budget, bytes: 0, apartBytes: 0, limitBytes, failure: `apps/${app}/dist/sizes.json does not report it` }
  }
  const bytes = gzippedBytes(dist, group.files)
  const apartBytes = gzippedBytes(dist, group.apart)
  const failures = [
    ...(bytes === 0 ? ['it lists no files'] : []),
    ...(bytes > limitBytes ? [`${kb(bytes - limitBytes)} over`] : []),
    ...(apartBytes > apartLimitKb * 1000 ? [`React's chunk is over ${apartLimitKb} KB: what else is in it?`] : []),
  ]
  return { budget, bytes, apartBytes, limitBytes, failure: failures.join('; ') || undefined }
}

/** Measures every budget in the built apps under `root`. */
export const checkSizes = (root: string): SizeRow[] =>
  (Object.keys(budgets) as BudgetName[]).map((budget) => measure(root, budget))

export const formatSizes = (rows: readonly SizeRow[]): string =>
  formatTable(
    rows.map(({ budget, bytes, apartBytes, limitBytes, failure }) => [
      budget,
      kb(bytes),
      `of ${kb(limitBytes)}`,
      apartBytes === 0 ? '' : `and React ${kb(apartBytes)}`,
      failure ?? '',
    ]),
  )

if (import.meta.main) {
  const rows = checkSizes(fileURLToPath(new URL('..', import.meta.url)))
  console.log(formatSizes(rows))
  if (rows.some((row) => row.failure !== undefined)) process.exitCode = 1
}
