import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findImports } from './findImports.ts'
import { type Manifest, publishedManifest, targetsOf } from './publishedManifest.ts'

const house = fileURLToPath(new URL('../..', import.meta.url))

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest

const keptPath = (folder: string): string =>
  join(house, 'node_modules', '.cache', 'latchkey', 'pack', `${basename(folder)}.json`)

/** Restores the workspace's manifest in a package's folder. Does nothing when it is there. */
export const restoreManifest = (folder: string): void => {
  const kept = keptPath(folder)
  if (!existsSync(kept)) return
  rmSync(join(folder, 'LICENSE'), { force: true })
  renameSync(kept, join(folder, 'package.json'))
}

/**
 * Replaces the manifest in a built package's folder with the one to publish, until `restoreManifest`, and puts the license
 * beside it: npm packs what it finds in the folder, and ignores `publishConfig.exports`.
 *
 * Throws an `Error` for what `publishedManifest` rejects, and for exports without a file.
 */
export const writePublishedManifest = (folder: string): void => {
  restoreManifest(folder)
  const path = join(folder, 'package.json')
  const manifest = readManifest(path)
  const workspace = globSync('{apps,packages}/*/package.json', { cwd: house }).map((one) =>
    readManifest(join(house, one)),
  )
  const published = publishedManifest(manifest, findImports(folder, manifest.files ?? []), workspace)
  const missing = targetsOf(published).filter((target) => !existsSync(join(folder, target)))
  if (missing.length > 0) throw new Error(`The build of ${manifest.name} made no ${missing.join(', ')}`)
  mkdirSync(join(keptPath(folder), '..'), { recursive: true })
  copyFileSync(path, keptPath(folder))
  copyFileSync(join(house, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(path, `${JSON.stringify(published, null, 2)}\n`)
}
