/**
 * An exchange that implements Latchkey's own contract (`docs/operations/exchanges.md`): an operator puts this in front of an exchange that
 * it has an agreement with, and the local stack emulates one.
 *
 * Requirements: users are sent to the exchange's own origin only, whatever it returns. Nothing else that it returns overrides the chain.
 */
import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { callPartner } from '../../partners/callPartner.ts'
import type { OpenExchangeSettings } from '../buySettings.ts'
import type { PayExchangeDriver } from './PayExchangeDriver.ts'

const amount = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))
const asset = z.object({
  asset: z.string().check(z.regex(/^[-\w]{3,8}:[-\w]{1,32}\/[-a-z0-9]{3,8}:[-.%\w]{1,128}$/)),
  decimals: z.int().check(z.minimum(0), z.maximum(18)),
  min: amount,
  max: amount,
})
const assets = z.object({ assets: z.array(asset).check(z.maxLength(1000)) })
const opened = z.object({
  reference: z.string().check(z.minLength(1), z.maxLength(200)),
  url: z.string().check(z.maxLength(4096)),
})
const report = z.object({
  state: z.enum(['waiting', 'processing', 'sent', 'declined', 'expired']),
  txHash: z.nullable(z.string().check(z.regex(/^\w{1,128}$/))),
})

export function createOpenExchange(settings: OpenExchangeSettings, fetch: typeof globalThis.fetch): PayExchangeDriver {
  const { id, name, imageUrl = '', url: base, secret } = settings
  const call = <schema extends z.ZodMiniType>(path: string, schema: schema, body?: unknown) =>
    callPartner(`${base}${path}`, schema, {
      fetch,
      headers: { Authorization: `Bearer ${secret}` },
      ...(body !== undefined && { method: 'POST', body }),
    })
  return {
    id,
    name,
    imageUrl,
    assets: async () => (await call('/exchange/assets', assets)).assets,
    async open({ ipAddress: _, ...order }) {
      const { reference, url } = await call('/exchange/payments', opened, order)
      const page = URL.parse(url)
      if (page?.origin !== new URL(base).origin || page.username !== '' || page.password !== '')
        throw new AppError('SERVICE_UNREACHABLE', { cause: new Error(`${id} leads to another origin`) })
      return { reference, url: page.href }
    },
    status: (reference) => call(`/exchange/payments/${encodeURIComponent(reference)}`, report),
  }
}
