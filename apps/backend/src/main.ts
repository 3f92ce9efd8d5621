import { readConfig } from './config.ts'
import { startBackend } from './startBackend.ts'

try {
  const backend = await startBackend(readConfig(process.env))
  const stop = () => void backend.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
