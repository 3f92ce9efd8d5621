import { parseSettings } from './parseSettings.ts'
import { startFrameServer } from './startFrameServer.ts'

// The deployed server: settings come from the environment, a signal ends it.
const server = await startFrameServer(parseSettings(process.env))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.close().then(() => process.exit(0)))
}
