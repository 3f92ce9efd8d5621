import { type AccountTransaction, encodeBase64url } from '@latchkey/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestChain, type TestTransaction, transferLog } from '../../api/src/indexer/evm/testChain.fixture.ts'
import { createTestIndexer } from '../../api/src/indexer/indexing.fixture.ts'
import { addresses, createHarness, type Harness } from './harness.ts'

const chainA = 'eip155:31337'
const chainB = 'eip155:1337'
const me = `0x${'a'.repeat(40)}`
const other = `0x${'b'.repeat(40)}`
const token = '0x00000000000000000000000000000000000000cc'

const ask = async (harness: Harness, query: Record<string, string>, address = me) => {
  const url = new URL(`${addresses.apiUrl}/v1/account/${address}/history`)
  url.search = new URLSearchParams({ projectId: 'demo', ...query }).toString()
  const response = await harness.fetch(url)
  return {
    status: response.status,
    body: (await response.json()) as { data: AccountTransaction[]; next: string | null },
  }
}
const failure = async (harness: Harness, query: Record<string, string>, address = me) => {
  const { status, body } = await ask(harness, query, address)
  return [status, (body as unknown as { error: { name: string } }).error.name]
}
const all = async (harness: Harness, query: Record<string, string> = {}) => {
  const rows: AccountTransaction[] = []
  let cursor: string | null = null
  do {
    const { body }: Awaited<ReturnType<typeof ask>> = await ask(harness, {
      ...query,
      ...(cursor === null ? {} : { cursor }),
    })
    rows.push(...body.data)
    cursor = body.next
  } while (cursor !== null)
  return rows
}

describe('a history out of our own index', () => {
  const chains: Record<string, ReturnType<typeof createTestChain>> = {
    [chainA]: createTestChain(),
    [chainB]: createTestChain(),
  }
  const fetchOf =
    (chainId: string): typeof fetch =>
    (...call) =>
      (chains[chainId] ?? createTestChain()).fetchAs(chainId)(...call)
  let harness: Harness
  const settle = async () => {
    for (const chainId of Object.keys(chains))
      await createTestIndexer({ database: harness.database, chainId, fetch: fetchOf(chainId) }).settle()
  }
  const pay = (value: bigint): TestTransaction => ({ from: other, to: me, value, nonce: Number(value) })

  beforeAll(async () => {
    harness = await createHarness({ index: { [chainA]: { from: 0 }, [chainB]: { from: 0 } } })
    // Two in each block, the chains' blocks at the same times.
    for (let block = 0; block < 20; block++)
      for (const chain of Object.values(chains)) chain.mine([[pay(BigInt(2 * block + 1)), pay(BigInt(2 * block + 2))]])
    await ask(harness, {})
    await settle()
  })
  afterAll(() => harness[Symbol.asyncDispose]())

  test('comes in pages, newest first, each row once, on one chain and on all', async () => {
    const both = await all(harness)
    expect(both).toHaveLength(80)
    expect(new Set(both.map(({ id }) => id)).size).toBe(80)
    const times = both.map(({ metadata }) => metadata.minedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const one = await all(harness, { chainId: chainA })
    expect(one.map(({ metadata }) => metadata.nonce)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index))
    expect((await ask(harness, {})).body.data).toHaveLength(25)
  })

  test('says what a transaction did', async () => {
    const { body } = await ask(harness, { chainId: chainA })
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(/^eip155:31337:0x[0-9a-f]{64}$/),
      metadata: {
        operationType: 'receive',
        hash: expect.stringMatching(/^0x/),
        minedAt: '2023-11-14T22:14:00.000Z',
        sentFrom: other,
        sentTo: me,
        status: 'confirmed',
        nonce: 40,
        chain: chainA,
      },
      transfers: [
        {
          fungible_info: {
            name: 'Ether',
            symbol: 'ETH',
            icon: { url: `${addresses.apiUrl}/public/getTokenImage/ETH` },
          },
          direction: 'in',
          quantity: { numeric: '0.00000000000000004' },
        },
      ],
    })
  })

  test('is the same for an address in any case', async () => {
    const { body } = await ask(harness, {}, `0x${'A'.repeat(40)}`)
    expect(body.data).toEqual((await ask(harness, {})).body.data)
  })

  test('later pages stay as they are when new rows arrive', async () => {
    const { body: first } = await ask(harness, { chainId: chainB })
    const cursor = first.next as string
    const { body: second } = await ask(harness, { chainId: chainB, cursor })
    chains[chainB]?.mine([[pay(1000n)], [pay(1001n)]])
    await settle()
    expect((await ask(harness, { chainId: chainB, cursor })).body).toEqual(second)
    expect((await ask(harness, { chainId: chainB })).body.data[0]?.metadata.nonce).toBe(1001)
  })

  test('has no end while its past is being read: whoever asks for what follows misses nothing', async () => {
    const somebody = `0x${'d'.repeat(40)}`
    const toThem = (value: bigint): TestTransaction => ({
      from: other,
      to: somebody,
      value,
      nonce: 5_000 + Number(value),
    })
    chains[chainA]?.mine([[toThem(1n)]])
    for (let block = 0; block < 60; block++) chains[chainA]?.mine([[]])
    chains[chainA]?.mine([[toThem(2n)]])
    await settle()
    const { body: first } = await ask(harness, { chainId: chainA }, somebody)
    expect(first).toEqual({ data: [], next: expect.any(String) })

    const indexer = createTestIndexer({ database: harness.database, chainId: chainA, fetch: fetchOf(chainA) })
    const quantities = ({ data }: typeof first) => data.map(({ metadata }) => metadata.nonce)
    let page = first
    while (page.data.length === 0) {
      await indexer.round()
      page = (await ask(harness, { chainId: chainA, cursor: first.next as string }, somebody)).body
    }
    expect(quantities(page)).toEqual([5_002])
    const cursor = page.next as string
    expect((await ask(harness, { chainId: chainA, cursor }, somebody)).body.next).toBe(cursor)
    await indexer.settle()
    const { body: rest } = await ask(harness, { chainId: chainA, cursor }, somebody)
    expect([quantities(rest), rest.next]).toEqual([[5_001], null])
  })

  test('a cursor that was changed, made up or is of another history is none', async () => {
    const cursor = (await ask(harness, { chainId: chainA })).body.next as string
    const bytes = Buffer.from(cursor, 'base64url')
    const changed = Array.from(bytes, (byte, index) => {
      const copy = Buffer.from(bytes)
      copy[index] = byte ^ 1
      return encodeBase64url(copy)
    })
    const made = [
      '',
      'x',
      '!',
      'a'.repeat(512),
      encodeBase64url(bytes.subarray(0, 16)),
      encodeBase64url(bytes.subarray(16)),
    ]
    for (const wrong of [...changed, ...made.slice(1)])
      expect(await failure(harness, { chainId: chainA, cursor: wrong })).toEqual([400, 'CURSOR_INVALID'])
    expect(await failure(harness, { chainId: chainB, cursor })).toEqual([400, 'CURSOR_INVALID'])
    expect(await failure(harness, { cursor })).toEqual([400, 'CURSOR_INVALID'])
    expect(await failure(harness, { chainId: chainA, cursor }, other)).toEqual([400, 'CURSOR_INVALID'])
    await harness.restart()
    expect((await ask(harness, { chainId: chainA, cursor })).status).toBe(200)
  })

  test.each([
    [{ chainId: 'eip155:1' }, me, 'CHAIN_NOT_SUPPORTED'],
    [{ chainId: 'solana:LocaLatchkey11111111111111111111' }, me, 'CHAIN_NOT_SUPPORTED'],
    [{ chainId: chainA }, '11111111111111111111111111111111', 'ADDRESS_INVALID'],
    [{}, `${me.slice(0, -1)}A`, 'ADDRESS_INVALID'],
    [{}, 'nobodyknowsthisone', 'ADDRESS_INVALID'],
  ])('asked for %j of %s: %s… is refused', async (query, address, name) => {
    expect(await failure(harness, query, address)).toEqual([400, name])
  })

  test('names of tokens that cannot be read are an error, not a wrong name', async () => {
    chains[chainA]?.mine([[{ from: other, to: token, logs: [transferLog(token, other, me, 5n)] }]])
    await settle()
    expect(await failure(harness, { chainId: chainA })).toEqual([503, 'CHAIN_UNREACHABLE'])
    expect((await ask(harness, { chainId: chainB })).status).toBe(200)
  })
})

describe('a history of another server', () => {
  const prices = { upstreamUrl: 'https://upstream.example', upstreamProjectId: 'ours' }
  const row = {
    id: '1',
    metadata: {
      operationType: 'send',
      hash: '0x1',
      minedAt: '2026-01-01T00:00:00.000Z',
      sentFrom: me,
      sentTo: other,
      status: 'confirmed',
      nonce: 1,
      chain: 'eip155:1',
    },
    transfers: [],
  }
  const asked: URL[] = []
  const upstream = (answer: () => Response) =>
    createHarness({
      prices,
      fetch: async (url) => {
        asked.push(new URL(String(url)))
        return answer()
      },
    })

  test('is passed on, cursor and all, and asked for once in a while', async () => {
    await using harness = await upstream(() => Response.json({ data: [row], next: 'theirs' }))
    for (let time = 0; time < 3; time++)
      expect((await ask(harness, { cursor: 'theirs', chainId: 'eip155:1' })).body).toEqual({
        data: [row],
        next: 'theirs',
      })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.origin).toBe('https://upstream.example')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      projectId: 'ours',
      cursor: 'theirs',
      chainId: 'eip155:1',
    })
  })

  test.each([
    [
      'CURSOR_INVALID',
      400,
      () => Response.json({ error: { name: 'CURSOR_INVALID', code: -32602, message: 'no' } }, { status: 400 }),
    ],
    [
      'SERVICE_UNREACHABLE',
      503,
      () => Response.json({ error: { name: 'PROJECT_UNKNOWN', code: 4100, message: 'no' } }, { status: 401 }),
    ],
    ['SERVICE_UNREACHABLE', 503, () => Response.json({ data: [{ id: 1 }], next: null })],
    ['SERVICE_UNREACHABLE', 503, () => new Response('<html>')],
  ])('its failure is ours: %s', async (name, status, answer) => {
    await using harness = await upstream(answer)
    expect(await failure(harness, {})).toEqual([status, name])
  })
})
