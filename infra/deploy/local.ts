/**
 * `npm run deploy:local`: the deployed services on this machine without a container engine. PostgreSQL, two Redis servers, Caddy, and two
 * processes each of api, custody and frame run with the settings of `docker-compose.yml`, beside the chains, the mail inbox and the sign-in
 * providers of `npm start`. Each start begins with an empty database.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parsePortBase, runStackCommand, StackError, startStack } from '@latchkey/local'
import { buildApps } from '../../scripts/build.ts'
import { createDeployedServices } from './deployed/createDeployedServices.ts'
import { house } from './src/readCompose.ts'

const readReplicas = (): number => {
  try {
    const { replicas } = parseArgs({ options: { replicas: { type: 'string', default: '2' } } }).values
    if (!/^[1-9]$/.test(replicas)) throw new Error('--replicas must be a number from 1 to 9')
    return Number(replicas)
  } catch (error) {
    throw new StackError(`${(error as Error).message}. Usage: npm run deploy:local [-- --replicas=2]`)
  }
}

let services: ReturnType<typeof createDeployedServices> | undefined

await runStackCommand({
  readOptions: () => {
    services = createDeployedServices({ replicas: readReplicas() })
    const dataFolder = join(house, '.latchkey', `${parsePortBase(process.env.LATCHKEY_PORT_BASE)}-deployed`)
    return { dataFolder, isFresh: true, openServices: services.open }
  },
  start: async (options) => {
    await buildApps({ log: options.log })
    return await startStack(options)
  },
  notes: () => [
    ...[...(services?.processes() ?? [])].map(([name, { pid }]) => `${name.padEnd(10)} process ${pid}`),
    'Kill any of them: it is started again.',
  ],
})
