import { runMain } from '@latchkey/service-kit/process/runMain'
import { readSecretFiles } from '@latchkey/service-kit/settings/readSecretFiles'
import { readApiConfig } from './apiConfig.ts'
import { startApi } from './startApi.ts'

await runMain(() => startApi(readApiConfig(readSecretFiles(process.env))))
