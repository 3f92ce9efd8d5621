import { runMain } from '../runMain.ts'
import { readCustodyConfig } from './custodyConfig.ts'
import { startCustody } from './startCustody.ts'

await runMain(() => startCustody(readCustodyConfig(process.env)))
