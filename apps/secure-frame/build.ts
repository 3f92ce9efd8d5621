import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SizesReport } from '../../scripts/sizes.ts'
import { buildVault } from './scripts/buildVault.ts'
import { buildWallet } from './scripts/buildWallet.ts'

const dist = fileURLToPath(new URL('dist', import.meta.url))

/** Builds both documents into `dist/wallet` and `dist/vault`, and reports their files for the size budgets. */
export const build = async (): Promise<void> => {
  const { manifest, reactChunks, smartAccountChunks } = await buildWallet({ outDir: join(dist, 'wallet') })
  const vault = await buildVault({ outDir: join(dist, 'vault') })
  const within = (folder: string, paths: readonly string[]) => paths.map((path) => join(folder, path))
  const sizes: SizesReport = {
    groups: {
      'wallet document': {
        files: within(
          'wallet',
          Object.keys(manifest.files).filter((path) => ![...reactChunks, ...smartAccountChunks].includes(path)),
        ),
        apart: within('wallet', reactChunks),
      },
      'wallet smart accounts': { files: within('wallet', smartAccountChunks), apart: [] },
      vault: { files: within('vault', [vault.document.file, vault.worker.file]), apart: [] },
      'vault screens': { files: within('vault', [vault.screens.file, vault.kdf.file]), apart: [] },
    },
  }
  await writeFile(join(dist, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
}

if (import.meta.main) await build()
