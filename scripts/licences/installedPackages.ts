import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Use } from './assessLicence.ts'

export type Manifest = {
  name: string
  version: string
  license?: string | { type: string }
  licenses?: readonly { type: string }[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export type InstalledPackage = {
  /** Its path, without symbolic links. */
  folder: string
  manifest: Manifest
  use: Use
  /** Its dependency path: package names from the workspace's manifest down. */
  path: readonly string[]
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Finds a package as Node does: in the nearest `node_modules` upwards that has it. */
const findPackage = (from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
    if (dirname(folder) === folder) return undefined
  }
}

const workspaceFolders = (root: string): string[] => {
  const inside = (folder: string): string[] => {
    if (!existsSync(join(root, folder))) return []
    return readdirSync(join(root, folder)).map((name) => join(root, folder, name))
  }
  const candidates = [
    root,
    join(root, 'e2e'),
    join(root, 'bench'),
    join(root, 'chaos'),
    join(root, 'docs/site'),
    ...['apps', 'packages', 'infra'].flatMap(inside),
  ]
  return candidates.filter((folder) => existsSync(join(folder, 'package.json')))
}

/** Dependencies of `apps` and `packages` reach users; everything else in the repository stays with us. */
const reachesUsers = (root: string, folder: string): boolean =>
  [join(root, 'apps'), join(root, 'packages')].includes(dirname(folder))

/**
 * Returns every package that the workspace at `root` has installed and uses, directly or not, without workspace packages.
 *
 * A package that is used in both ways counts as run time. Packages for other platforms are not installed and not listed.
 */
export const installedPackages = (root: string): InstalledPackage[] => {
  const found = new Map<string, InstalledPackage>()

  const visit = (from: string, name: string, use: Use, path: readonly string[]): void => {
    const folder = findPackage(from, name)
    if (folder === undefined || !folder.includes('node_modules')) return
    const known = found.get(folder)
    if (known !== undefined && (known.use === 'run time' || use === 'development')) return
    const manifest = readManifest(folder)
    const here = [...path, name]
    found.set(folder, { folder, manifest, use, path: here })
    const needs = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }
    for (const needed of Object.keys(needs)) visit(folder, needed, use, here)
  }

  for (const folder of workspaceFolders(root)) {
    const manifest = readManifest(folder)
    const use = reachesUsers(root, folder) ? 'run time' : 'development'
    const direct = { ...manifest.dependencies, ...manifest.optionalDependencies }
    for (const name of Object.keys(direct)) visit(folder, name, use, [manifest.name])
    for (const name of Object.keys(manifest.devDependencies ?? {})) visit(folder, name, 'development', [manifest.name])
  }
  return [...found.values()].toSorted((a, b) => a.manifest.name.localeCompare(b.manifest.name))
}
