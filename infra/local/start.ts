/**
 * `npm start`: builds what changed, brings the whole stack up, prints where everything is, and stops all of it on Ctrl-C.
 * `npm start -- --fresh` forgets accounts and balances first, and with `--device-link` a device
 * that an account does not know needs a mailed link beside the code, as where api and custody are apart. `npm run dev` serves the demo with hot reload.
 */
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApps } from '../../scripts/build.ts'
import { startDevStack } from './src/dev/startDevStack.ts'
import { StackError, startStack } from './src/index.ts'
import { runStackCommand } from './src/runStackCommand.ts'

const flag = { type: 'boolean', default: false } as const
const readFlags = () => {
  try {
    return parseArgs({ options: { fresh: flag, dev: flag, 'device-link': flag } }).values
  } catch (error) {
    throw new StackError(`${(error as Error).message}. Usage: npm start [-- --fresh] [-- --device-link]`)
  }
}

await runStackCommand({
  readOptions: () => {
    const flags = readFlags()
    return { isFresh: flags.fresh, deviceLink: flags['device-link'] ? 'always' : 'never' }
  },
  start: async (options) => {
    if (readFlags().dev) return await startDevStack(options)
    await buildApps({ log: options.log })
    return await startStack(options)
  },
  notes: ({ dataFolder }) => [
    `Accounts and balances are kept in ${relative(process.cwd(), dataFolder)}; npm start -- --fresh forgets them.`,
  ],
})
