import { setTimeout as sleep } from 'node:timers/promises'
import { localTokens } from '@latchkey/local'
import postgres from 'postgres'
import { median } from '../statistics/median.ts'
import { percentile } from '../statistics/percentile.ts'
import { askNode } from './askNode.ts'
import type { Place } from './startPlace.ts'

const transfers = 6_000
/** As many as the indexer keeps of one account. */
const aBlock = 50
const newcomers = 20

const aims = { aSecond: 1_000, lagMs: 2_000 }
const giveUpMs = 60_000

/** Arbitrary addresses without known keys. */
const receiver = '0x3000000000000000000000000000000000000001'
const mint = `0x40c10f19${receiver.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`

/** Measures how fast the past of an account is read into PostgreSQL, and how soon new transactions are in it, as a table. */
export async function measureIndexer(place: Place): Promise<string[][]> {
  const sql = postgres(place.database.url, { max: 1, onnotice: () => {} })
  try {
    const rowsOf = async (): Promise<number> => {
      const [row] = await sql`
        SELECT count(*)::integer AS count FROM latchkey_api.account_transactions WHERE address = ${receiver}`
      return row?.count
    }
    const until = async (count: number, pauseMs: number): Promise<void> => {
      const deadline = performance.now() + giveUpMs
      while ((await rowsOf()) < count) {
        if (performance.now() > deadline) throw new Error('The indexer does not come to an end')
        await sleep(pauseMs)
      }
    }

    const sender = await mineTransfers(place.nodeUrl)
    const startedMs = performance.now()
    await askHistory(place)
    await until(transfers, 20)
    const aSecond = transfers / ((performance.now() - startedMs) / 1000)

    const lags: number[] = []
    for (let count = 1; count <= newcomers; count++) {
      await askNode(place.nodeUrl, 'eth_sendTransaction', [{ from: sender, to: receiver, value: '0x1' }])
      const minedMs = performance.now()
      await until(transfers + count, 10)
      lags.push(performance.now() - minedMs)
      // Out of step with the indexer's own polling.
      await sleep(150 * (count % 7))
    }
    return [
      ['indexer into PostgreSQL', 'median', 'p95', 'aim', 'of aim'],
      [
        'transfers a second, coins and tokens, with receipts',
        aSecond.toFixed(0),
        '',
        String(aims.aSecond),
        (aSecond / aims.aSecond).toFixed(2),
      ],
      [
        'from mined to in the table',
        `${median(lags).toFixed(0)} ms`,
        `${percentile(lags, 0.95).toFixed(0)} ms`,
        `${aims.lagMs} ms`,
        (percentile(lags, 0.95) / aims.lagMs).toFixed(2),
      ],
    ]
  } finally {
    await sql.end()
  }
}

/** Mines transfers, half coins, half tokens, in full blocks. Returns their senders. */
async function mineTransfers(nodeUrl: string): Promise<string> {
  const [sender] = (await askNode(nodeUrl, 'eth_accounts', [])) as string[]
  if (sender === undefined) throw new Error('The chain has no accounts')
  await askNode(nodeUrl, 'evm_setAutomine', [false])
  const first = Number(await askNode(nodeUrl, 'eth_getTransactionCount', [sender, 'latest']))
  for (let block = 0; block < transfers / aBlock; block++) {
    const calls = Array.from({ length: aBlock }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_sendTransaction',
      params: [
        {
          from: sender,
          nonce: `0x${(first + block * aBlock + id).toString(16)}`,
          ...(id % 2 === 0
            ? { to: receiver, value: '0x1', gas: '0x5208' }
            : { to: localTokens.lkey.address, data: mint, gas: '0x186a0' }),
        },
      ],
    }))
    const response = await fetch(nodeUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(calls),
    })
    const answered = (await response.json()) as { error?: { message: string } }[]
    const refused = answered.find(({ error }) => error !== undefined)
    if (refused !== undefined) throw new Error(`A transfer was refused: ${refused.error?.message}`)
    await askNode(nodeUrl, 'evm_mine', [])
  }
  await askNode(nodeUrl, 'evm_setAutomine', [true])
  return sender
}

async function askHistory({ apiUrl, chainId, projectId }: Place): Promise<void> {
  const query = new URLSearchParams({ projectId, chainId })
  // The first request waits a while for the indexer; here it isn't awaited.
  const response = fetch(`${apiUrl}/v1/account/${receiver}/history?${query}`)
  void response.then((answered) => answered.arrayBuffer()).catch(() => undefined)
}
