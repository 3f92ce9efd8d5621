/**
 * A provider that buys tokens from users, as the local stack emulates it: it implements the contract of `docs/operations/selling.md`. Its
 * page accepts, declines or lets a sale expire; it checks for the tokens on the local chain, and makes no payout.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { t } from '@latchkey/copy/localMoney'
import type { Context, Hono } from 'hono'
import { type Address, createPublicClient, erc20Abi, http, isAddress, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod'
import type { Chain } from '../chain/createChain.ts'
import { pageHeaders } from '../pages/pageHeaders.ts'
import { localSaleProvider, type SoldToken, soldTokens } from './localMoney.ts'
import { type Choice, payPage, unknownPage } from './payPage.ts'
import { isOurApi } from './seller.ts'

/** `url`: the provider's URL, without a trailing slash. `now`: milliseconds since 1970. */
export type LocalSaleSettings = { url: string; chains: readonly Chain[]; now: () => number }

type State = 'waiting' | 'send' | 'processing' | 'paid' | 'declined' | 'expired'
type Sale = {
  chain: Chain
  token: SoldToken
  amount: string
  payout: string
  state: State
  /** The deposit address: a new one for each sale. */
  deposit: Address
  expiresAt: string
}

const currency = 'USD'
const [least, most] = [10, 5_000]
const sendMs = 30 * 60_000
const order = z.object({
  sellCurrency: z.string().max(64),
  network: z.string().max(64),
  amount: z.string().regex(/^\d{1,9}(\.\d{1,18})?$/),
  payoutCurrency: z.literal(currency),
})
const sessionRequest = order.extend({ sessionId: z.uuid(), address: z.string().refine((text) => isAddress(text)) })
const money = (amount: number) => ({ amount: amount.toFixed(2), currency })

const choices: Partial<Record<State, readonly Choice[]>> = {
  waiting: ['accept', 'declineSale', 'expire'],
  send: ['expire'],
  processing: ['payOut'],
}
/** The state after each choice on the page. */
const outcomes: Partial<Record<Choice, State>> = {
  accept: 'send',
  declineSale: 'declined',
  expire: 'expired',
  payOut: 'paid',
}

const { id, name: title, feePercent } = localSaleProvider

/** Serves it under the id of the local provider. */
export const serveLocalSales = (app: Hono, { url, chains, now }: LocalSaleSettings): void => {
  const sales = new Map<string, Sale>()

  app.use(`/${id}/sale/*`, async (context, next) =>
    isOurApi(context) ? next() : context.json({ error: 'unauthorized' }, 401),
  )
  app.get(`/${id}/sale/options`, (context) =>
    context.json({
      payoutCurrencies: [
        { id: currency, payment_method_limits: [{ id: 'bank', min: least.toFixed(2), max: most.toFixed(2) }] },
      ],
      sellCurrencies: soldTokens.map(({ id: token, name, address }) => ({
        id: token,
        name,
        symbol: token,
        networks: chains.map(({ chainId }) => ({
          name: `local-${chainId}`,
          display_name: `Local ${chainId}`,
          chain_id: String(chainId),
          contract_address: address ?? '',
        })),
      })),
    }),
  )
  app.post(`/${id}/sale/quotes`, async (context) => {
    const wanted = order.safeParse(await context.req.json().catch(() => undefined))
    if (!wanted.success) return context.json({ error: 'invalid' }, 400)
    const priced = price(chains, wanted.data)
    if ('error' in priced) return context.json(priced)
    return context.json({ payoutTotal: money(priced.payout), providerFee: money(priced.fee), quoteId: randomUUID() })
  })
  app.post(`/${id}/sale/sessions`, async (context) => {
    const wanted = sessionRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!wanted.success) return context.json({ error: 'invalid' }, 400)
    const priced = price(chains, wanted.data)
    if ('error' in priced) return context.json(priced)
    const reference = randomBytes(24).toString('base64url')
    sales.set(reference, {
      chain: priced.chain,
      token: priced.token,
      amount: wanted.data.amount,
      payout: priced.payout.toFixed(2),
      state: 'waiting',
      deposit: privateKeyToAddress(generatePrivateKey()),
      expiresAt: new Date(now() + sendMs).toISOString(),
    })
    return context.json({ reference, url: `${url}/${id}/sell/${reference}` })
  })
  app.get(`/${id}/sale/sessions/:reference`, async (context) => {
    const sale = sales.get(context.req.param('reference'))
    if (sale === undefined) return context.json({ error: 'unknown' }, 404)
    await checkDeposit(sale)
    const { state, deposit, amount, expiresAt } = sale
    return context.json(state === 'send' ? { state, address: deposit, amount, expiresAt } : { state })
  })

  const lost = (context: Context) => context.html(unknownPage(title), 404, pageHeaders(false))
  const path = `/${id}/sell/:reference`
  app.get(path, async (context) => {
    const sale = sales.get(context.req.param('reference') ?? '')
    if (sale === undefined) return lost(context)
    // An unreachable chain changes nothing.
    await checkDeposit(sale).catch(() => undefined)
    return show(context, sale)
  })
  app.post(path, async (context) => {
    const sale = sales.get(context.req.param('reference') ?? '')
    if (sale === undefined) return lost(context)
    try {
      await checkDeposit(sale)
    } catch {
      return show(context, sale, t('failed'))
    }
    const { choice } = await context.req.parseBody()
    const chosen = (choices[sale.state] ?? []).find((each) => each === choice)
    sale.state = (chosen && outcomes[chosen]) ?? sale.state
    return show(context, sale)
  })
}

/** Returns an order's fault, in the contract's form, or its price. */
const price = (chains: readonly Chain[], { sellCurrency, network, amount }: z.output<typeof order>) => {
  const token = soldTokens.find((each) => each.id === sellCurrency)
  const chain = chains.find(({ chainId }) => network === `local-${chainId}`)
  if (token === undefined || chain === undefined) return { error: 'PURCHASE_UNSUPPORTED' } as const
  const worth = Number(amount) * token.usd
  if (worth < least || worth > most)
    return {
      error: 'AMOUNT_OUT_OF_RANGE',
      details: { min: least.toFixed(2), max: most.toFixed(2), currency },
    } as const
  const fee = (worth * feePercent) / 100
  return { token, chain, fee, payout: worth - fee }
}

/** Advances an accepted sale once its tokens have arrived. */
const checkDeposit = async (sale: Sale): Promise<void> => {
  if (sale.state !== 'send') return
  const { chain, token, deposit, amount } = sale
  const client = createPublicClient({ transport: http(chain.url) })
  const balance =
    token.address === null
      ? await client.getBalance({ address: deposit })
      : await client.readContract({
          address: token.address as Address,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [deposit],
        })
  if (balance >= parseUnits(amount, token.decimals)) sale.state = 'processing'
}

/** Renders a sale's page. */
const show = (context: Context, { token, amount, payout, state, deposit }: Sale, problem?: string) => {
  for (const [header, value] of Object.entries(pageHeaders(false))) context.header(header, value)
  const words: Record<State, string | null> = {
    waiting: null,
    send: t('saleAccepted'),
    processing: t('saleReceived'),
    paid: t('salePaid'),
    declined: t('saleDeclined'),
    expired: t('saleExpired'),
  }
  return context.html(
    payPage({
      title,
      heading: t('sellHeading', { amount, symbol: token.id }),
      summary: t('sellSummary', { payout, currency }),
      address: deposit,
      outcome: problem ?? words[state],
      choices: (choices[state] ?? []).map((choice) => ({ choice, label: t(choice) })),
    }),
  )
}
