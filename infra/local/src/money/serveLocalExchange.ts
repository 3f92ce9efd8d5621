/**
 * An exchange from whose account users pay, as the local stack emulates it: it implements the contract of `docs/operations/exchanges.md`.
 * Its page shows the withdrawal and really sends tokens on the local chains, or sends late, or cancels.
 */
import { randomBytes } from 'node:crypto'
import { t } from '@latchkey/copy/localMoney'
import type { Context, Hono } from 'hono'
import { type Address, type Hex, isAddress, parseUnits } from 'viem'
import * as z from 'zod'
import type { Chain } from '../chain/createChain.ts'
import { pageHeaders } from '../pages/pageHeaders.ts'
import { localPayExchange, type SoldToken, soldTokens } from './localMoney.ts'
import { type Choice, payPage, unknownPage } from './payPage.ts'
import { isOurApi, sendSold } from './seller.ts'

/** `url`: the exchange's URL, without a trailing slash. */
export type LocalExchangeSettings = { url: string; chains: readonly Chain[] }

type State = 'waiting' | 'processing' | 'sent' | 'declined' | 'expired'
type Payment = {
  reference: string
  chain: Chain
  token: SoldToken
  amount: string
  address: Address
  state: State
  txHash: Hex | null
}

const order = z.object({
  sessionId: z.uuid(),
  asset: z.string().max(200),
  amount: z.string().regex(/^\d{1,9}(\.\d{1,18})?$/),
  recipient: z.string().max(200),
})
const assetOf = (chain: Chain, { address }: SoldToken): string =>
  `eip155:${chain.chainId}/${address === null ? 'slip44:60' : `erc20:${address}`}`

/** Serves it under `/local-exchange`. */
export const serveLocalExchange = (app: Hono, { url, chains }: LocalExchangeSettings): void => {
  const payments = new Map<string, Payment>()
  const { id, name: title } = localPayExchange
  const sold = chains.flatMap((chain) => soldTokens.map((token) => ({ chain, token, asset: assetOf(chain, token) })))

  const deliver = async (payment: Payment): Promise<void> => {
    const { chain, token, address, amount } = payment
    const units = parseUnits(amount, token.decimals)
    Object.assign(payment, { state: 'sent', txHash: await sendSold(chain, token, address, units) })
  }
  app.use(`/${id}/exchange/*`, async (context, next) =>
    isOurApi(context) ? next() : context.json({ error: 'unauthorized' }, 401),
  )
  app.get(`/${id}/exchange/assets`, (context) =>
    context.json({
      assets: sold.map(({ asset, token: { decimals, address } }) => ({
        asset,
        decimals,
        min: address === null ? '0.001' : '1',
        max: address === null ? '5' : '5000',
      })),
    }),
  )
  app.post(`/${id}/exchange/payments`, async (context) => {
    const wanted = order.safeParse(await context.req.json().catch(() => undefined))
    const found = sold.find(({ asset }) => asset === wanted.data?.asset)
    const [namespace, chainId, address = ''] = wanted.data?.recipient.split(':') ?? []
    const isOnChain = namespace === 'eip155' && chainId === String(found?.chain.chainId)
    if (!wanted.success || found === undefined || !isOnChain || !isAddress(address))
      return context.json({ error: 'invalid' }, 400)
    const reference = randomBytes(24).toString('base64url')
    const { chain, token } = found
    const { amount } = wanted.data
    payments.set(reference, { reference, chain, token, amount, address, state: 'waiting', txHash: null })
    return context.json({ reference, url: `${url}/${id}/pay/${reference}` })
  })
  app.get(`/${id}/exchange/payments/:reference`, (context) => {
    const payment = payments.get(context.req.param('reference'))
    if (payment === undefined) return context.json({ error: 'unknown' }, 404)
    return context.json({ state: payment.state, txHash: payment.txHash })
  })

  const show = (context: Context, payment: Payment, problem?: string): Response | Promise<Response> => {
    for (const [header, value] of Object.entries(pageHeaders(false))) context.header(header, value)
    const { token, amount, address, state } = payment
    const outcomes: Record<State, string | null> = {
      waiting: null,
      processing: t('sendPending'),
      sent: t('sent'),
      declined: t('sendCanceled'),
      expired: t('expired'),
    }
    const labels = { pay: t('send'), payLater: t('sendLater'), decline: t('cancel'), expire: t('expire') }
    const choices: readonly { choice: Choice; label: string }[] =
      state === 'waiting'
        ? Object.entries(labels).map(([choice, label]) => ({ choice: choice as Choice, label }))
        : state === 'processing'
          ? [{ choice: 'deliver', label: t('deliver') }]
          : []
    return context.html(
      payPage({
        title,
        heading: t('sendHeading', { amount, symbol: token.id }),
        summary: t('sendSummary', { provider: title }),
        address,
        outcome: problem ?? outcomes[state],
        choices,
      }),
    )
  }
  const lost = (context: Context) => context.html(unknownPage(title), 404, pageHeaders(false))
  app.get(`/${id}/pay/:reference`, (context) => {
    const payment = payments.get(context.req.param('reference'))
    return payment === undefined ? lost(context) : show(context, payment)
  })
  app.post(`/${id}/pay/:reference`, async (context) => {
    const payment = payments.get(context.req.param('reference'))
    if (payment === undefined) return lost(context)
    const { choice } = await context.req.parseBody()
    try {
      if (payment.state === 'waiting' && choice === 'pay') await deliver(payment)
      else if (payment.state === 'waiting' && choice === 'payLater') payment.state = 'processing'
      else if (payment.state === 'waiting' && choice === 'decline') payment.state = 'declined'
      else if (payment.state === 'waiting' && choice === 'expire') payment.state = 'expired'
      else if (payment.state === 'processing' && choice === 'deliver') await deliver(payment)
    } catch {
      return show(context, payment, t('failed'))
    }
    return show(context, payment)
  })
}
