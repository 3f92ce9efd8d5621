/**
 * The manifest of a package as npm publishes it, derived from the one that the workspace uses.
 *
 * Inside the workspace, `exports` leads to the source, and `dependencies` lists what the source imports. The build bundles
 * most of it. So in the published manifest:
 *
 * - the fields of `publishConfig` that npm itself doesn't read (`exports`, `bin`, `sideEffects`, …) replace those of the manifest;
 * - `dependencies` keeps only the packages that the built files import, with `workspace:*` replaced by the version;
 * - `devDependencies` and `scripts` are gone.
 */

export type Manifest = {
  name: string
  version: string
  private?: boolean
  files?: string[]
  exports?: unknown
  bin?: unknown
  scripts?: Record<string, string>
  publishConfig?: Record<string, unknown>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  [field: string]: unknown
}

/** The settings of `npm publish` itself; pnpm and we read the other fields of `publishConfig`. */
const npmSettings = ['access', 'provenance', 'registry', 'tag']

const pathsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : []
}

/** Returns the target paths of a manifest's `exports` and `bin`. */
export const targetsOf = ({ exports, bin }: Pick<Manifest, 'exports' | 'bin'>): string[] =>
  [...new Set([...pathsIn(exports), ...pathsIn(bin)])].toSorted()

/**
 * Returns the manifest to publish. `imported` are the packages that the built files import.
 *
 * Throws an `Error` when the package is private, when a built file imports a package that the manifest doesn't declare, or
 * when it imports a package of the workspace that isn't published.
 */
export const publishedManifest = (
  manifest: Manifest,
  imported: readonly string[],
  workspace: readonly Manifest[],
): Manifest => {
  const { scripts: _, devDependencies: __, dependencies = {}, publishConfig = {}, ...rest } = manifest
  const { name, peerDependencies = {} } = manifest
  if (manifest.private) throw new Error(`${name} is private`)
  const needed = imported.filter((one) => one !== name && !Object.hasOwn(peerDependencies, one))
  const versions = needed.map((one) => {
    const version = dependencies[one]
    if (version === undefined) throw new Error(`The built files of ${name} import ${one}, which it doesn't declare`)
    if (!version.startsWith('workspace:')) return [one, version]
    const other = workspace.find((candidate) => candidate.name === one && !candidate.private)
    if (other === undefined) throw new Error(`The built files of ${name} import ${one}, which isn't published`)
    return [one, other.version]
  })
  const fields = Object.entries(publishConfig)
  const settings = fields.filter(([field]) => npmSettings.includes(field))
  return {
    ...rest,
    ...Object.fromEntries(fields.filter(([field]) => !npmSettings.includes(field))),
    ...(versions.length > 0 && { dependencies: Object.fromEntries(versions) }),
    ...(settings.length > 0 && { publishConfig: Object.fromEntries(settings) }),
  }
}
