import { runMain } from '../runMain.ts'
import { readApiConfig } from './apiConfig.ts'
import { startApi } from './startApi.ts'

await runMain(() => startApi(readApiConfig(process.env)))
