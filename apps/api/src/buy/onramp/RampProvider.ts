import type { EndpointResponse } from '@latchkey/api-client'

export type RampOptions = Omit<EndpointResponse<'onrampOptions'>, 'providers'>
type RampQuote = EndpointResponse<'onrampQuote'>

/** A purchase. Ids are those of `RampOptions`. `amount`: decimal text in whole units of the payment currency, fees included. */
export type RampOrder = { purchaseCurrency: string; paymentCurrency: string; amount: string; network: string }

/**
 * A page's preferences for the provider's page. `partnerUserId`: the user in the page's own records, 1 to 128 characters without control
 * characters. `defaultExperience`: whether to start with buying, or with sending what the user has at the provider.
 */
export type RampWishes = {
  partnerUserId?: string
  defaultExperience?: 'send' | 'buy'
}

/** `sessionId`: ours, a UUID. `address`: where the tokens go. `ipAddress`: the buyer's. */
type RampSession = RampOrder & RampWishes & { sessionId: string; address: string; ipAddress: string }

/**
 * A provider's report of a purchase: a claim. `sent` still has to show on the chain. `txHash`: of the transfer, null while there is none.
 */
type RampReport = { state: 'waiting' | 'processing' | 'sent' | 'declined' | 'expired'; txHash: string | null }

/** A webhook as received. Names of `headers` are always lower-case. */
export type Webhook = { headers: Headers; body: string; now: Date }

/** `eventId`: the same for each delivery of one event, 1 to 200 characters. `reference`: as `session` has returned it. */
type WebhookEvent = { eventId: string; reference: string; report: RampReport }

/**
 * A service that sells tokens on its own page. Every driver throws SERVICE_UNREACHABLE when the provider's response doesn't match its
 * documentation, PURCHASE_UNSUPPORTED for what it doesn't sell, AMOUNT_OUT_OF_RANGE `{ min, max, currency }`.
 */
export type RampProvider = {
  /** As in paths and settings. */
  readonly id: string
  /** The name that users see. */
  readonly name: string
  /** How far below its quote it may send, in percent: the price moves until payment. */
  readonly tolerancePercent: number
  options(): Promise<RampOptions>
  quote(order: RampOrder): Promise<RampQuote>
  /** Opens a purchase. `url`: the provider's page, in which neither the user nor a page can change the address. */
  session(session: RampSession): Promise<{ url: string; reference: string }>
  status(reference: string): Promise<RampReport>
  /** Throws WEBHOOK_INVALID for webhooks that the provider has not signed. Null: an event about something else. */
  verifyWebhook(webhook: Webhook): WebhookEvent | null
}
