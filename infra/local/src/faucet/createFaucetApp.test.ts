import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, http, parseAbi } from 'viem'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBitcoinLedger } from '../bitcoin/createBitcoinLedger.ts'
import { createEsploraApp } from '../bitcoin/createEsploraApp.ts'
import { localBitcoin } from '../bitcoin/localBitcoin.ts'
import type { Chain } from '../chain/createChain.ts'
import { rpc } from '../chain/rpc.ts'
import { serve } from '../serve.ts'
import { localCluster, localMints } from '../solana/localMints.ts'
import { startTestChain } from '../testing/startTestChain.ts'
import { startTestSolana } from '../testing/startTestSolana.ts'
import { localCollections, localTokens } from '../tokens/localContracts.ts'
import { placeLocalContracts } from '../tokens/placeLocalContracts.ts'
import { createBitcoinFaucet } from './bitcoinFaucet.ts'
import type { ChainFaucet } from './ChainFaucet.ts'
import { createFaucetApp } from './createFaucetApp.ts'
import { createEvmFaucet } from './evmFaucet.ts'
import { createNameFaucet } from './nameFaucet.ts'
import { createSolanaFaucet } from './solanaFaucet.ts'

const demoOrigin = 'http://127.0.0.1:3000'
const ada = '0x00000000000000000000000000000000000000Ad'

let chain: Chain
beforeAll(async () => {
  const started = await startTestChain()
  chain = started.chain
  await placeLocalContracts(chain.url)
  return started.chain.stop
})

const withFaucet = (faucets: readonly ChainFaucet[] = [createEvmFaucet(chain)]) => {
  const clock = { time: 0 }
  const app = createFaucetApp({
    faucets,
    giveName: createNameFaucet(chain),
    isAllowedOrigin: (origin) => origin === demoOrigin,
    now: () => clock.time,
  })
  const ask = (body: unknown, headers: Record<string, string> = {}, path = '/faucet') =>
    app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: demoOrigin, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { app, ask, clock }
}

const balanceOf = async (address: string): Promise<bigint> =>
  BigInt((await rpc(chain.url, 'eth_getBalance', [address, 'latest'])) as string)

test('ten ETH arrive with the answer, which names the transaction', async () => {
  const { ask } = withFaucet()
  const before = await balanceOf(ada)
  const response = await ask({ chainId: 31337, address: ada })
  const { hashes } = (await response.json()) as { hashes: string[] }
  expect(await balanceOf(ada)).toBe(before + 10n ** 19n)
  expect(hashes).toHaveLength(1)
  expect(await rpc(chain.url, 'eth_getTransactionReceipt', hashes)).toMatchObject({ status: '0x1' })
})

test('USDC, LKEY and an NFT arrive together, beside the ETH and with a pause of their own', async () => {
  const { ask } = withFaucet()
  const client = createPublicClient({ transport: http(chain.url) })
  const balanceAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])
  const balances = () =>
    Promise.all(
      [localTokens.usdc, localTokens.lkey, localCollections.keys].map(({ address }) =>
        client.readContract({ address, abi: balanceAbi, functionName: 'balanceOf', args: [ada] }),
      ),
    )
  expect(await balances()).toEqual([0n, 0n, 0n])
  expect((await ask({ chainId: 31337, address: ada })).status).toBe(200)
  const response = await ask({ chainId: 31337, address: ada }, {}, '/faucet/tokens')
  expect((await response.json()) as object).toEqual({
    hashes: [expect.any(String), expect.any(String), expect.any(String)],
  })
  expect(await balances()).toEqual([1_000_000_000n, 10n ** 21n, 1n])
  expect((await ask({ chainId: 31337, address: ada }, {}, '/faucet/tokens')).status).toBe(429)
})

test('the page of the demo may read the answer, other pages get nothing', async () => {
  const { ask, app } = withFaucet()
  const response = await ask({ chainId: 31337, address: ada })
  expect(response.headers.get('access-control-allow-origin')).toBe(demoOrigin)
  const before = await balanceOf(ada)
  const foreign = await ask({ chainId: 31337, address: ada }, { Origin: 'http://evil.test' })
  expect(foreign.status).toBe(403)
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  expect(await balanceOf(ada)).toBe(before)
  const preflight = await app.request('/faucet', {
    method: 'OPTIONS',
    headers: { Origin: 'http://evil.test', 'Access-Control-Request-Method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('an address waits ten seconds for its next grant on the same chain', async () => {
  const { ask, clock } = withFaucet()
  expect((await ask({ chainId: 31337, address: ada })).status).toBe(200)
  clock.time = 3_000
  const early = await ask({ chainId: 31337, address: ada.toLowerCase() })
  expect([early.status, early.headers.get('retry-after'), await early.json()]).toEqual([
    429,
    '7',
    { error: 'Please try again after 7 seconds' },
  ])
  clock.time = 10_000
  expect((await ask({ chainId: 31337, address: ada })).status).toBe(200)
})

test.each([
  ['a bad address', { chainId: 31337, address: '0x12' }, 'A chainId and an address are required'],
  ['no chain', { address: ada }, 'A chainId and an address are required'],
  ['no JSON', '{', 'A chainId and an address are required'],
  ['a chain that is not local', { chainId: 1, address: ada }, 'Chain 1 is not a local chain'],
])('%s is refused with words', async (_, body, error) => {
  const { ask } = withFaucet()
  const response = await ask(body)
  expect([response.status, await response.json()]).toEqual([400, { error }])
})

test('a form of another site cannot ask', async () => {
  const { ask } = withFaucet()
  const response = await ask({ chainId: 31337, address: ada }, { 'Content-Type': 'text/plain' })
  expect(response.status).toBe(400)
})

test('a chain that is down is reported, and the next try does not have to wait', async () => {
  const { ask } = withFaucet([createEvmFaucet({ ...chain, url: 'http://127.0.0.1:9' })])
  for (let attempt = 0; attempt < 2; attempt++) {
    const response = await ask({ chainId: 31337, address: ada })
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: 'The network cannot be reached right now' },
    ])
  }
})

test('SOL, USDC and LKEY arrive on the local Solana', async () => {
  const solana = await startTestSolana()
  onTestFinished(solana.close)
  const { ask } = withFaucet([createSolanaFaucet(solana.url)])
  const { caipNetworkId: chainId } = localCluster
  const address = 'GraceSoLanaAddress1111111111111111111111111'
  for (const path of ['/faucet', '/faucet/tokens'])
    expect([path, (await ask({ chainId, address }, {}, path)).status]).toEqual([path, 200])
  expect(await rpc(solana.url, 'getBalance', [address])).toMatchObject({ value: 10_000_000_000 })
  const held = Object.values(localMints).map(async ({ program }) => {
    const query = [address, { programId: program }, { encoding: 'jsonParsed' }]
    const { value } = (await rpc(solana.url, 'getTokenAccountsByOwner', query)) as {
      value: { account: { data: { parsed: { info: { tokenAmount: { uiAmountString: string } } } } } }[]
    }
    return value.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)
  })
  expect(await Promise.all(held)).toEqual([['1000'], ['1000']])
  expect((await ask({ chainId, address }, {}, '/faucet/tokens')).status).toBe(429)
})

test('bitcoins arrive, and there are no tokens beside them', async () => {
  const journalFile = join(mkdtempSync(join(tmpdir(), 'latchkey-faucet-')), 'bitcoin.jsonl')
  const ledger = createBitcoinLedger(journalFile, Date.now)
  const esplora = await serve(createEsploraApp(ledger).fetch, 0)
  onTestFinished(esplora.close)
  const { ask } = withFaucet([createBitcoinFaucet(`http://127.0.0.1:${esplora.port}`)])
  const { caipNetworkId: chainId } = localBitcoin
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  expect((await ask({ chainId, address })).status).toBe(200)
  expect(ledger.unspentOf(address).map(({ value }) => value)).toEqual([10_000_000])
  const tokens = await ask({ chainId, address }, {}, '/faucet/tokens')
  expect([tokens.status, await tokens.json()]).toEqual([400, { error: `Chain ${chainId} has no tokens` }])
})
