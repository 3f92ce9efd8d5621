import { loginProviders } from '@latchkey/protocol/loginProviders'
import { formatTable } from '../../../scripts/formatTable.ts'
import { oauthProviderIds, oidcProviderIds } from './identity/standIns.ts'
import { parsePortBase } from './ports.ts'
import { StackError } from './StackError.ts'
import { requireStackPorts, type Stack, type StackOptions } from './startStack.ts'

/** A stop that hangs is ended after this. */
const stopLimitMs = 10_000
/** The terminal, npm and the launcher each forward the same Ctrl-C; a second one comes later than this. */
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
    ['  documentation', urls.docs],
    ['  mail inbox', urls.inbox, `codes arrive here, SMTP on ${ports.smtp}`],
    ['  wallet frame', urls.wallet],
    ['  vault', urls.vault],
    ['  api', urls.api],
    ['  custody', urls.custody],
    ['  WalletConnect relay', urls.relay],
    ['  payment providers', urls.money, 'they sell tokens that are worth nothing'],
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

export type StackCommand = {
  /** Read before anything starts. Throws `StackError` for an unknown option. */
  readOptions: () => Partial<StackOptions>
  start: (options: StackOptions & { log: (line: string) => void }) => Promise<Stack>
  /** Returns the lines to print under the URLs. */
  notes: (stack: Stack) => string[]
}

/** Runs a stack in a terminal: prints all URLs, and stops everything on Ctrl-C. */
export const runStackCommand = async ({ readOptions, start, notes }: StackCommand): Promise<void> => {
  endOnSignals()
  process.on('uncaughtException', endWith)
  try {
    const portBase = parsePortBase(process.env.LATCHKEY_PORT_BASE)
    const options = { portBase, ...readOptions(), log: say, onFailure: endWith }
    await requireStackPorts(portBase)
    starting = start(options)
    const stack = await starting
    if (isEnding) return
    say(`\n${addressTable(stack)}\n`)
    for (const note of notes(stack)) say(`  ${note}`)
    say('  Ctrl-C stops everything.\n')
    say(`ready in ${(performance.now() / 1000).toFixed(1)} s`)
  } catch (error) {
    endWith(error)
  }
}
