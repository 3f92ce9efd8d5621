import { runMain } from '@latchkey/service-kit/process/runMain'
import { readSecretFiles } from '@latchkey/service-kit/settings/readSecretFiles'
import { readConfig } from './config.ts'
import { startBackend } from './startBackend.ts'

await runMain(() => startBackend(readConfig(readSecretFiles(process.env))))
