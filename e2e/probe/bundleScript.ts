import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Bundles one of our files as a script to run in a page. `env` becomes its `process.env`. */
export async function bundleScript(entry: URL, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env': JSON.stringify(env),
      global: 'globalThis',
    },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(entry), formats: ['iife'], name: 'probe' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const output = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const script = output.find((file) => file.type === 'chunk')
  if (script?.type !== 'chunk') throw new Error(`Nothing was built of ${entry.href}`)
  return script.code
}
