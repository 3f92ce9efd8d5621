import { readFileSync } from 'node:fs'
import { parseSettings } from './parseSettings.ts'
import { startFrameServer } from './startFrameServer.ts'

/** A line of the log, as those of the services. The documents that it sends have none. */
const log = (event: string, facts: object = {}): void => {
  process.stdout.write(
    `${JSON.stringify({ at: new Date().toISOString(), level: 'info', event, part: 'frame', ...facts })}\n`,
  )
}

// The deployed server: settings come from the environment, a signal ends it. What goes wrong at the start is said in one
// paragraph, without a stack.
try {
  const settings = parseSettings(process.env)
  const server = await startFrameServer(settings)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const { host, walletPort, vaultPort, walletOrigin, vaultOrigin } = settings
  log('started', {
    version,
    listens: [walletPort, vaultPort].map((port) => `${host}:${port}`),
    walletOrigin,
    vaultOrigin,
    // As much as tells builds apart: what is longer could be a key for all that who looks for leaks can tell.
    builds: { wallet: server.builds.wallet.slice(0, 16), vault: server.builds.vault.slice(0, 16) },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log('stopping')
      void server.close().then(() => process.exit(0))
    })
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
