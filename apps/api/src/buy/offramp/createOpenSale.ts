/** A provider that implements Latchkey's own contract for sales (`docs/operations/selling.md`), as the local stack emulates it. */
import { endpoints } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import { callPartner } from '../../partners/callPartner.ts'
import { parseWebhook, readSignatureHeader, requireHmac, requireRecent } from '../webhookSignature.ts'
import type { SaleProvider, SaleReport } from './SaleProvider.ts'

export type OpenSaleSettings = {
  driver: 'open'
  id: string
  name: string
  /** Base address, without a slash at the end. */
  url: string
  /** Authorizes our calls, and signs the provider's webhooks. */
  secret: string
}

const { amount: money, payoutCurrency: currency } = endpoints.offrampQuote.request.shape
const id = z.string().check(z.minLength(1), z.maxLength(200))
const deposit = {
  address: z.string().check(z.minLength(1), z.maxLength(128)),
  amount: money,
  expiresAt: z.iso.datetime(),
}
const shapes = [
  z.object({ state: z.enum(['waiting', 'processing', 'paid', 'declined', 'expired']) }),
  z.object({ state: z.literal('send'), ...deposit }),
] as const
const report = z.discriminatedUnion('state', shapes)
const event = z.object({ eventId: id, reference: id, report })
const { purchaseCurrencies, paymentCurrencies } = endpoints.onrampOptions.response.shape
const options = z.object({ sellCurrencies: purchaseCurrencies, payoutCurrencies: paymentCurrencies })
const refusal = z.object({
  error: z.enum(['AMOUNT_OUT_OF_RANGE', 'PURCHASE_UNSUPPORTED']),
  details: z.optional(z.object({ min: money, max: money, currency })),
})
const opened = z.object({ reference: id, url: endpoints.startOfframp.response.shape.url })

const readReport = (said: z.output<typeof report>): SaleReport =>
  said.state === 'send' ? { ...said, expiresAt: new Date(said.expiresAt), sold: null } : said

export function createOpenSale(settings: OpenSaleSettings, fetch: typeof globalThis.fetch): SaleProvider {
  const { url, secret } = settings
  const call = <schema extends z.ZodMiniType>(path: string, schema: schema, body?: unknown) =>
    callPartner(`${url}${path}`, schema, {
      fetch,
      headers: { Authorization: `Bearer ${secret}` },
      ...(body !== undefined && { method: 'POST', body }),
    })
  const ask = async <schema extends z.ZodMiniType>(path: string, schema: schema, body: unknown) => {
    const answer = await call(path, z.union([refusal, schema]), body)
    const refused = tryParse(refusal, answer)
    if (refused.success) throw new AppError(refused.data.error, { details: { ...refused.data.details } })
    return answer as z.output<schema>
  }
  return {
    id: settings.id,
    name: settings.name,
    options: () => call('/sale/options', options),
    quote: (order) => ask('/sale/quotes', endpoints.offrampQuote.response, order),
    session: ({ ipAddress: _, ...session }) => ask('/sale/sessions', opened, session),
    status: async (reference) => readReport(await call(`/sale/sessions/${encodeURIComponent(reference)}`, report)),
    verifyWebhook({ headers, body, now }) {
      const { t, v1 } = readSignatureHeader(headers.get('latchkey-signature'))
      requireHmac(secret, `${t}.${body}`, v1)
      requireRecent(t, now)
      const parsed = tryParse(event, parseWebhook(body))
      if (!parsed.success) throw new AppError('WEBHOOK_INVALID', { cause: parsed.error })
      return { ...parsed.data, report: readReport(parsed.data.report) }
    },
  }
}
