import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The existing client as one script, pointed at a frame the way its build setting allows. */
export async function bundleExistingClient(walletUrl: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: {
      'process.env': JSON.stringify({
        NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${walletUrl}/sdk`,
        NEXT_PUBLIC_DEFAULT_LOG_LEVEL: 'silent',
      }),
      global: 'globalThis',
    },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('./existingClient.ts', import.meta.url)),
        formats: ['iife'],
        name: 'existingDapp',
      },
    },
  })
  const output = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const script = output.find((file) => file.type === 'chunk')
  if (script?.type !== 'chunk') throw new Error('The existing client was not bundled')
  return script.code
}
