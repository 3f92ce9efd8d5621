/** Builds the demo as a dapp developer would, with the kit as it is published: `node build.ts` writes `dist/`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build as viteBuild } from 'vite'

const kit = fileURLToPath(new URL('../modal', import.meta.url))

/** The files of an installed package's entries; in the workspace, entries resolve to the source. */
const publishedFiles = (): { find: RegExp; replacement: string }[] => {
  const { name, publishConfig } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8')) as {
    name: string
    publishConfig: { exports: Record<string, string | { default: string }> }
  }
  return Object.entries(publishConfig.exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [{ find: new RegExp(`^${name}${entry.slice(1)}$`), replacement: join(kit, target.default) }],
  )
}

export const build = async (): Promise<void> => {
  await viteBuild({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: { alias: publishedFiles() },
    build: {
      target: 'es2023',
      emptyOutDir: true,
      chunkSizeWarningLimit: 800,
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
  })
}

if (import.meta.main) await build()
