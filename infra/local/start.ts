/**
 * `npm start`: builds what changed, brings the whole stack up, prints where everything is, and stops all of it on Ctrl-C.
 * `npm start -- --fresh` forgets accounts and balances first, and with `--device-link` a device
 * that an account does not know needs a mailed link beside the code, as where api and custody are apart. `npm run dev` serves the demo with hot reload.
 */
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { buildApps } from '../../scripts/build.ts'
import { formatTable } from '../../scripts/formatTable.ts'
import { startDevStack } from './src/dev/startDevStack.ts'
import { oauthProviderIds, oidcProviderIds } from './src/identity/standIns.ts'
import { parsePortBase, requireStackPorts, type Stack, StackError, type StackOptions, startStack } from './src/index.ts'

/** A stop that hangs is ended after this. */
const stopLimitMs = 10_000
/** The terminal, npm and the launcher each pass the same Ctrl-C on; a second one comes later than this. */
const sameSignalMs = 400

const say = (line: string): void => console.log(line)

const providersBy = (ports: Stack['ports']): string => {
  const oauthNames = new Intl.ListFormat('en-GB').format(oauthProviderIds.map((id) => loginProviders[id].name))
  return [
    ...oidcProviderIds.map((id) => `${loginProviders[id].name} on ${ports[id]}`),
    `${oauthNames} on ${ports.oauth}`,
  ].join('; ')
}

const addressTable = ({ urls, ports }: Stack): string =>
  formatTable([
    ['  demo dapp', urls.demo, 'start here'],
    ['  mail inbox', urls.inbox, `codes arrive here, SMTP on ${ports.smtp}`],
    ['  wallet frame', urls.wallet],
    ['  vault', urls.vault],
    ['  api', urls.api],
    ['  custody', urls.custody],
    ['  WalletConnect relay', urls.relay],
    ['  wallet to pair with', urls.walletPage, 'for WalletConnect'],
    ['  faucet', urls.faucet],
    ['  sign-in providers', urls.google, providersBy(ports)],
    ['  Farcaster phone', `${urls.farcasterRelay}/phone`, 'approves sign-ins; the relay is there too'],
    ['  chain A', urls.chainA, 'id 31337'],
    ['  chain B', urls.chainB, 'id 1337'],
    ['  bundlers', urls.bundlerA, `of chain A; of chain B on ${ports.bundlerB}`],
    ['  local Bitcoin', urls.bitcoin, 'regtest, as Esplora'],
    ['  gateway of names', urls.names, 'for what ends in .team.eth; other names are on chain A'],
    ['  local Solana', urls.solana, `subscriptions on ${ports.solanaSocket}`],
  ])

let starting: Promise<Stack> | undefined
let isEnding = false

const end = async (exitCode: number): Promise<void> => {
  if (isEnding) return
  isEnding = true
  // Chains end by themselves when this process does (`chain/createChain.ts`).
  setTimeout(() => process.exit(1), stopLimitMs).unref()
  const stack = await starting?.catch(() => undefined)
  await stack?.close()
  process.exit(exitCode)
}

const endWith = (error: unknown): void => {
  console.error(error instanceof StackError ? `latchkey: ${error.message}` : error)
  void end(1)
}

const endOnSignals = (): void => {
  let firstSignalMs: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const nowMs = performance.now()
      if (firstSignalMs === undefined) {
        firstSignalMs = nowMs
        say('\nStopping')
        void end(0)
      } else if (nowMs - firstSignalMs > sameSignalMs) {
        process.exit(1)
      }
    })
  }
}

type Options = { fresh: boolean; dev: boolean; 'device-link': boolean }

const readOptions = (): Options => {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { fresh: flag, dev: flag, 'device-link': flag } }).values
  } catch (error) {
    throw new StackError(`${(error as Error).message}. Usage: npm start [-- --fresh] [-- --device-link]`)
  }
}

const main = async (): Promise<void> => {
  const { fresh: isFresh, dev, 'device-link': asksDevices } = readOptions()
  const deviceLink: StackOptions['deviceLink'] = asksDevices ? 'always' : 'never'
  const portBase = parsePortBase(process.env.LATCHKEY_PORT_BASE)
  const options = { portBase, isFresh, deviceLink, log: say, onFailure: endWith }
  await requireStackPorts(portBase)
  if (dev) {
    starting = startDevStack(options)
  } else {
    await buildApps({ log: say })
    starting = startStack(options)
  }
  const stack = await starting
  if (isEnding) return
  say(`\n${addressTable(stack)}\n`)
  say(
    `  Accounts and balances are kept in ${relative(process.cwd(), stack.dataFolder)}; npm start -- --fresh forgets them.`,
  )
  say('  Ctrl-C stops everything.\n')
  say(`ready in ${(performance.now() / 1000).toFixed(1)} s`)
}

endOnSignals()
process.on('uncaughtException', endWith)
await main().catch(endWith)
