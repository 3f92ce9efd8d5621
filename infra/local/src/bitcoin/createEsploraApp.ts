import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import * as z from 'zod'
import type { BitcoinLedger, MinedTransaction } from './createBitcoinLedger.ts'
import { addressJson, statusJson, transactionJson, unspentJson } from './esploraJson.ts'
import { scriptOf } from './readTransaction.ts'

/** The largest standard transaction, in hex. */
const maxBytes = 2 * 400_000
/** Transactions of a page. */
const pageSize = 25
/** Satoshis per virtual byte: blocks are never full here. */
const feeRate = 1

const creditRequest = z.object({ address: z.string(), satoshis: z.int().min(1).max(21e14) })

/**
 * Serves Esplora's HTTP API over the local Bitcoin, for every page, and `POST /_control/credit { address, satoshis }`, which mines new
 * coins. Failures are text, as Esplora's: 400 bad or invalid input, 404 not found.
 */
export const createEsploraApp = (ledger: BitcoinLedger): Hono => {
  const app = new Hono()
  app.use('*', cors({ origin: '*' }), bodyLimit({ maxSize: maxBytes }))

  const ofAddress = (context: Context, answer: (address: string) => unknown): Response => {
    const address = context.req.param('address') ?? ''
    try {
      scriptOf(address)
    } catch {
      return context.text('Invalid Bitcoin address', 400)
    }
    return context.json(answer(address) as object)
  }
  const ofTransaction = (
    context: Context,
    answer: (transaction: MinedTransaction) => Response | Promise<Response>,
  ): Response | Promise<Response> => {
    const transaction = ledger.find(context.req.param('txid') ?? '')
    return transaction === undefined ? context.text('Transaction not found', 404) : answer(transaction)
  }
  const pageAfter = (address: string, last: string | undefined): readonly object[] => {
    const all = ledger.transactionsOf(address)
    const start = last === undefined ? 0 : all.findIndex(({ txid }) => txid === last) + 1
    return all.slice(start, start + pageSize).map(transactionJson)
  }

  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/blocks/tip/height', (context) => context.text(String(ledger.tip().height)))
  app.get('/blocks/tip/hash', (context) => context.text(ledger.tip().hash))
  app.get('/fee-estimates', (context) => context.json({ 1: feeRate, 6: feeRate, 144: feeRate }))

  app.get('/address/:address', (context) => ofAddress(context, (address) => addressJson(address, ledger)))
  app.get('/address/:address/utxo', (context) =>
    ofAddress(context, (address) => ledger.unspentOf(address).map((output) => unspentJson(output, ledger))),
  )
  app.get('/address/:address/txs', (context) => ofAddress(context, (address) => pageAfter(address, undefined)))
  app.get('/address/:address/txs/mempool', (context) => ofAddress(context, () => []))
  app.get('/address/:address/txs/chain/:last?', (context) =>
    ofAddress(context, (address) => pageAfter(address, context.req.param('last'))),
  )

  app.get('/tx/:txid', (context) => ofTransaction(context, (found) => context.json(transactionJson(found))))
  app.get('/tx/:txid/hex', (context) => ofTransaction(context, (found) => context.text(found.hex)))
  app.get('/tx/:txid/status', (context) => ofTransaction(context, ({ block }) => context.json(statusJson(block))))
  app.get('/tx/:txid/outspend/:vout', (context) =>
    ofTransaction(context, ({ txid }) => {
      const spender = ledger.spenderOf({ txid, vout: Number(context.req.param('vout')) })
      return context.json(
        spender === undefined
          ? { spent: false }
          : { spent: true, txid: spender.txid, status: statusJson(spender.block) },
      )
    }),
  )
  app.post('/tx', async (context) => {
    try {
      return context.text(ledger.broadcast((await context.req.text()).trim()))
    } catch (error) {
      return context.text(`sendrawtransaction RPC error: ${(error as Error).message}`, 400)
    }
  })
  app.post('/_control/credit', async (context) => {
    const parsed = creditRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!parsed.success) return context.text('An address and satoshis are required', 400)
    try {
      return context.json({ txid: ledger.credit(parsed.data.address, parsed.data.satoshis) })
    } catch {
      return context.text('Invalid Bitcoin address', 400)
    }
  })
  return app
}
