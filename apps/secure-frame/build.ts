import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SizesReport } from '../../scripts/sizes.ts'
import { buildWallet } from './scripts/buildWallet.ts'

const dist = fileURLToPath(new URL('dist', import.meta.url))

/** Builds the documents of the wallet origin into `dist/wallet`, and reports their files for the size budgets. */
export const build = async (): Promise<void> => {
  const { manifest, reactChunks, smartAccountChunks } = await buildWallet({ outDir: join(dist, 'wallet') })
  const within = (paths: readonly string[]) => paths.map((path) => join('wallet', path))
  const sizes: SizesReport = {
    groups: {
      'wallet document': {
        files: within(
          Object.keys(manifest.files).filter((path) => ![...reactChunks, ...smartAccountChunks].includes(path)),
        ),
        apart: within(reactChunks),
      },
      'wallet smart accounts': { files: within(smartAccountChunks), apart: [] },
    },
  }
  await writeFile(join(dist, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
}

if (import.meta.main) await build()
