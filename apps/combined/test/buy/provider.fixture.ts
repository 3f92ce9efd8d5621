import { createHmac } from 'node:crypto'
import type { BuySettings } from '@latchkey/api'

export const secret = 'a-secret-of-the-provider'
export const onramp: NonNullable<BuySettings['onramp']> = [
  { driver: 'open', id: 'first', name: 'First', url: 'https://first.example', secret },
]
export const chainId = 'eip155:31337'
export const buyer = '0x00000000000000000000000000000000000000A1'
export const hash = `0x${'ab'.repeat(32)}`

const ether = (amount: number): string => `0x${(BigInt(amount * 1000) * 10n ** 15n).toString(16)}`

/** A node's answers about the payment that the provider names: nine tenths of its quote, in the block after the existing ones. */
export const payment = (change: { status?: string; block?: string; to?: string; value?: string } = {}) => {
  const { status = '0x1', block = '0x11', to = buyer, value = '0x63eb89da4ed0000' } = change
  const place = { blockHash: `0x${'cd'.repeat(32)}`, blockNumber: block, transactionIndex: '0x0' }
  const from = '0x00000000000000000000000000000000000000F1'
  return {
    receipt: { ...place, transactionHash: hash, status, from, to, contractAddress: null, logs: [] },
    transaction: { ...place, hash, from, to, value, input: '0x', nonce: '0x0' },
  }
}

/** The responses of the provider and the node; a test changes them while it runs. */
export const createWorld = () => {
  const world = {
    held: 1,
    block: 16,
    report: { state: 'waiting', txHash: null as string | null } as unknown,
    quote: { amount: '0.5', currency: 'ETH' } as unknown,
    payment: { receipt: null as unknown, transaction: null as unknown },
    isProviderAway: false,
    isChainAway: false,
    sessions: [] as Record<string, unknown>[],
    authorization: [] as (string | null)[],
  }
  const usd = (amount: string) => ({ amount, currency: 'USD' })
  const provider = (path: string, body: string | undefined): unknown => {
    if (path === '/ramp/options')
      return {
        paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '100.00' }] }],
        purchaseCurrencies: [
          {
            id: 'ETH',
            name: 'Ether',
            symbol: 'ETH',
            networks: [
              { name: 'local', display_name: 'Local', chain_id: '31337', contract_address: '' },
              { name: 'bitcoin', display_name: 'Bitcoin', chain_id: '', contract_address: '' },
            ],
          },
        ],
      }
    if (path === '/ramp/quotes') {
      const { amount } = JSON.parse(body ?? '{}') as { amount: string }
      if (Number(amount) < 10)
        return { error: 'AMOUNT_OUT_OF_RANGE', details: { min: '10.00', max: '100.00', currency: 'USD' } }
      return {
        paymentTotal: usd(amount),
        paymentSubtotal: usd('48.00'),
        purchaseAmount: typeof world.quote === 'function' ? world.quote(Number(amount)) : world.quote,
        networkFee: usd('0.50'),
        providerFee: usd('1.50'),
        quoteId: 'q1',
      }
    }
    if (path === '/ramp/sessions') {
      world.sessions.push(JSON.parse(body ?? '{}'))
      return { reference: `r${world.sessions.length}`, url: 'https://first.example/pay/r1' }
    }
    return world.report
  }
  const node = (method: string): unknown => {
    const answers: Record<string, unknown> = {
      eth_chainId: '0x7a69',
      eth_getBalance: ether(world.held),
      eth_blockNumber: `0x${world.block.toString(16)}`,
      eth_getTransactionReceipt: world.payment.receipt,
      eth_getTransactionByHash: world.payment.transaction,
    }
    return answers[method] ?? '0x'
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { host, pathname } = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : undefined
    if (host === 'first.example') {
      world.authorization.push(request.headers.get('authorization'))
      if (world.isProviderAway) throw new TypeError('no network')
      return Response.json(provider(pathname, body))
    }
    if (world.isChainAway) throw new TypeError('no network')
    const calls = JSON.parse(body ?? '[]') as { id: number; method: string } | { id: number; method: string }[]
    const answer = ({ id, method }: { id: number; method: string }) => ({ jsonrpc: '2.0', id, result: node(method) })
    return Response.json(Array.isArray(calls) ? calls.map(answer) : answer(calls))
  }
  return { world, fetch }
}

/** A webhook as the provider signs it. */
export const signed = (
  event: Record<string, unknown>,
  { now, secret: own = secret }: { now: Date; secret?: string },
) => {
  const body = JSON.stringify(event)
  const seconds = Math.floor(now.getTime() / 1000)
  const v1 = createHmac('sha256', own).update(`${seconds}.${body}`).digest('hex')
  return { method: 'POST', body, headers: { 'Latchkey-Signature': `t=${seconds},v1=${v1}` } }
}
