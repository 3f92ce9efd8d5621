import { parseSettings } from './parseSettings.ts'
import { startFrameServer } from './startFrameServer.ts'

// The deployed server: settings come from the environment, a signal ends it. What goes wrong at the start is said in one
// paragraph, without a stack.
try {
  const server = await startFrameServer(parseSettings(process.env))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)))
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
