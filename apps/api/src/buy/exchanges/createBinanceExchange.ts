/**
 * Sending from a Binance account: Binance Pay Onchain (formerly Binance Connect), "send primary mode" (developers.binance.com, products
 * "connect-2.0", read on 2026-11-28). NEVER TESTED LIVE: written from the documentation, for partners only (docs/operations/exchanges.md).
 *
 * Requirements: this server opens and signs the order, which holds the recipient and the amount. Users are sent to Binance's own hosts
 * only. The documentation mentions no transfer hash, so the chain is searched for the transfer.
 */
import { parseCaip10, parseCaip19 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { callPartner } from '../../partners/callPartner.ts'
import type { BinanceSettings } from '../buySettings.ts'
import { signBinanceRequest } from './binanceKey.ts'
import type { ExchangeReport, PayExchangeDeps, PayExchangeDriver } from './PayExchangeDriver.ts'

/** A string in the documentation, a number in its examples. */
const amount = z.pipe(
  z.union([z.string(), z.number().check(z.nonnegative(), z.lt(1e15))]),
  z.transform((value: string | number) =>
    typeof value === 'string'
      ? value
      : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 18 }),
  ),
)
const limit = z.pipe(amount, z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/)))
const network = z.object({
  network: z.string(),
  withdrawEnable: z.boolean(),
  withdrawMinAmount: limit,
  withdrawMaxAmount: limit,
  contractAddress: z.optional(z.nullable(z.string())),
})
/** `000000`: success. */
const answerOf = <data extends z.ZodMiniType>(data: data) => z.object({ code: z.literal('000000'), data })
const currencies = answerOf(z.array(z.object({ cryptoCurrency: z.string(), networks: z.array(network) })))
const opened = answerOf(z.object({ link: z.string().check(z.maxLength(4096)) }))
const order = answerOf(z.object({ externalOrderId: z.string(), status: z.int() }))

/** "Order status" of the documentation. An unknown status decides nothing. */
const states: Readonly<Record<number, ExchangeReport['state']>> = {
  0: 'waiting',
  1: 'processing',
  2: 'processing',
  3: 'processing',
  4: 'processing',
  10: 'processing',
  11: 'processing',
  20: 'sent',
  96: 'declined',
  97: 'declined',
  98: 'declined',
  99: 'declined',
}

/** `amountType` of an amount in crypto. */
const inCrypto = 2

export function createBinanceExchange(settings: BinanceSettings, { fetch, clock }: PayExchangeDeps): PayExchangeDriver {
  const call = async <schema extends z.ZodMiniType>(path: string, schema: schema, fields: Record<string, unknown>) => {
    const body = JSON.stringify(fields)
    const timestamp = String(clock.now().getTime())
    return callPartner(`${settings.url}/papi/v1/ramp/connect/${path}`, schema, {
      fetch,
      method: 'POST',
      headers: {
        'X-Tesla-ClientId': settings.clientId,
        'X-Tesla-SignAccessToken': settings.accessToken,
        'X-Tesla-Timestamp': timestamp,
        'X-Tesla-Signature': signBinanceRequest(settings.privateKey, body, timestamp),
      },
      body,
    })
  }
  const soldAs = (asset: string) => settings.assets.find((each) => each.asset === asset)
  return {
    id: settings.driver,
    name: 'Binance',
    imageUrl: '',
    async assets() {
      const { data: all } = await call('crypto-network', currencies, {})
      return settings.assets.flatMap(({ asset, decimals, currency, network: wanted }) => {
        const found = all
          .find(({ cryptoCurrency }) => cryptoCurrency === currency)
          ?.networks.find((each) => each.network === wanted)
        if (found === undefined || !found.withdrawEnable || !isContractOf(asset, found.contractAddress ?? '')) return []
        return [{ asset, decimals, min: found.withdrawMinAmount, max: found.withdrawMaxAmount }]
      })
    },
    async open({ sessionId, asset, amount: requestedAmount, recipient, ipAddress }) {
      const sold = soldAs(asset)
      if (sold === undefined) throw new AppError('PURCHASE_UNSUPPORTED')
      // Eight decimals at most, by the documentation.
      if (/\.\d{9}/.test(requestedAmount)) throw new AppError('AMOUNT_INVALID')
      const { currency, network: wanted } = sold
      const { merchantCode, merchantName } = settings
      const reference = sessionId.replaceAll('-', '')
      const {
        data: { link },
      } = await call('buy/pre-order', opened, {
        externalOrderId: reference,
        cryptoCurrency: currency,
        amountType: inCrypto,
        requestedAmount,
        network: wanted,
        address: parseCaip10(recipient).address,
        clientIp: ipAddress,
        // Fees come on top of the amount, which arrives in full.
        customization: { SEND_PRIMARY: true, NET_RECEIVE: true },
        ...(merchantCode !== undefined && { merchantCode }),
        ...(merchantName !== undefined && { merchantName }),
        ts: clock.now().getTime(),
      })
      const page = URL.parse(link)
      if (page === null || !isBinancePage(page))
        throw new AppError('SERVICE_UNREACHABLE', { cause: new Error('Binance leads to another host') })
      return { reference, url: page.href }
    },
    async status(reference) {
      const { data } = await call('order', order, { externalOrderId: reference })
      if (data.externalOrderId !== reference)
        throw new AppError('SERVICE_UNREACHABLE', { cause: new Error('Binance reports another order') })
      return { state: states[data.status] ?? 'waiting', txHash: null }
    },
  }
}

/** Whether the vendor's token matches the settings: its contract's address, or none for a coin. */
function isContractOf(asset: string, contract: string): boolean {
  const { namespace, assetNamespace, assetReference } = parseCaip19(asset)
  if (assetNamespace === 'slip44') return contract === ''
  return namespace === 'eip155' ? contract.toLowerCase() === assetReference.toLowerCase() : contract === assetReference
}

const isBinancePage = ({ protocol, hostname, port, username, password }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  username === '' &&
  password === '' &&
  (hostname === 'binance.com' || hostname.endsWith('.binance.com'))
