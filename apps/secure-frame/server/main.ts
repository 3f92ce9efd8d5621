import { readFileSync } from 'node:fs'
import { writeLine } from './FrameLog.ts'
import { parseSettings } from './parseSettings.ts'
import { startFrameServer } from './startFrameServer.ts'

// The deployed server: settings come from the environment, a signal ends it. Errors at the start are reported in one
// paragraph, without a stack.
try {
  const settings = parseSettings(process.env)
  const server = await startFrameServer(settings)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const { host, walletPort, vaultPort, walletOrigin, vaultOrigin } = settings
  writeLine('info', 'started', {
    version,
    listens: [walletPort, vaultPort].map((port) => `${host}:${port}`),
    walletOrigin,
    vaultOrigin,
    // Enough to distinguish builds; secret scanners could take a longer one for a key.
    builds: { wallet: server.builds.wallet.slice(0, 16), vault: server.builds.vault.slice(0, 16) },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      writeLine('info', 'stopping')
      void server.close().then(() => process.exit(0))
    })
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
