import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SizesReport } from '../../scripts/sizes.ts'
import { buildRecover } from './scripts/buildRecover.ts'
import { type BuiltFile, buildVault } from './scripts/buildVault.ts'

const dist = fileURLToPath(new URL('dist', import.meta.url))

/** Builds the vault into `dist/vault` and the opener of recovery files into `dist/recover.html`, and reports the vault's sizes. */
export const build = async ({ development = false }: { development?: boolean } = {}): Promise<void> => {
  const { document, worker, screens, kdf } = await buildVault({ outDir: join(dist, 'vault'), development })
  await writeFile(join(dist, 'recover.html'), await buildRecover())
  const group = (...files: readonly BuiltFile[]) => ({ files: files.map(({ file }) => join('vault', file)), apart: [] })
  const sizes: SizesReport = { groups: { vault: group(document, worker), 'vault screens': group(screens, kdf) } }
  await writeFile(join(dist, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
}

if (import.meta.main) await build()
