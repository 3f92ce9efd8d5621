import { readConfig } from './config.ts'
import { runMain } from './runMain.ts'
import { startBackend } from './startBackend.ts'

await runMain(() => startBackend(readConfig(process.env)))
