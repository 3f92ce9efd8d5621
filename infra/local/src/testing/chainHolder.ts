/** A process that holds a chain and does nothing, for a test that kills it: `node chainHolder.ts <port> <state file>` */
import { createChain } from '../chain/createChain.ts'

const [port, stateFile = ''] = process.argv.slice(2)
const silent = (): void => undefined
const chain = createChain({
  name: 'chain A',
  chainId: 31337,
  port: Number(port),
  stateFile,
  log: silent,
  onGiveUp: silent,
})
await chain.start()
process.stdout.write('ready')
setInterval(silent, 60_000)
