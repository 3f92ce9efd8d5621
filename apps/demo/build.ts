/** Builds the demo as a dapp developer would: `node build.ts` writes `dist/`. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build as viteBuild } from 'vite'

export const build = async (): Promise<void> => {
  await viteBuild({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      target: 'es2023',
      emptyOutDir: true,
      chunkSizeWarningLimit: 800,
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
  })
}

if (import.meta.main) await build()
