/**
 * A provider that implements Latchkey's own contract (`docs/operations/buying.md`): an operator puts this in front of a provider without a
 * driver, and the local stack emulates one.
 */
import { endpoints } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import { callPartner } from '../../partners/callPartner.ts'
import { parseWebhook, readSignatureHeader, requireHmac, requireRecent } from '../webhookSignature.ts'
import type { RampProvider } from './RampProvider.ts'

export type OpenRampSettings = {
  driver: 'open'
  id: string
  name: string
  /** Base address, without a slash at the end. */
  url: string
  /** Authorizes our calls, and signs the provider's webhooks. */
  secret: string
  /** As `RampProvider`; default 10. */
  tolerancePercent?: number | undefined
}

const report = z.object({
  state: z.enum(['waiting', 'processing', 'sent', 'declined', 'expired']),
  txHash: z.nullable(z.string().check(z.maxLength(128))),
})
const id = z.string().check(z.minLength(1), z.maxLength(200))
const event = z.object({ eventId: id, reference: id, ...report.shape })
const { providers: _, ...optionFields } = endpoints.onrampOptions.response.shape
const { amount: money, paymentCurrency: currency } = endpoints.onrampQuote.request.shape
const refusal = z.object({
  error: z.enum(['AMOUNT_OUT_OF_RANGE', 'PURCHASE_UNSUPPORTED']),
  details: z.optional(z.object({ min: money, max: money, currency })),
})
const opened = z.object({ reference: id, url: endpoints.startOnramp.response.shape.url })

const usualTolerancePercent = 10

/** The contract returns a rejected purchase with status 200. */
const orRefused = <schema extends z.ZodMiniType>(schema: schema) => z.union([refusal, schema])

export function createOpenRamp(settings: OpenRampSettings, fetch: typeof globalThis.fetch): RampProvider {
  const { url, secret } = settings
  const call = <schema extends z.ZodMiniType>(path: string, schema: schema, body?: unknown) =>
    callPartner(`${url}${path}`, schema, {
      fetch,
      headers: { Authorization: `Bearer ${secret}` },
      ...(body !== undefined && { method: 'POST', body }),
    })
  const ask = async <schema extends z.ZodMiniType>(path: string, schema: schema, body: unknown) => {
    const answer = await call(path, orRefused(schema), body)
    const refused = tryParse(refusal, answer)
    if (refused.success) throw new AppError(refused.data.error, { details: { ...refused.data.details } })
    return answer as z.output<schema>
  }
  return {
    id: settings.id,
    name: settings.name,
    tolerancePercent: settings.tolerancePercent ?? usualTolerancePercent,
    options: () => call('/ramp/options', z.object(optionFields)),
    quote: (order) => ask('/ramp/quotes', endpoints.onrampQuote.response, order),
    session: ({ ipAddress: _, ...session }) => ask('/ramp/sessions', opened, session),
    status: (reference) => call(`/ramp/sessions/${encodeURIComponent(reference)}`, report),
    verifyWebhook({ headers, body, now }) {
      const { t, v1 } = readSignatureHeader(headers.get('latchkey-signature'))
      requireHmac(secret, `${t}.${body}`, v1)
      requireRecent(t, now)
      const parsed = tryParse(event, parseWebhook(body))
      if (!parsed.success) throw new AppError('WEBHOOK_INVALID', { cause: parsed.error })
      const { eventId, reference, state, txHash } = parsed.data
      return { eventId, reference, report: { state, txHash } }
    },
  }
}
