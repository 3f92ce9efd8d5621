/** Builds the package in this folder and writes its published manifest: `prepack` of each package that we publish. */
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildApps, builtApps } from '../build.ts'
import { restoreManifest, writePublishedManifest } from './packing.ts'

const folder = process.cwd()
const app = builtApps.find((name) => name === basename(folder))

restoreManifest(folder)
// npm's standard output must be only the name of the tarball, or JSON.
if (app !== undefined) await buildApps({ log: (line) => console.error(line), apps: [app] })
else {
  const { build } = (await import(pathToFileURL(join(folder, 'build.ts')).href)) as { build: () => Promise<void> }
  await build()
}
writePublishedManifest(folder)
