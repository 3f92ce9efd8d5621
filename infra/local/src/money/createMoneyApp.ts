/**
 * Providers that sell tokens, as the local stack emulates them: they implement the contract of `docs/operations/buying.md`. Their pages
 * really send tokens on the local chains, and can decline, expire, or send late.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { t } from '@latchkey/copy/localMoney'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Address, formatUnits, type Hex, isAddress, parseUnits } from 'viem'
import * as z from 'zod'
import type { Chain } from '../chain/createChain.ts'
import { pageHeaders } from '../pages/pageHeaders.ts'
import { pageStyle } from '../pages/pageStyle.ts'
import {
  type LocalRampId,
  localMoneySecret,
  localRampIds,
  localRamps,
  type SoldToken,
  soldTokens,
} from './localMoney.ts'
import { type Choice, payPage, unknownPage } from './payPage.ts'
import { isOurApi, sendSold } from './seller.ts'
import { serveLocalBridge } from './serveLocalBridge.ts'
import { serveLocalExchange } from './serveLocalExchange.ts'
import { serveLocalSales } from './serveLocalSales.ts'

export type MoneySettings = {
  /** This app's URL, without a trailing slash. */
  url: string
  /** Where reports are sent. */
  apiUrl: string
  chains: readonly Chain[]
  fetch?: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  now: () => number
}

type State = 'waiting' | 'processing' | 'sent' | 'declined' | 'expired'
type Purchase = {
  ramp: LocalRampId
  reference: string
  chain: Chain
  token: SoldToken
  address: Address
  /** In base units. */
  units: bigint
  total: string
  currency: string
  state: State
  txHash: Hex | null
}

const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const networkFee = 0.5
const currency = 'USD'
const networkNameOf = (chain: Chain): string => `local-${chain.chainId}`

const order = z.object({
  purchaseCurrency: z.string().max(64),
  paymentCurrency: z.string().max(64),
  amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  network: z.string().max(64),
})
const sessionRequest = order.extend({ sessionId: z.uuid(), address: z.string().refine((text) => isAddress(text)) })

const money = (value: number, of = currency) => ({ amount: value.toFixed(2), currency: of })

/** The providers' app. `_control` is for tests: it sends a provider's report. */
export const createMoneyApp = ({ url, apiUrl, chains, fetch = globalThis.fetch, now }: MoneySettings): Hono => {
  const app = new Hono()
  const purchases = new Map<string, Purchase>()

  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/page.css', pageStyle)
  app.use('*', bodyLimit({ maxSize: 16 * 1024 }))

  for (const ramp of localRampIds) {
    const title = localRamps[ramp].name
    app.use(`/${ramp}/ramp/*`, async (context, next) =>
      isOurApi(context) ? next() : context.json({ error: 'unauthorized' }, 401),
    )
    app.get(`/${ramp}/ramp/options`, (context) =>
      context.json({
        paymentCurrencies: [{ id: currency, payment_method_limits: limits }],
        purchaseCurrencies: soldTokens.map(({ id, name, address }) => ({
          id,
          name,
          symbol: id,
          networks: chains.map((chain) => ({
            name: networkNameOf(chain),
            display_name: `Local ${chain.chainId}`,
            chain_id: String(chain.chainId),
            contract_address: address ?? '',
          })),
        })),
      }),
    )
    app.post(`/${ramp}/ramp/quotes`, async (context) => {
      const wanted = order.safeParse(await context.req.json().catch(() => undefined))
      if (!wanted.success) return context.json({ error: 'invalid' }, 400)
      const priced = price(chains, ramp, wanted.data)
      if ('error' in priced) return context.json(priced)
      return context.json({
        paymentTotal: money(priced.total),
        paymentSubtotal: money(priced.subtotal),
        purchaseAmount: { amount: formatUnits(priced.units, priced.token.decimals), currency: priced.token.id },
        networkFee: money(networkFee),
        providerFee: money(priced.fee),
        quoteId: randomUUID(),
      })
    })
    app.post(`/${ramp}/ramp/sessions`, async (context) => {
      const wanted = sessionRequest.safeParse(await context.req.json().catch(() => undefined))
      if (!wanted.success) return context.json({ error: 'invalid' }, 400)
      const priced = price(chains, ramp, wanted.data)
      if ('error' in priced) return context.json(priced)
      const reference = randomBytes(24).toString('base64url')
      purchases.set(reference, {
        ramp,
        reference,
        chain: priced.chain,
        token: priced.token,
        address: wanted.data.address as Address,
        units: priced.units,
        total: priced.total.toFixed(2),
        currency,
        state: 'waiting',
        txHash: null,
      })
      return context.json({ reference, url: `${url}/${ramp}/pay/${reference}` })
    })
    app.get(`/${ramp}/ramp/sessions/:reference`, (context) => {
      const purchase = purchases.get(context.req.param('reference'))
      if (purchase?.ramp !== ramp) return context.json({ error: 'unknown' }, 404)
      return context.json({ state: purchase.state, txHash: purchase.txHash })
    })

    const lost = (context: Context) => context.html(unknownPage(title), 404, pageHeaders(false))
    // The rest of the URL is ignored: the api has fixed the purchase and the recipient.
    app.get(`/${ramp}/pay/:reference`, (context) => {
      const purchase = purchases.get(context.req.param('reference'))
      return purchase?.ramp === ramp ? show(context, title, purchase) : lost(context)
    })
    app.post(`/${ramp}/pay/:reference`, async (context) => {
      const purchase = purchases.get(context.req.param('reference'))
      if (purchase?.ramp !== ramp) return lost(context)
      const { choice } = await context.req.parseBody()
      const { state } = purchase
      try {
        if (state === 'waiting' && choice === 'pay') await deliver(purchase)
        else if (state === 'waiting' && choice === 'payLater') purchase.state = 'processing'
        else if (state === 'waiting' && choice === 'decline') purchase.state = 'declined'
        else if (state === 'waiting' && choice === 'expire') purchase.state = 'expired'
        // The late one: money that arrived after all.
        else if ((state === 'processing' || state === 'expired') && choice === 'deliver') await deliver(purchase)
      } catch {
        return show(context, title, purchase, t('failed'))
      }
      if (purchase.state !== state) await report({ apiUrl, fetch, now }, purchase)
      return show(context, title, purchase)
    })
  }
  serveLocalExchange(app, { url, chains })
  serveLocalSales(app, { url, chains, now })
  serveLocalBridge(app, { chains, now })
  return app
}

const find = (chains: readonly Chain[], { purchaseCurrency, network }: z.output<typeof order>) => {
  const token = soldTokens.find(({ id }) => id === purchaseCurrency)
  const chain = chains.find((each) => networkNameOf(each) === network)
  return token === undefined || chain === undefined ? null : { token, chain }
}

/** Returns an order's fault, in the contract's form, or its price. */
const price = (chains: readonly Chain[], ramp: LocalRampId, wanted: z.output<typeof order>) => {
  const found = find(chains, wanted)
  if (found === null || wanted.paymentCurrency !== currency) return { error: 'PURCHASE_UNSUPPORTED' } as const
  const total = Number(wanted.amount)
  const [least, most] = [Number(limits[0]?.min), Math.max(...limits.map(({ max }) => Number(max)))]
  if (total < least || total > most)
    return {
      error: 'AMOUNT_OUT_OF_RANGE',
      details: { min: least.toFixed(2), max: most.toFixed(2), currency },
    } as const
  const fee = (total * localRamps[ramp].feePercent) / 100
  const subtotal = total - fee - networkFee
  const units = parseUnits((subtotal / found.token.usd).toFixed(6), found.token.decimals)
  return { ...found, total, fee, subtotal, units }
}

/** Reports a purchase to the api. */
const report = async (
  { apiUrl, fetch = globalThis.fetch, now }: Pick<MoneySettings, 'apiUrl' | 'fetch' | 'now'>,
  { ramp, reference, state, txHash }: Purchase,
): Promise<void> => {
  const body = JSON.stringify({ eventId: randomUUID(), reference, state, txHash })
  const seconds = Math.floor(now() / 1000)
  const signature = createHmac('sha256', localMoneySecret).update(`${seconds}.${body}`).digest('hex')
  // As with a real provider, a report may be lost: the api also polls.
  await fetch(`${apiUrl}/v1/onramp/webhooks/${ramp}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Latchkey-Signature': `t=${seconds},v1=${signature}` },
    body,
  }).catch(() => undefined)
}

/** Sends the purchased tokens. */
const deliver = async (purchase: Purchase): Promise<void> => {
  const { chain, token, address, units } = purchase
  Object.assign(purchase, { state: 'sent', txHash: await sendSold(chain, token, address, units) })
}

/** Renders a purchase's page. */
const show = (context: Context, title: string, purchase: Purchase, problem?: string): Response | Promise<Response> => {
  for (const [header, value] of Object.entries(pageHeaders(false))) context.header(header, value)
  const { token, units, total, address, state } = purchase
  const outcomes: Record<State, string | null> = {
    waiting: null,
    processing: t('pending'),
    sent: t('paid'),
    declined: t('declined'),
    expired: t('expired'),
  }
  const choicesOf: Partial<Record<State, readonly Choice[]>> = {
    waiting: ['pay', 'payLater', 'decline', 'expire'],
    processing: ['deliver'],
    expired: ['deliver'],
  }
  return context.html(
    payPage({
      title,
      heading: t('buyHeading', { amount: formatUnits(units, token.decimals), symbol: token.id }),
      summary: t('buySummary', { total, currency: purchase.currency }),
      address,
      outcome: problem ?? outcomes[state],
      choices: (choicesOf[state] ?? []).map((choice) => ({ choice, label: t(choice) })),
    }),
  )
}
