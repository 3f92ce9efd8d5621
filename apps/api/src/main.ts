import { runMain } from '@latchkey/service-kit/process/runMain'
import { readApiConfig } from './apiConfig.ts'
import { startApi } from './startApi.ts'

await runMain(() => startApi(readApiConfig(process.env)))
