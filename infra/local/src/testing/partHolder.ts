/** A process that holds a part in another one and does nothing, for a test that kills it: `node partHolder.ts <port>` */
import { startPartProcess } from '../process/startPartProcess.ts'
import type { SmallFacts } from './smallPart.ts'

const silent = (): void => undefined
await startPartProcess<SmallFacts>({
  title: 'small part',
  module: new URL('./smallPart.ts', import.meta.url),
  facts: { port: Number(process.argv[2]) },
  onFailure: silent,
})
process.stdout.write('ready')
setInterval(silent, 60_000)
