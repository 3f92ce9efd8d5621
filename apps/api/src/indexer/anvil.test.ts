import type { Database } from '@latchkey/service-kit/db/database'
import { silentLog } from '@latchkey/service-kit/log'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccountIndex } from './accountIndex.ts'
import { createTestIndexer, rowsOf } from './indexing.fixture.ts'
import { startEmitter } from './startEmitter.fixture.ts'
import { startIndexer } from './startIndexer.ts'

const chainId = 'eip155:31337'
const index = { [chainId]: { from: 0 } }
const friend: Address = `0x${'f'.repeat(40)}`

let chain: Awaited<ReturnType<typeof startEmitter>>
let database: Database
beforeAll(async () => {
  ;[chain, database] = await Promise.all([startEmitter(), copyTemplate(inject('databaseTemplate'))])
})
afterAll(async () => {
  await database.close()
  await chain[Symbol.asyncDispose]()
})

const emit = (functionName: string, args: readonly unknown[]) =>
  chain.client.writeContract({ ...chain.emitter, functionName, args, gas: 1_000_000n } as never)
const send = (to: Address, value: string) => chain.client.sendTransaction({ to, value: parseEther(value) })
const indexer = () => createTestIndexer({ database, chainId, fetch: globalThis.fetch, urls: [chain.url], leaseMs: 0 })
const historyOf = async (address: string) => {
  const rows = await rowsOf(database, chainId)
  return rows.filter((row) => row.address === address.toLowerCase())
}

test('a real chain: its past, what comes, and five blocks taken back in between', async () => {
  const me = chain.client.account.address
  const token = chain.emitter.address
  await send(friend, '1')
  await emit('transfer', [me, friend, 5n])
  await emit('single', [friend, me, 7n, 2n])
  await emit('batch', [friend, me, [1n, 2n], [3n, 4n]])
  const failed = await emit('fail', [])
  expect((await chain.client.waitForTransactionReceipt({ hash: failed })).status).toBe('reverted')

  const accounts = createAccountIndex({ database, index })
  expect(await accounts.tokensSeen(me, chainId)).toEqual([])
  await accounts.track(friend, chainId)
  const own = indexer()
  await own.settle()

  const amounts = (rows: Awaited<ReturnType<typeof historyOf>>) =>
    rows.map(({ operation, transfers }) => [
      operation,
      ...(transfers as { direction: string; amount: string }[]).map(
        ({ direction, amount }) => `${direction} ${amount}`,
      ),
    ])
  expect(amounts(await historyOf(me))).toEqual([
    ['send', `out ${parseEther('1')}`],
    ['send', 'out 5'],
    ['receive', 'in 2'],
    ['receive', 'in 3', 'in 4'],
    ['execute'],
  ])
  expect((await historyOf(me)).at(-1)).toMatchObject({ failed: true, hash: failed, nonce: '4' })
  expect(amounts(await historyOf(friend))).toHaveLength(4)
  expect(await accounts.tokensSeen(me, chainId)).toEqual([token.toLowerCase()])

  // Six more blocks, of which the last five are replaced by others with other transactions.
  for (let value = 1; value <= 6; value++) await send(friend, `0.${value}`)
  await own.settle()
  expect(await historyOf(friend)).toHaveLength(10)
  await chain.client.request({ method: 'anvil_reorg', params: [5, []] } as never)
  await own.round()
  expect((await historyOf(friend)).length).toBeLessThanOrEqual(5)
  await send(friend, '9')
  await own.settle()
  expect(amounts(await historyOf(friend)).slice(4)).toEqual([
    ['receive', `in ${parseEther('0.1')}`],
    ['receive', `in ${parseEther('9')}`],
  ])
})

test('what a running indexer is asked for comes while it runs, and it gives the chain up in the end', async () => {
  const running = startIndexer({ database, index, nodes: { [chainId]: [chain.url] }, fetch, log: silentLog })
  try {
    await expect.poll(async () => (await historyOf(friend)).length, { timeout: 20_000 }).toBeGreaterThan(0)
    const before = (await historyOf(friend)).length
    await send(friend, '0.01')
    await expect.poll(async () => (await historyOf(friend)).length, { timeout: 20_000, interval: 50 }).toBe(before + 1)
  } finally {
    await running.close()
  }
  // Released, so that no other replica has to wait for it.
  expect(await indexer().round()).not.toBe('elsewhere')
})
