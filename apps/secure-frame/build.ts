import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SizeGroup, SizesReport } from '../../scripts/sizes.ts'
import { buildWallet } from './scripts/buildWallet.ts'

const dist = fileURLToPath(new URL('dist', import.meta.url))

/** Builds the documents of the wallet origin into `dist/wallet`, and reports their files for the size budgets. */
export const build = async ({ development = false }: { development?: boolean } = {}): Promise<void> => {
  const { manifest, reactChunks, loadedBy } = await buildWallet({ outDir: join(dist, 'wallet'), development })
  const group = (...modules: readonly string[]): SizeGroup => {
    const files = [...loadedBy('main.ts', ...modules), ...manifest.styles]
    const within = (paths: readonly string[]) => paths.map((path) => join('wallet', path))
    return {
      files: within(files.filter((path) => !reactChunks.includes(path))),
      apart: within(files.filter((path) => reactChunks.includes(path))),
    }
  }
  const sizes: SizesReport = {
    groups: {
      'wallet frame, at load': group(),
      'wallet page, first view': group('pages/settings/startSettings.ts', 'pages/settings/mountSettings.tsx'),
      'wallet approval, first view': group('approvals/openScreens.ts', 'approvals/eth_sendTransaction.tsx'),
    },
  }
  await writeFile(join(dist, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
}

if (import.meta.main) await build()
