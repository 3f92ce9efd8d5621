import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { translateNodeError } from '@latchkey/chains'
import { expect, onTestFinished, test } from 'vitest'
import { askOwnNodes } from './askOwnNodes.ts'

/** A node that answers every call with one body. */
const startNode = async (body: unknown, status = 200): Promise<string> => {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(body)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const call = { method: 'eth_blockNumber' }
const answer = { jsonrpc: '2.0', id: 0, result: '0x10' }

test('the first node that answers is believed', async () => {
  expect(
    await askOwnNodes(['http://127.0.0.1:1', await startNode({}), await startNode(answer)], call, translateNodeError),
  ).toBe('0x10')
})

test('a refusal is an answer: no other node is asked', async () => {
  const refusing = await startNode({ jsonrpc: '2.0', id: 0, error: { code: 3, message: 'execution reverted' } })
  const asked = askOwnNodes([refusing, await startNode(answer)], call, translateNodeError)
  await expect(asked).rejects.toMatchObject({ name: 'EXECUTION_REVERTED' })
})

test.each([[[]], [['http://127.0.0.1:1']]])('without a node that answers there is no answer', async (nodes) => {
  await expect(askOwnNodes(nodes, call, translateNodeError)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})
