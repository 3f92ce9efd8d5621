/** `npm run paymaster` and `npm run name-resolver`: makes the key of a contract's signer, or deploys the contract. */
import { runDeployCommand } from './deployCommand.ts'
import { deployNameResolver } from './name-resolver/deployNameResolver.ts'
import { deployPaymaster } from './paymaster/deployPaymaster.ts'

const [contract, ...args] = process.argv.slice(2)

const run = (): Promise<string> => {
  if (contract === 'paymaster') return runDeployCommand(deployPaymaster, args, process.env)
  if (contract === 'name-resolver') return runDeployCommand(deployNameResolver, args, process.env)
  throw new Error('Usage: main.ts paymaster|name-resolver …')
}

try {
  console.log(await run())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
