import { runMain } from '@latchkey/service-kit/process/runMain'
import { readConfig } from './config.ts'
import { startBackend } from './startBackend.ts'

await runMain(() => startBackend(readConfig(process.env)))
