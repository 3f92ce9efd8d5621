/**
 * Measurements: `npm run bench` lists them, `npm run bench -- login` runs one. They report and never judge: only a broken run is a failure.
 */
import { parseArgs } from 'node:util'
import { formatTable } from '../scripts/formatTable.ts'
import { accounts } from './accounts/accounts.ts'
import { calls } from './calls/calls.ts'
import { chainData } from './chain-data/chainData.ts'
import { login } from './login/login.ts'
import { modal } from './modal/modal.ts'
import { money } from './money/money.ts'
import { open } from './open/open.ts'
import { protocol } from './protocol/protocol.ts'
import { rpcFlood } from './rpc-flood/rpcFlood.ts'

const benchmarks = {
  accounts: { about: 'what logins and share releases cost the services, beside a bare route', run: accounts },
  calls: {
    about: 'calls of a smart account beside a plain one’s, in time and gas, and the codecs for them',
    run: calls,
  },
  'chain-data': {
    about: 'balances, JSON-RPC through the api beside the bare node, the indexer, and a page of a long history',
    run: chainData,
  },
  login: {
    about: 'from a code or a provider to a wallet, from a reload to an unlocked one, and a signature',
    run: login,
  },
  modal: { about: 'scrolling through 500 wallets', run: modal },
  money: { about: 'a swap: amount to quote, quote to preview, preview to the chain; what its views load', run: money },
  open: { about: 'click to a field that takes a key: the packed modal beside a bare dialog and RainbowKit', run: open },
  protocol: { about: 'calls through client and host beside bare messages, and parsing', run: protocol },
  'rpc-flood': { about: 'what one body of huge answers takes of the api: memory and processor time', run: rpcFlood },
}

const list = (): string =>
  formatTable(Object.entries(benchmarks).map(([name, { about }]) => [`npm run bench -- ${name}`, about]))

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { timeline: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [name, ...others] = positionals
  if (name === undefined) return console.log(list())
  const isKnown = (candidate: string): candidate is keyof typeof benchmarks => Object.hasOwn(benchmarks, candidate)
  if (!isKnown(name) || others.length > 0)
    throw new Error(`There is no benchmark "${positionals.join(' ')}":\n${list()}`)
  await benchmarks[name].run({ withTimeline: values.timeline, print: (line) => console.log(line) })
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
