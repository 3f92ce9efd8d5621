import postgres from 'postgres'
import { median } from '../statistics/median.ts'
import type { Place } from './startPlace.ts'

const rows = 1_000_000
const pages = 300
const warmUps = 20
const pageSize = 25

const aim = 3

const owner = '0x4000000000000000000000000000000000000001'

type Row = { mined_at: Date; block_number: string; position: number; hash: string }

/** Measures a page out of so many rows, over HTTP, against its bare query, in turns, as a table. */
export async function measureHistory({ apiUrl, chainId, projectId, database }: Place): Promise<string[][]> {
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    // The first request waits for the indexer, which starts with the chain's current state: empty.
    const first = await fetch(`${apiUrl}/v1/account/${owner}/history?${new URLSearchParams({ projectId, chainId })}`)
    await first.arrayBuffer()
    await fill(sql, chainId)
    const [bare, served]: [number[], number[]] = [[], []]
    let behind = { block: Number.MAX_SAFE_INTEGER, position: 0, hash: '' }
    let cursor: string | null = null
    for (let page = -warmUps; page < pages; page++) {
      const startedMs = performance.now()
      const found: Row[] = await sql`
        SELECT * FROM latchkey_api.account_transactions
        WHERE address = ${owner} AND chain_id = ${chainId}
          AND (block_number, position, hash) < (${behind.block}, ${behind.position}, ${behind.hash})
        ORDER BY block_number DESC, position DESC, hash DESC LIMIT ${pageSize + 1}`
      const bareMs = performance.now() - startedMs

      const query = new URLSearchParams({ projectId, chainId, ...(cursor === null ? {} : { cursor }) })
      const askedMs = performance.now()
      const response = await fetch(`${apiUrl}/v1/account/${owner}/history?${query}`, {
        headers: { 'X-Forwarded-For': `10.2.${(page + warmUps) >> 8}.${(page + warmUps) & 255}` },
      })
      const answered = (await response.json()) as { data: { metadata: { hash: string } }[]; next: string | null }
      const servedMs = performance.now() - askedMs
      if (answered.data.some(({ metadata }, index) => metadata.hash !== found[index]?.hash))
        throw new Error('A page is not what the query finds')
      const last = found[pageSize - 1]
      if (last === undefined || answered.data.length !== pageSize) throw new Error('A page is not full')
      behind = { block: Number(last.block_number), position: last.position, hash: last.hash }
      cursor = answered.next
      if (page < 0) continue
      bare.push(bareMs)
      served.push(servedMs)
    }
    const [bareMs, servedMs] = [median(bare), median(served)]
    return [
      [`history of ${rows.toLocaleString('en')} transfers`, 'bare query', 'through the api', 'ratio', 'aim'],
      [
        `a page of ${pageSize}`,
        `${bareMs.toFixed(2)} ms`,
        `${servedMs.toFixed(2)} ms`,
        (servedMs / bareMs).toFixed(2),
        `${aim} at most`,
      ],
    ]
  } finally {
    await sql.end()
  }
}

/** Inserts rows as the indexer writes them, four per block. */
async function fill(sql: postgres.Sql, chainId: string): Promise<void> {
  const movement = JSON.stringify([{ kind: 'native', contract: null, direction: 'in', amount: '1000000000000000000' }])
  await sql`
    INSERT INTO latchkey_api.account_transactions
      (chain_id, address, block_number, position, hash, operation, mined_at, sent_from, sent_to, failed, nonce, transfers)
    SELECT ${chainId}, ${owner}, at / 4, at % 4, '0x' || lpad(to_hex(at), 64, '0'), 'receive',
      to_timestamp(1600000000 + 12 * (at / 4)), ${owner}, ${owner}, false, at, ${movement}::text::jsonb
    FROM generate_series(1, ${rows}::integer) AS at`
  await sql`ANALYZE latchkey_api.account_transactions`
}
