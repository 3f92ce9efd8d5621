import { must, show } from '../Deviation.ts'
import type { Line } from '../openLine.ts'
import type { RuleGroup } from '../Rule.ts'
import type { Target } from '../Target.ts'

/** The first requests of clients, in their order. */
const beginning = ({ projectId, chains }: Target): readonly (readonly [name: string, payload?: unknown])[] => [
  ['SYNC_DAPP_DATA', { projectId }],
  ['GET_SMART_ACCOUNT_ENABLED_NETWORKS'],
  ['IS_CONNECTED'],
  ['SYNC_THEME', { themeMode: 'light' }],
  ['SWITCH_NETWORK', { chainId: chains[0] }],
  ['GET_CHAIN_ID'],
  ['GET_USER', { chainId: chains[0] }],
]

/** Sends all without waiting; each must be answered, and all but GET_USER must succeed while signed out. */
const askAll = async (line: Line, requests: ReturnType<typeof beginning>): Promise<void> => {
  const sent: (readonly [id: string, name: string])[] = []
  for (const [name, payload] of requests) sent.push([await line.send(name, payload), name])
  for (const [id, name] of sent) {
    const answer = await line.answer(id, name)
    must(answer.isSuccess || name === 'GET_USER', `${name} failed: ${show(answer.raw)}`)
  }
}

/** The order of messages at startup and of concurrent requests. */
export const order: RuleGroup = {
  title: 'Order',
  rules: [
    {
      profile: 'both',
      name: 'IS_CONNECTED at once after READY, before SYNC_DAPP_DATA, is answered',
      source: 'wire 8',
      check: async ({ openLine }) => {
        await (await openLine()).get('IS_CONNECTED')
      },
    },
    {
      profile: 'both',
      name: 'the first requests may come all at once',
      source: 'wire 8',
      check: async ({ openLine, target }) => await askAll(await openLine(), beginning(target)),
    },
    {
      profile: 'both',
      name: 'the first requests may come in the opposite order',
      source: 'wire 8',
      check: async ({ openLine, target }) => await askAll(await openLine(), beginning(target).toReversed()),
    },
    {
      profile: 'both',
      name: 'CONNECT_EMAIL before the first requests are answered is answered',
      source: 'wire 8',
      check: async ({ openLine }) => {
        const line = await openLine()
        const early = await line.send('GET_SMART_ACCOUNT_ENABLED_NETWORKS')
        await line.fail('CONNECT_EMAIL', { email: 'this is no address' })
        await line.answer(early, 'GET_SMART_ACCOUNT_ENABLED_NETWORKS')
      },
    },
    {
      profile: 'both',
      name: 'SYNC_DAPP_DATA may follow RELOAD without waiting',
      source: 'wire 4',
      check: async ({ openLine, target }) => {
        const line = await openLine()
        await askAll(line, [['RELOAD'], ['SYNC_DAPP_DATA', { projectId: target.projectId }], ['IS_CONNECTED']])
      },
    },
    {
      profile: 'both',
      name: 'a GET_USER with a chain of Solana, alone and first, is answered',
      source: 'wire 8',
      check: async ({ openLine }) => {
        await (await openLine()).ask('GET_USER', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
      },
    },
    {
      profile: 'both',
      name: 'CONNECT_FARCASTER before GET_FARCASTER_URI disturbs nothing',
      source: 'wire 8',
      check: async ({ openLine }) => {
        const line = await openLine()
        await line.send('CONNECT_FARCASTER')
        await line.send('CONNECT_FARCASTER')
        await line.get('IS_CONNECTED')
      },
    },
  ],
}
