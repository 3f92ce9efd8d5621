import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestChain,
  type TestLog,
  type TestTransaction,
  transferLog,
  word,
} from '../../api/src/indexer/evm/testChain.fixture.ts'
import { createTestIndexer } from '../../api/src/indexer/indexing.fixture.ts'
import { addresses, createHarness, type Harness } from './harness.ts'

const chainId = 'eip155:31337'
const [me, other, token, spender, entryPoint] = [
  ...['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`),
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
] as [string, string, string, string, string]
const topic = (address: string): string => `0x${'0'.repeat(24)}${address.slice(2)}`
const approvalLog = (contract: string, owner: string, to: string, amount = 1n): TestLog => ({
  address: contract,
  topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', topic(owner), topic(to)],
  data: `0x${word(amount)}`,
})
const operatorLog = (contract: string, owner: string, operator: string): TestLog => ({
  ...approvalLog(contract, owner, operator),
  topics: ['0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31', topic(owner), topic(operator)],
})
const operationLog = (address: string, sender: string): TestLog => ({
  address,
  topics: [
    '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
    `0x${'1'.repeat(64)}`,
    topic(sender),
    topic(other),
  ],
  data: `0x${word(0n)}`,
})
const approve = (from: string, logs: readonly TestLog[], more: Partial<TestTransaction> = {}): TestTransaction => ({
  ...{ from, to: token, input: '0x095ea7b3', logs },
  ...more,
})
const at = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`

type Body = {
  allowances: { chainId: string; token: string; spender: string; setAt: string }[]
  incomplete: string[]
  notIndexed: string[]
}
let harness: Harness
beforeAll(async () => {
  harness = await createHarness({
    index: { [chainId]: { from: 0 } },
    nodes: { [chainId]: ['http://node.test'], 'eip155:1337': ['http://node.test'] },
  })
})
afterAll(() => harness[Symbol.asyncDispose]())

const askRaw = (address: string) =>
  harness.fetch(`${addresses.apiUrl}/v1/account/${address}/allowances?projectId=wallet`, {
    headers: { origin: addresses.walletOrigin },
  })
const ask = async (address: string): Promise<Body> => (await (await askRaw(address)).json()) as Body
/** The index after `chain` has been read. */
const read = async (chain: ReturnType<typeof createTestChain>, walk?: number) =>
  createTestIndexer({
    database: harness.database,
    chainId,
    fetch: chain.fetchAs(chainId),
    ...(walk === undefined ? {} : { walk }),
  }).settle()

const chain = createTestChain()

test('lists what an account has approved, by transaction, by user operation and long ago; not what it has not', async () => {
  await ask(me)
  chain.mine([
    // Long ago: read only by its events.
    [approve(me, [approvalLog(token, me, at(1))])],
    ...Array.from({ length: 12 }, () => []),
    // Every item of a collection.
    [approve(me, [operatorLog(at(50), me, at(6))])],
    // By a user operation, and one that poses as such.
    [approve(other, [approvalLog(token, me, at(2)), operationLog(entryPoint, me)])],
    [approve(other, [approvalLog(at(99), me, at(3)), operationLog(at(99), me)])],
    [
      // Twice in one transaction is one allowance; an ERC-721 item, another account's, and a failed one count as none.
      approve(me, [approvalLog(token, me, spender, 0n), approvalLog(token, me, spender)]),
      approve(me, [
        {
          ...approvalLog(token, me, at(4)),
          topics: [...approvalLog(token, me, at(4)).topics, topic(other)],
          data: '0x',
        },
      ]),
      approve(other, [approvalLog(token, other, me)]),
      approve(me, [approvalLog(token, me, at(5))], { failed: true }),
      approve(other, [operatorLog(token, other, me)]),
      { from: other, to: token, logs: [transferLog(token, other, me, 5n)] },
    ],
  ])
  await read(chain, 4)
  const { allowances, incomplete, notIndexed } = await ask(me)
  expect(allowances.map((each) => each.spender)).toEqual([spender, at(2), at(6), at(1), at(3)])
  expect(allowances[0]).toEqual({ chainId, token, spender, setAt: '2023-11-14T22:13:54.000Z' })
  expect(incomplete).toEqual([])
  expect(notIndexed).toContain('eip155:1337')
  expect(notIndexed).not.toContain(chainId)
})

test('a contract that logs thousands of approvals in an account’s name pushes out none of the account’s own', async () => {
  chain.mine([
    [
      approve(
        other,
        Array.from({ length: 1_200 }, (_, index) => approvalLog(at(7_000 + index), me, at(8_000 + index))),
      ),
    ],
  ])
  await read(chain)
  const { allowances, incomplete } = await ask(me)
  expect(allowances).toHaveLength(1_000)
  expect(allowances.slice(0, 3).map((each) => each.spender)).toEqual([spender, at(2), at(6)])
  expect(incomplete).toEqual([chainId])
})

test('an account that a release before has looked at is looked at once more', async () => {
  const old = `0x${'e'.repeat(40)}`
  chain.mine([[approve(old, [approvalLog(token, old, spender)])]])
  await ask(old)
  await read(chain)
  await harness.database.transaction('api', async (sql) => {
    await sql`DELETE FROM account_approvals WHERE address = ${old}`
    await sql`UPDATE tracked_accounts SET knows_operators = false WHERE address = ${old}`
  })
  expect(await ask(old)).toMatchObject({ allowances: [], incomplete: [chainId] })
  await read(chain)
  expect(await ask(old)).toMatchObject({ allowances: [{ spender }], incomplete: [] })
})

test('of an address that is none, of a chain of another kind, and for a page: refused', async () => {
  for (const address of ['0x00000000000000000000', '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv']) {
    const response = await askRaw(address)
    expect([response.status, (await response.json()).error.name]).toEqual([400, 'ADDRESS_INVALID'])
  }
  const page = await harness.fetch(`${addresses.apiUrl}/v1/account/${me}/allowances?projectId=demo`, {
    headers: { origin: 'http://127.0.0.1:3000' },
  })
  expect((await page.json()).error.name).toBe('ORIGIN_NOT_ALLOWED')
})
