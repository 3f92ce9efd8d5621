import type { EndpointResponse } from '@latchkey/api-client'
import type { Webhook } from '../onramp/RampProvider.ts'

export type SaleOptions = Omit<EndpointResponse<'offrampOptions'>['providers'][number], 'id' | 'name'>
type SaleQuote = EndpointResponse<'offrampQuote'>

/** A sale. Ids are those of `SaleOptions`. `amount`: decimal text in whole tokens. */
export type SaleOrder = { sellCurrency: string; network: string; amount: string; payoutCurrency: string }

/** `sessionId`: ours, a UUID. `address`: where the tokens come from. `ipAddress`: the seller's. */
type SaleSession = SaleOrder & { sessionId: string; address: string; ipAddress: string }

/**
 * What a provider says of a sale. `send`: it waits for `amount` whole tokens at `address`, until `expiresAt` (null where it doesn't say), and
 * names what is sold by all of `symbols` on `network`, null for each that it leaves out; `sold` is null where its contract names none.
 * `processing`: it has them. `paid`: it has paid the user.
 */
export type SaleReport =
  | { state: 'waiting' | 'processing' | 'paid' | 'declined' | 'expired' }
  | {
      state: 'send'
      address: string
      amount: string
      expiresAt: Date | null
      sold: { symbols: readonly (string | null)[]; network: string | null } | null
    }

/** `eventId`: the same for each delivery of one event. `reference`: as `session` has returned it. */
type SaleEvent = { eventId: string; reference: string; report: SaleReport }

/**
 * A service that buys tokens from users on its own page. Every driver throws SERVICE_UNREACHABLE when the provider's response doesn't match
 * its documentation, PURCHASE_UNSUPPORTED for what it doesn't buy, AMOUNT_OUT_OF_RANGE `{ min, max, currency }`.
 */
export type SaleProvider = {
  /** As in paths and settings. */
  readonly id: string
  /** The name that users see. */
  readonly name: string
  options(): Promise<SaleOptions>
  /** @param options as `options` has returned them, minutes ago at most */
  quote(order: SaleOrder, options: SaleOptions): Promise<SaleQuote>
  /** Opens a sale. `url`: the provider's page. @param options as for `quote` */
  session(session: SaleSession, options: SaleOptions): Promise<{ url: string; reference: string }>
  status(reference: string): Promise<SaleReport>
  /** Throws WEBHOOK_INVALID for webhooks that the provider has not signed: for all of them where it signs none. */
  verifyWebhook(webhook: Webhook): SaleEvent
}
