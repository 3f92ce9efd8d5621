import type { Database } from '@latchkey/service-kit/db/database'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccountIndex } from './accountIndex.ts'
import { rowsOf } from './indexing.fixture.ts'
import { createIndexNodes } from './indexNodes.ts'
import { createIndexStore } from './indexStore.ts'
import { followSolana } from './solana/followSolana.ts'
import { createSignatureStore } from './solana/signatureStore.ts'

const genesis = 'LocaLatchkey1111111111111111111111111111111'
const chainId = `solana:${genesis.slice(0, 32)}`
const [me, other, mint, myTokens, theirTokens] = ['A', 'B', 'C', 'D', 'E'].map((letter) => letter.repeat(43)) as [
  string,
  string,
  string,
  string,
  string,
]
const holder = '00000000-0000-4000-8000-000000000001'

type Sent = { signature: string; accounts: string[]; transaction: object }

/** An in-memory cluster: sent transactions, oldest first, and its node. */
function createCluster() {
  const sent: Sent[] = []
  const tokenAmount = (accountIndex: number, owner: string, amount: number) => ({
    accountIndex,
    mint,
    owner,
    uiTokenAmount: { amount: `${amount}`, decimals: 6 },
  })
  const add = (accounts: string[], meta: object): string => {
    const signature = `S${String(sent.length).replaceAll('0', 'z')}`.padEnd(88, 'x')
    const about = { err: null, fee: 5_000, preBalances: [], postBalances: [], ...meta }
    const message = { accountKeys: accounts.map((pubkey) => ({ pubkey })) }
    const transaction = { slot: 100 + sent.length, blockTime: 1_700_000_000 + sent.length, meta: about }
    sent.push({
      signature,
      accounts,
      transaction: { ...transaction, transaction: { signatures: [signature], message } },
    })
    return signature
  }
  const answer = (method: string, [about, how]: [string, Record<string, string | number>]): unknown => {
    if (method === 'getGenesisHash') return genesis
    if (method === 'getTokenAccountsByOwner')
      return {
        value:
          how.programId === 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
            ? [{ pubkey: about === me ? myTokens : theirTokens }]
            : [],
      }
    if (method === 'getTransaction') return sent.find(({ signature }) => signature === about)?.transaction ?? null
    const all = sent.filter(({ accounts }) => accounts.includes(about)).toReversed()
    const at = (signature: unknown) => all.findIndex((each) => each.signature === signature)
    const end = how.until === undefined || at(how.until) === -1 ? undefined : at(how.until)
    return all
      .slice(how.before === undefined ? 0 : at(how.before) + 1, end)
      .slice(0, Number(how.limit))
      .map(({ signature }) => ({ signature }))
  }
  return {
    /** Lamports, from the fee payer. */
    pay: (from: string, to: string, lamports: number, isFailed = false) =>
      add([from, to], {
        err: isFailed ? { InstructionError: [0, 'Custom'] } : null,
        preBalances: [1_000_000, 0],
        postBalances: isFailed ? [995_000, 0] : [995_000 - lamports, lamports],
      }),
    /** Tokens, between token accounts: the receiving owner is not among the accounts. */
    send: (amount: number) =>
      add([other, theirTokens, myTokens], {
        preBalances: [9_000, 1, 1],
        postBalances: [4_000, 1, 1],
        preTokenBalances: [tokenAmount(1, other, 100)],
        postTokenBalances: [tokenAmount(1, other, 100 - amount), tokenAmount(2, me, amount)],
      }),
    fetch: (async (_, init) => {
      const calls = JSON.parse(String(init?.body)) as { id: number; method: string; params: never }[]
      return Response.json(calls.map(({ id, method, params }) => ({ id, result: answer(method, params) })))
    }) as typeof fetch,
  }
}

let database: Database
beforeAll(async () => {
  database = await copyTemplate(inject('databaseTemplate'))
})
afterAll(() => database.close())

test('what an account sends and gets is found, its past too, wherever it is stopped', async () => {
  const cluster = createCluster()
  for (let lamports = 1; lamports <= 60; lamports++) cluster.pay(other, me, lamports)
  cluster.pay(me, other, 7)
  cluster.pay(me, other, 8, true)
  cluster.send(5)
  const accounts = createAccountIndex({ database, index: { [chainId]: { from: 0 } } })
  expect(await accounts.track(me, chainId)).toBe(true)
  expect(await accounts.isUpToDate(me, [chainId])).toBe(false)
  expect(await accounts.isWhole(me, [chainId])).toBe(false)

  let questions = 0
  const shaky: typeof fetch = (...call) =>
    ++questions % 5 === 0 ? Promise.reject(new TypeError('no')) : cluster.fetch(...call)
  const nodes = createIndexNodes({ chainId, urls: ['http://node.test'], fetch: shaky })
  const replica = () => {
    const store = createIndexStore({ database, holder, leaseMs: 60_000 })
    return followSolana({ chainId, nodes, store, signatures: createSignatureStore({ database, holder }) })
  }
  const settle = async () => {
    for (let rounds = 0; rounds < 300; rounds++) if ((await replica()().catch(() => 'busy')) !== 'busy') return
    throw new Error('there is always more to do')
  }
  await settle()
  const rows = await rowsOf(database, chainId)
  expect(rows).toHaveLength(63)
  expect(await accounts.isUpToDate(me, [chainId])).toBe(true)
  expect(await accounts.isWhole(me, [chainId])).toBe(true)
  expect(rows.at(0)).toMatchObject({ operation: 'receive', sent_from: other, sent_to: me })
  expect(rows.at(59)?.transfers).toEqual([{ kind: 'native', contract: null, direction: 'in', amount: '60' }])
  expect(rows.at(60)).toMatchObject({
    operation: 'send',
    sent_to: other,
    // Without the fee.
    transfers: [{ kind: 'native', contract: null, direction: 'out', amount: '7' }],
  })
  expect(rows.at(61)).toMatchObject({ failed: true, transfers: [] })
  expect(rows.at(62)).toMatchObject({
    operation: 'receive',
    transfers: [{ kind: 'fungible', contract: mint, direction: 'in', amount: '5', decimals: 6 }],
  })
  expect(await accounts.tokensSeen(me, chainId)).toEqual([mint])

  // More than are read at once.
  for (let lamports = 1; lamports <= 40; lamports++) cluster.pay(other, me, 100 + lamports)
  cluster.send(6)
  await settle()
  const later = await rowsOf(database, chainId)
  expect(later).toHaveLength(104)
  expect(new Set(later.map(({ hash }) => hash)).size).toBe(104)
})

test('more than a node lists at once leave no gap', async () => {
  const cluster = createCluster()
  const account = 'F'.repeat(43)
  await createAccountIndex({ database, index: { [chainId]: { from: 0 } } }).track(account, chainId)
  cluster.pay(other, account, 1)
  const store = createIndexStore({ database, holder, leaseMs: 60_000 })
  const nodes = createIndexNodes({ chainId, urls: ['http://node.test'], fetch: cluster.fetch })
  const round = followSolana({ chainId, nodes, store, signatures: createSignatureStore({ database, holder }) })
  const settle = async () => {
    while ((await round()) === 'busy');
  }
  await settle()
  for (let lamports = 1; lamports <= 1_100; lamports++) cluster.pay(other, account, lamports)
  await settle()
  expect((await rowsOf(database, chainId)).filter(({ address }) => address === account)).toHaveLength(1_101)
})

test('each account has its turn, however often others are asked for again', async () => {
  const cluster = 'solana:TestLatchkey11111111111111111111'
  const accounts = createAccountIndex({ database, index: { [cluster]: { from: 0 } } })
  const strangers = [...'GHJKL'].map((letter) => letter.repeat(43))
  for (const address of [me, ...strangers]) await accounts.track(address, cluster)
  const signatures = createSignatureStore({ database, holder })
  const taken: string[] = []
  for (let round = 0; round < 3; round++) {
    await database.statement(
      'api',
      (sql) =>
        sql`UPDATE tracked_accounts SET asked_at = clock_timestamp() WHERE chain_id = ${cluster} AND address <> ${me}`,
    )
    for (const address of await signatures.accounts(cluster, 3)) {
      taken.push(address)
      await signatures.noteTurn(cluster, address)
    }
  }
  expect(taken.slice(0, 6).sort()).toEqual([me, ...strangers].sort())
})

test('a node of another cluster is not believed', async () => {
  const { fetch } = createCluster()
  const nodes = createIndexNodes({
    chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    urls: ['http://node.test'],
    fetch,
  })
  await expect(nodes.ask([{ method: 'getTransaction', params: ['x'] }])).rejects.toThrow('another chain')
})
