/**
 * `npm start`: builds what changed, starts the whole stack, prints its URLs, and stops everything on Ctrl-C. `npm start -- --fresh` deletes
 * accounts and balances first, and with `--device-link` a device that is new to an account needs a mailed link beside the code, as in a
 * deployment with separate api and custody. `npm run dev` serves the demo with hot reload. `npm start -- --origin http://localhost:5173`
 * also allows your own dapp, in any folder.
 */
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApps } from '../../scripts/build.ts'
import { startDevStack } from './src/dev/startDevStack.ts'
import { StackError, startStack } from './src/index.ts'
import { readDappOrigin } from './src/localProjects.ts'
import { runStackCommand } from './src/runStackCommand.ts'

const flag = { type: 'boolean', default: false } as const
const readFlags = () => {
  try {
    const origin = { type: 'string', multiple: true, default: [] as string[] } as const
    return parseArgs({ options: { fresh: flag, dev: flag, 'device-link': flag, origin } }).values
  } catch (error) {
    throw new StackError(
      `${(error as Error).message}. Usage: npm start -- [--fresh] [--device-link] [--origin <your dapp’s address>]`,
    )
  }
}

await runStackCommand({
  readOptions: () => {
    const flags = readFlags()
    return {
      isFresh: flags.fresh,
      deviceLink: flags['device-link'] ? 'always' : 'never',
      dappOrigins: flags.origin.map(readDappOrigin),
    }
  },
  start: async (options) => {
    if (readFlags().dev) return await startDevStack(options)
    await buildApps({ log: options.log })
    return await startStack(options)
  },
  notes: ({ dataFolder, urls }) => [
    ...readFlags().origin.map(
      (origin) =>
        `For ${origin}: createModal({ projectId: 'demo', frameUrl: '${urls.wallet}', apiUrl: '${urls.api}', networks: ['eip155:31337'] })`,
    ),
    `Accounts and balances are kept in ${relative(process.cwd(), dataFolder)}; npm start -- --fresh forgets them.`,
  ],
})
