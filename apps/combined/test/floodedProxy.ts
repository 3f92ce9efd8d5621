import { StreamedJson, streamedJson } from '@latchkey/service-kit/http/streamedJson'
import { networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import { rpcBody } from '../../api/src/chain/rpcBody.ts'
import { createRpcProxy } from '../../api/src/chain/rpcProxy.ts'
import { pageAt } from '../../api/src/chain/sharer.ts'

/** Forwards one body of 16 log searches, as the api does, and prints the resources that this process used. */
const chain = 'eip155:31337'
const proxy = createRpcProxy({ nodes: { [chain]: [process.argv[2] ?? ''] }, fetch })
const logs = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'eth_getLogs',
  params: [{ address: `0x${'ab'.repeat(20)}` }],
})

const [rssBefore, cpuBefore] = [process.memoryUsage().rss, process.cpuUsage()]
let maxRss = rssBefore
const look = (): void => {
  maxRss = Math.max(maxRss, process.memoryUsage().rss)
}
const timer = setInterval(look, 2)
const passed = await proxy.pass(
  chain,
  Array.from({ length: 16 }, (_, id) => logs(id)),
  { requester: pageAt(networksOf('192.0.2.7'), 'demo'), logBlocks: 10_000, callGas: 50_000_000 },
)
const answered = [passed.answered].flat().filter((each) => 'result' in each).length
const body = rpcBody(passed)
let sentBytes = 0
if (body instanceof StreamedJson) {
  for await (const piece of streamedJson(body, 200).body ?? []) {
    sentBytes += piece.length
    look()
  }
}
clearInterval(timer)
look()
const { user, system } = process.cpuUsage(cpuBefore)
console.log(JSON.stringify({ answered, sentBytes, extraBytes: maxRss - rssBefore, cpuMs: (user + system) / 1000 }))
