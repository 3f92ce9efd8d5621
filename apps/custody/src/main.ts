import { runMain } from '@latchkey/service-kit/process/runMain'
import { readCustodyConfig } from './custodyConfig.ts'
import { startCustody } from './startCustody.ts'

await runMain(() => startCustody(readCustodyConfig(process.env)))
