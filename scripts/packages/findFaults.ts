import { type Manifest, targetsOf } from './publishedManifest.ts'

/** A package packed by npm: its manifest, the paths of its files, and its changelog. */
export type PackedPackage = { manifest: Manifest; files: readonly string[]; changelog: string }

/** Returns the reasons not to publish a packed package, a line each; none when it is sound. */
export const findFaults = ({ manifest, files, changelog }: PackedPackage): string[] => {
  const { version, files: wanted = [], dependencies = {}, peerDependencies = {} } = manifest
  const has = (path: string): boolean => files.includes(path.replace(/^\.\//, ''))
  const faults = [
    ...(Object.hasOwn(manifest, 'private') ? ['has the field private'] : []),
    ...['devDependencies', 'scripts'].flatMap((field) => (Object.hasOwn(manifest, field) ? [`has ${field}`] : [])),
    ...Object.entries({ ...dependencies, ...peerDependencies }).flatMap(([name, range]) =>
      /^(workspace|link|file|catalog):/.test(range) ? [`depends on ${name} by ${range}`] : [],
    ),
    ...targetsOf(manifest).flatMap((target) => (has(target) ? [] : [`leads to ${target}, which isn't packed`])),
    ...wanted.flatMap((path) =>
      has(path) || files.some((file) => file.startsWith(`${path}/`)) ? [] : [`lists ${path}, which isn't packed`],
    ),
    ...['LICENSE', 'README.md', 'CHANGELOG.md'].flatMap((path) => (has(path) ? [] : [`has no ${path}`])),
    // Templates are sources of the apps that are made from them.
    ...files.flatMap((path) =>
      /^(?!templates\/).*(?<!\.d)\.[cm]?tsx?$/.test(path) ? [`packs the source ${path}`] : [],
    ),
    ...(changelog.includes(`\n## ${version}\n`) ? [] : [`has no entry for ${version} in CHANGELOG.md`]),
  ]
  return faults.map((fault) => `${manifest.name} ${fault}`)
}
