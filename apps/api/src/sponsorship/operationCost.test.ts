import { smartAccountContracts } from '@latchkey/chains'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { concat, type Hex, numberToHex, pad, size } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAskChain } from '../chain/askChain.ts'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { operationEvent } from './operationEvent.fixture.ts'
import { readNewest, readOperationCost } from './readOperationCost.ts'

const { entryPoint } = smartAccountContracts
const owned = { sender: `0x${'5e'.repeat(20)}`, nonce: 5n }
const operationOf = (byte: string) => ({ ...owned, operationHash: `0x${byte.repeat(32)}` })

let chain: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  chain = await startAnvil()
})
afterAll(() => chain[Symbol.asyncDispose]())

/** Places code at the EntryPoint's address that emits an operation's event on every call, and returns this nonce as the next one. */
const placeEntryPoint = (operation: ReturnType<typeof operationOf>, next: bigint) => {
  const { topics, data } = operationEvent({ ...operation, costWei: 7n })
  const word = (value: string): Hex => concat(['0x7f', pad(value as Hex)])
  const stored = [0, 1, 2, 3].flatMap((at) => [
    word(`0x${data.slice(2 + at * 64, 66 + at * 64)}`),
    concat(['0x60', numberToHex(at * 32, { size: 1 }), '0x52']),
  ])
  const answer = concat([word(numberToHex(next)), '0x5f5260205ff3'])
  const log = concat([...stored, ...topics.toReversed().map(word), '0x60805fa4'])
  // A query carries data (`CALLDATASIZE`), and jumps past the event.
  const after = 5 + size(log)
  const bytecode = concat(['0x36', '0x61', numberToHex(after, { size: 2 }), '0x57', log, '0x5b', answer])
  return chain.client.setCode({ address: entryPoint, bytecode })
}

test('is told by a chain: what has landed by its event, what has not once the time is over, and nothing before', async () => {
  const { client } = chain
  const ask = createAskChain(createRpcProxy({ nodes: { 'eip155:31337': [chain.url] }, fetch }), 'eip155:31337')
  const [landed, rival] = [operationOf('ab'), operationOf('cd')]
  await placeEntryPoint(landed, 5n)
  const fromBlock = await readNewest(ask)
  const { timestamp } = await client.getBlock()
  const validUntil = new Date((Number(timestamp) + 600) * 1000)
  const longAfter = new Date(validUntil.getTime() + 3_600_000)
  const fateOf = (operation: typeof landed) =>
    readOperationCost(ask, { ...operation, validUntil, fromBlock }, longAfter)

  expect(await fateOf(rival)).toBeNull()
  const hash = await client.sendTransaction({ to: entryPoint, gas: 100_000n })
  expect((await client.waitForTransactionReceipt({ hash })).logs).toHaveLength(1)
  expect([await fateOf(landed), await fateOf(rival)]).toEqual([null, null])

  await client.increaseTime({ seconds: 700 })
  await client.mine({ blocks: 3 })
  expect(await fateOf(rival)).toBe('unused')
  await placeEntryPoint(landed, 6n)
  await client.mine({ blocks: 1 })
  expect([await fateOf(landed), await fateOf(rival)]).toEqual([{ costWei: 7n }, 'unused'])
})
