import { runMain } from '@latchkey/service-kit/process/runMain'
import { readSecretFiles } from '@latchkey/service-kit/settings/readSecretFiles'
import { readCustodyConfig } from './custodyConfig.ts'
import { startCustody } from './startCustody.ts'

await runMain(() => startCustody(readCustodyConfig(readSecretFiles(process.env))))
