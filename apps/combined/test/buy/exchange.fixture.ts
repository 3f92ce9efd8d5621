import type { BuySettings } from '@latchkey/api'
import { type Abi, encodeFunctionResult, parseAbi } from 'viem'
import { buyer, chainId, hash, type payment } from './provider.fixture.ts'

export const exchangeSecret = 'a-secret-of-the-exchange'
const exchange = (id: string, name: string) =>
  ({ driver: 'open', id, name, url: `https://${id}.example/pay`, secret: exchangeSecret }) as const
export const payExchanges: NonNullable<BuySettings['payExchanges']> = [
  { ...exchange('first', 'First'), imageUrl: 'https://first.example/logo.png' },
  exchange('second', 'Second'),
]

export const coin = `${chainId}/slip44:60`
export const tokenContract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const token = `${chainId}/erc20:${tokenContract}`

const decimalsAbi: Abi = parseAbi(['function decimals() view returns (uint8)'])
const multicallAbi = parseAbi([
  'function aggregate3((address,bool,bytes)[]) view returns ((bool success, bytes returnData)[])',
])
const sixDecimals = encodeFunctionResult({ abi: decimalsAbi, result: 6 })

const topicOf = (address: string): string => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`
/** A token's event: so many of its smallest units for the buyer. */
export const tokenTransfer = (units: bigint) => ({
  address: tokenContract,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    topicOf(tokenContract),
    topicOf(buyer),
  ],
  data: `0x${units.toString(16).padStart(64, '0')}`,
  blockHash: hash,
  transactionHash: hash,
})

/** The responses of two exchanges and the node; a test changes them while it runs. */
export const createExchangeWorld = () => {
  const world = {
    held: 1,
    block: 16,
    assets: [
      { asset: coin, decimals: 18, min: '0.01', max: '10' },
      { asset: token, decimals: 6, min: '5', max: '500' },
    ] as unknown,
    /** Of the first exchange; the second only sends the coin. */
    opened: {} as Record<string, unknown>,
    report: { state: 'waiting', txHash: null } as unknown,
    payment: { receipt: null as unknown, transaction: null as unknown } as
      | ReturnType<typeof payment>
      | Record<'receipt' | 'transaction', unknown>,
    transfers: [] as ReturnType<typeof tokenTransfer>[],
    isExchangeAway: false,
    isChainAway: false,
    payments: [] as Record<string, unknown>[],
    asked: [] as string[],
    authorization: new Set<string | null>(),
  }
  const answerOf = (host: string, path: string, body: string | undefined): unknown => {
    if (path === '/pay/exchange/assets')
      return host === 'first.example'
        ? { assets: world.assets }
        : { assets: [{ asset: coin, decimals: 18, min: '1', max: '2' }] }
    if (path !== '/pay/exchange/payments') return world.report
    world.payments.push(JSON.parse(body ?? '{}'))
    const reference = `r${world.payments.length}`
    return { reference, url: `https://${host}/p/${reference}`, ...world.opened }
  }
  const node = (method: string): unknown => {
    const answers: Record<string, unknown> = {
      eth_chainId: '0x7a69',
      eth_getBalance: `0x${(BigInt(world.held * 1000) * 10n ** 15n).toString(16)}`,
      eth_blockNumber: `0x${world.block.toString(16)}`,
      eth_getTransactionReceipt: world.payment.receipt,
      eth_getTransactionByHash: world.payment.transaction,
      eth_getLogs: world.transfers,
      eth_getBlockByNumber: { number: `0x${world.block.toString(16)}`, hash, parentHash: hash, timestamp: '0x1' },
      eth_call: encodeFunctionResult({
        abi: multicallAbi,
        result: [{ success: true, returnData: sixDecimals }],
      }),
    }
    return answers[method] ?? '0x'
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { host, pathname } = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : undefined
    if (host.endsWith('.example') && host !== 'node.example') {
      world.asked.push(`${host}${pathname}`)
      world.authorization.add(request.headers.get('authorization'))
      if (world.isExchangeAway) throw new TypeError('no network')
      return Response.json(answerOf(host, pathname, body))
    }
    if (world.isChainAway) throw new TypeError('no network')
    const calls = JSON.parse(body ?? '[]') as { id: number; method: string } | { id: number; method: string }[]
    const answer = ({ id, method }: { id: number; method: string }) => ({ jsonrpc: '2.0', id, result: node(method) })
    return Response.json(Array.isArray(calls) ? calls.map(answer) : answer(calls))
  }
  return { world, fetch }
}
