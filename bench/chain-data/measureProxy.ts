import { runAtOnce } from '../accounts/runAtOnce.ts'
import { median } from '../statistics/median.ts'
import { farMs, type Place } from './startPlace.ts'

const rounds = 60
const warmUps = 5
const together = 64
const inFlight = 16
const batch = 100

const aim = 1.5

type Node = { chainId: string; nodeUrl: string }
type Line = { title: string; node: Node; body: unknown; count: number; atOnce: number }

/** Sends the same bodies to the bare node, through a bare proxy, and through the api, in turns; a ratio is that of the medians. */
export async function measureProxy({
  apiUrl,
  bareProxyUrl,
  projectId,
  tokens,
  far,
  ...near
}: Place): Promise<string[][]> {
  const balanceOf = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_getBalance',
    params: [tokens.holders[0], 'latest'],
  })
  const one = { body: balanceOf(1), count: 1, atOnce: 1 }
  const many = { body: Array.from({ length: batch }, (_, id) => balanceOf(id)), count: 1, atOnce: 1 }
  const lines: Line[] = [
    { title: 'one call', node: near, ...one },
    { title: `of ${inFlight} in flight`, node: near, ...one, count: together, atOnce: inFlight },
    { title: `a batch of ${batch}`, node: near, ...many },
    { title: `one call, the node ${farMs} ms away`, node: far, ...one },
    { title: `a batch of ${batch}, the node ${farMs} ms away`, node: far, ...many },
  ]
  const proxyOf = ({ chainId }: Node): string => `${apiUrl}/v1?${new URLSearchParams({ chainId, projectId })}`
  let callers = 0
  const run = async (url: string, { body, count, atOnce }: Line): Promise<number> => {
    const text = JSON.stringify(body)
    const { wholeMs } = await runAtOnce(count, atOnce, async () => {
      const caller = ++callers
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.1.${caller >> 8}.${caller & 255}` },
        body: text,
      })
      const answered = await response.text()
      if (!response.ok || answered.includes('"error"'))
        throw new Error(`${url} answered ${response.status}: ${answered.slice(0, 200)}`)
    })
    return wholeMs / count
  }
  const rows: string[][] = [
    ['JSON-RPC', 'bare node', 'bare proxy', 'the api', 'api : node', 'aim', 'bare proxy : node', 'api : bare proxy'],
  ]
  for (const line of lines) {
    const ways = [line.node.nodeUrl, `${bareProxyUrl}/${line.node.chainId}`, proxyOf(line.node)]
    const times: number[][] = ways.map(() => [])
    for (let round = -warmUps; round < rounds; round++)
      for (const [way, url] of ways.entries()) {
        const tookMs = await run(url, line)
        if (round >= 0) times[way]?.push(tookMs)
      }
    const [nodeMs = 0, floorMs = 0, apiMs = 0] = times.map(median)
    rows.push([
      line.title,
      ...[nodeMs, floorMs, apiMs].map((ms) => `${ms.toFixed(2)} ms`),
      (apiMs / nodeMs).toFixed(2),
      `${aim} at most`,
      (floorMs / nodeMs).toFixed(2),
      (apiMs / floorMs).toFixed(2),
    ])
  }
  return rows
}
