/**
 * Sending from a Coinbase account, on Coinbase's hosted page (docs.cdp.coinbase.com, "Session Token Authentication", "Generating an Onramp
 * URL", "Transaction Status", read on 2026-11-28). NEVER TESTED LIVE: written from the documentation (docs/operations/exchanges.md).
 *
 * Requirements: the recipient is in the session token, which this server requests, and nowhere in the page's URL; the rest of the URL only
 * fills in the form. The user can change the amount there, so only the chain shows whether enough has arrived.
 */
import { parseCaip10 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { CoinbaseSettings } from '../buySettings.ts'
import { createCoinbaseCall } from '../callCoinbase.ts'
import type { ExchangeReport, PayExchangeDeps, PayExchangeDriver } from './PayExchangeDriver.ts'

const page = 'https://pay.coinbase.com/buy/select-asset'

const opened = z.object({ token: z.string().check(z.regex(/^[-\w+/=.]{1,2048}$/)) })
const hash = z.optional(z.nullable(z.string().check(z.maxLength(128))))
/** The guide writes names with an underscore, the reference without. */
const transaction = z.object({
  status: z.string(),
  tx_hash: hash,
  txHash: hash,
})
const transactions = z.object({ transactions: z.array(transaction).check(z.maxLength(100)) })

const states: Readonly<Record<string, ExchangeReport['state']>> = {
  ONRAMP_TRANSACTION_STATUS_CREATED: 'waiting',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'processing',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'sent',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'declined',
}
/** Of several attempts in one session, the one that went farthest counts. */
const progress: readonly ExchangeReport['state'][] = ['sent', 'processing', 'waiting', 'declined']

export function createCoinbaseExchange(settings: CoinbaseSettings, deps: PayExchangeDeps): PayExchangeDriver {
  const call = createCoinbaseCall(settings, deps)
  return {
    id: settings.driver,
    name: 'Coinbase',
    imageUrl: '',
    assets: async () => settings.assets.map(({ asset, decimals, min, max }) => ({ asset, decimals, min, max })),
    async open({ sessionId, asset, amount, recipient, ipAddress }) {
      const sold = settings.assets.find((each) => each.asset === asset)
      if (sold === undefined) throw new AppError('PURCHASE_UNSUPPORTED')
      const { currency, network } = sold
      const { token } = await call(opened, {
        path: '/onramp/v1/token',
        body: {
          addresses: [{ address: parseCaip10(recipient).address, blockchains: [network] }],
          assets: [currency],
          clientIp: ipAddress,
        },
      })
      const query = new URLSearchParams({
        sessionToken: token,
        partnerUserRef: sessionId,
        defaultExperience: 'send',
        defaultAsset: currency,
        defaultNetwork: network,
        presetCryptoAmount: amount,
      })
      return { reference: sessionId, url: `${page}?${query}` }
    },
    async status(reference) {
      const path = `/onramp/v1/buy/user/${encodeURIComponent(reference)}/transactions`
      const { transactions: all } = await call(transactions, { path, query: '?page_size=20' })
      const reports = all.map((each) => ({
        // An undocumented status decides nothing.
        state: states[each.status] ?? ('waiting' as const),
        txHash: each.tx_hash || each.txHash || null,
      }))
      const [report] = reports.toSorted((one, other) => progress.indexOf(one.state) - progress.indexOf(other.state))
      return report ?? { state: 'waiting', txHash: null }
    },
  }
}
