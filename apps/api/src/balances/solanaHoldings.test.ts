import { solanaLocal } from '@latchkey/chains'
import { expect, test } from 'vitest'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { createSolanaHoldings } from './solanaHoldings.ts'
import type { ListedToken } from './tokenList.ts'

const chainId = solanaLocal.caipNetworkId
const account = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const older = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const [usdc, named, plain] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
  'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
] as const
const listed: ListedToken = {
  chainId,
  address: `${chainId}:${usdc}`,
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
}

const held = (mint: unknown, amount: unknown, decimals: unknown = 6) => ({
  pubkey: account,
  account: {
    data: { program: 'spl-token', parsed: { type: 'account', info: { mint, tokenAmount: { amount, decimals } } } },
  },
})
const mintWith = (...extensions: unknown[]) => ({
  data: { parsed: { type: 'mint', info: { decimals: 6, extensions } } },
})
const metadata = (name: unknown, symbol: unknown) => ({ extension: 'tokenMetadata', state: { name, symbol, uri: '' } })

type Node = { lamports?: unknown; older?: unknown[]; newer?: unknown[]; mints?: Record<string, unknown> }
type Call = { id: number; method: string; params: [unknown, { programId?: string }] }

/** A node that answers in batches, and its calls. */
const createNode = (node: Node) => {
  const asked: string[] = []
  const result = ({ method, params: [subject, options] }: Call): unknown => {
    if (method === 'getBalance') return { context: { slot: 1 }, value: node.lamports ?? 1 }
    if (method === 'getTokenAccountsByOwner')
      return { value: (options.programId === older ? node.older : node.newer) ?? [] }
    return { value: (subject as string[]).map((mint) => node.mints?.[mint] ?? null) }
  }
  const rpcProxy: RpcProxy = {
    answer: async (_, body) =>
      (body as Call[]).map((call) => {
        asked.push(call.method)
        return { jsonrpc: '2.0', id: call.id, result: result(call) }
      }),
  }
  return { rpcProxy, asked }
}
const read = (node: Node) =>
  createSolanaHoldings({ rpcProxy: createNode(node).rpcProxy, tokenList: [listed] })(account, solanaLocal)
const tokensOf = async (node: Node) => (await read(node)).slice(1)

test('the coin comes first, with tokens of both programs by the names of the list or their own', async () => {
  const holdings = await read({
    lamports: 1_500_000_000,
    older: [held(usdc, '2500000'), held(plain, '18446744073709551615', 5)],
    newer: [held(named, '7', 9)],
    mints: { [named]: mintWith({ extension: 'metadataPointer', state: {} }, metadata('Latchkey', 'LKEY')) },
  })
  expect(holdings).toEqual([
    { token: null, name: 'Solana', symbol: 'SOL', decimals: 9, units: 1_500_000_000n, isListed: true },
    { token: listed.address, name: 'USD Coin', symbol: 'USDC', decimals: 6, units: 2_500_000n, isListed: true },
    {
      token: `${chainId}:${plain}`,
      name: 'DezXAZ…B263',
      symbol: 'DezXAZ…B263',
      decimals: 5,
      units: 18_446_744_073_709_551_615n,
      isListed: false,
    },
    { token: `${chainId}:${named}`, name: 'Latchkey', symbol: 'LKEY', decimals: 9, units: 7n, isListed: false },
  ])
})

test('several accounts of one token are one holding', async () => {
  expect(await tokensOf({ older: [held(usdc, '1'), held(plain, '5'), held(usdc, '2')] })).toMatchObject([
    { symbol: 'USDC', units: 3n },
    { units: 5n },
  ])
})

test('mints are asked for their names only when a token has no other', async () => {
  const { rpcProxy, asked } = createNode({ older: [held(usdc, '1'), held(plain, '0'), held(named, '1', 0)] })
  await createSolanaHoldings({ rpcProxy, tokenList: [listed] })(account, solanaLocal)
  expect(asked).toEqual(['getBalance', 'getTokenAccountsByOwner', 'getTokenAccountsByOwner'])
})

test.each<[string, unknown]>([
  ['of which nothing is left', held(plain, '0')],
  ['of zero decimals', held(plain, '1', 0)],
  ['of 255 decimals', held(plain, '1', 255)],
  ['of no decimals', held(plain, '1', null)],
  ['with half an amount', held(plain, '1.5')],
  ['with a negative amount', held(plain, '-1')],
  ['with an amount that no program can hold', held(plain, '9'.repeat(21))],
  ['with an amount that is a number', held(plain, 1)],
  ['whose mint is no address', held('not an address', '1')],
  ['whose mint has 31 bytes', held('1'.repeat(31), '1')],
  ['that the node could not read', { account: { data: ['AAAA', 'base64'] } }],
  ['that is nothing', null],
])('a token account %s is left out, and spoils no other', async (_, strange) => {
  expect(await tokensOf({ older: [strange, held(usdc, '1')], newer: [strange] })).toMatchObject([{ symbol: 'USDC' }])
})

test.each<[string, unknown, object]>([
  [
    'is shown without what turns it round',
    mintWith(metadata('a\u202eb', 'US\u200bDC\u0000')),
    { name: 'ab', symbol: 'USDC' },
  ],
  ['is cut', mintWith(metadata('x'.repeat(500), 'X')), { name: 'x'.repeat(64) }],
  ['is the symbol when there is none', mintWith(metadata('', 'X')), { name: 'X' }],
  ['is the address when it is no text', mintWith(metadata(1, null)), { name: 'DezXAZ…B263', symbol: 'DezXAZ…B263' }],
  ['is the address when the mint is away', null, { name: 'DezXAZ…B263' }],
  [
    'is the address when extensions are none',
    { data: { parsed: { info: { extensions: 'all' } } } },
    { name: 'DezXAZ…B263' },
  ],
])('the name of a mint %s', async (_, mint, expected) => {
  expect(await tokensOf({ newer: [held(plain, '1')], mints: { [plain]: mint } })).toMatchObject([expected])
})

test.each([-1, 0.5, '1', null, undefined])(
  'a node that says the account has %j lamports is not believed',
  async (value) => {
    const { rpcProxy } = createNode({})
    const lying: RpcProxy = {
      answer: async (chain, body) => {
        const [, ...others] = [await rpcProxy.answer(chain, body)].flat()
        return [{ jsonrpc: '2.0', id: 0, result: { value } }, ...others]
      },
    }
    const reading = createSolanaHoldings({ rpcProxy: lying, tokenList: [] })(account, solanaLocal)
    await expect(reading).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  },
)

test.each(['getBalance', 'getTokenAccountsByOwner'])(
  'a node that refuses %s leaves the chain out of reach',
  async (method) => {
    const { rpcProxy } = createNode({})
    const refusing: RpcProxy = {
      answer: async (chain, body) => {
        const calls = body as Call[]
        const answers = [await rpcProxy.answer(chain, body)].flat()
        return answers.map((answer, index) =>
          calls[index]?.method === method
            ? { jsonrpc: '2.0', id: index, error: { code: -32601, message: 'no' } }
            : answer,
        )
      },
    }
    const reading = createSolanaHoldings({ rpcProxy: refusing, tokenList: [] })(account, solanaLocal)
    await expect(reading).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  },
)

test('amounts are told when nobody tells the names', async () => {
  const { rpcProxy } = createNode({ older: [held(plain, '1')] })
  const nameless: RpcProxy = {
    answer: async (chain, body) =>
      (body as Call[])[0]?.method === 'getMultipleAccounts'
        ? [{ jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'no' } }]
        : rpcProxy.answer(chain, body),
  }
  const [, token] = await createSolanaHoldings({ rpcProxy: nameless, tokenList: [] })(account, solanaLocal)
  expect(token).toMatchObject({ units: 1n, symbol: 'DezXAZ…B263' })
})

test('of thousands of tokens that were sent unasked, so many are shown, and all that are listed', async () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const strangers = Array.from({ length: 1_000 }, (_, index) => {
    const [a, b] = [alphabet[index % 32], alphabet[Math.floor(index / 32)]]
    return held(`So1111111111111111111111111111111111111${a}${b}12`, '1')
  })
  const tokens = await tokensOf({ older: [...strangers, held(usdc, '1')] })
  expect(tokens[0]).toMatchObject({ symbol: 'USDC' })
  expect(tokens).toHaveLength(201)
})
