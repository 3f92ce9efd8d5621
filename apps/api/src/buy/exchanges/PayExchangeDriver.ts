import type { Clock } from '@latchkey/service-kit/clock'

export type PayExchangeDeps = { fetch: typeof globalThis.fetch; clock: Clock }

/** What an exchange sends. `asset`: CAIP-19. Limits: decimal text in whole tokens, per payment. */
export type ExchangeAsset = { asset: string; decimals: number; min: string; max: string }

/** `sessionId`: ours, a UUID. `amount`: decimal text in whole tokens, that has to arrive. `recipient`: CAIP-10. `ipAddress`: the user's. */
type ExchangeOrder = { sessionId: string; asset: string; amount: string; recipient: string; ipAddress: string }

/** An exchange's report of a payment: a claim. `sent` still has to show on the chain. */
export type ExchangeReport = {
  state: 'waiting' | 'processing' | 'sent' | 'declined' | 'expired'
  /** Of the transfer; null while there is none. */
  txHash: string | null
}

/**
 * An exchange from whose account users pay, on its own page. Every driver throws SERVICE_UNREACHABLE when the exchange doesn't answer as
 * its documentation says.
 */
export type PayExchangeDriver = {
  /** As in settings and calls. */
  readonly id: string
  /** The name that users see. */
  readonly name: string
  /** Empty without a logo. */
  readonly imageUrl: string
  assets(): Promise<readonly ExchangeAsset[]>
  /** Opens a payment. `url`: the exchange's page, on which neither the user nor a page can change the recipient. */
  open(order: ExchangeOrder): Promise<{ url: string; reference: string }>
  status(reference: string): Promise<ExchangeReport>
}
