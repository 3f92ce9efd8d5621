import { parseJson } from '@latchkey/protocol/parseJson'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import { isLocal } from '@latchkey/service-kit/settings/requireSafe'
import * as z from 'zod/mini'
import { isCoinbaseKey } from './callCoinbase.ts'
import { isBinanceKey } from './exchanges/binanceKey.ts'

/** Where users buy: by the environment of the api. */
export const buyFields = {
  /**
   * JSON list of providers that sell tokens, in the order in which users see them; each `{ driver, … }` as `docs/operations/buying.md`
   * has it. May come from a file (`ONRAMP_FILE`), since it holds keys.
   */
  ONRAMP: z._default(z.string(), '[]'),
  /** JSON list of providers that buy tokens from users; each `{ driver, … }` as `docs/operations/selling.md` has it. May come from a file (`OFFRAMP_FILE`). */
  OFFRAMP: z._default(z.string(), '[]'),
  /**
   * JSON list of exchanges that users pay from, in the order in which users see them; each `{ driver, … }` as
   * `docs/operations/exchanges.md` has it. May come from a file (`PAY_EXCHANGES_FILE`).
   */
  PAY_EXCHANGES: z._default(z.string(), '[]'),
} as const

/** As in paths. */
const id = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/))
const name = z.string().check(z.minLength(1), z.maxLength(40))
const secret = z.string().check(z.minLength(16), z.maxLength(4096))
const base = z.string().check(z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/))

const openRamp = z.strictObject({
  driver: z.literal('open'),
  id,
  name,
  url: base,
  secret,
  tolerancePercent: z.optional(z.int().check(z.minimum(0), z.maximum(50))),
})
const ramp = openRamp
type RampSettings = z.output<typeof ramp>

const openSale = z.strictObject({ driver: z.literal('open'), id, name, url: base, secret })
const coinbaseSale = z.strictObject({
  driver: z.literal('coinbase'),
  keyId: z.string().check(z.minLength(1), z.maxLength(256)),
  /** As the vendor's portal shows it: base64 (Ed25519) or PEM (ES256). */
  keySecret: secret.check(z.refine(isCoinbaseKey)),
  redirectUrl: z.string().check(z.maxLength(2048), z.regex(/^https:\/\/[^\s]+$/)),
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  subdivision: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  paymentMethod: z.enum(['ACH_BANK_ACCOUNT', 'CRYPTO_ACCOUNT', 'FIAT_WALLET', 'PAYPAL', 'RTP']),
})
const sale = z.discriminatedUnion('driver', [openSale, coinbaseSale])
export type SaleSettings = z.output<typeof sale>

const openExchange = z.strictObject({
  driver: z.literal('open'),
  id,
  name,
  url: base,
  secret,
  /** Its logo. */
  imageUrl: z.optional(z.string().check(z.maxLength(2048), z.regex(/^https:\/\//))),
})
export type OpenExchangeSettings = z.output<typeof openExchange>

const word = z.string().check(z.minLength(1), z.maxLength(256))
const limit = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))
/** An asset and its names at the vendor. `asset`: CAIP-19. */
const vendorAsset = {
  asset: z.string().check(z.regex(/^[-\w]{3,8}:[-\w]{1,32}\/[-a-z0-9]{3,8}:[-.%\w]{1,128}$/)),
  decimals: z.int().check(z.minimum(0), z.maximum(18)),
  currency: z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)),
  network: z.string().check(z.regex(/^[-_A-Za-z0-9]{1,32}$/)),
}

const coinbase = z.strictObject({
  driver: z.literal('coinbase'),
  keyId: word,
  /** As the vendor's portal shows it: base64 (Ed25519) or PEM (ES256). */
  keySecret: secret.check(z.refine(isCoinbaseKey)),
  assets: z.array(z.strictObject({ ...vendorAsset, min: limit, max: limit })).check(z.minLength(1), z.maxLength(100)),
})
export type CoinbaseSettings = z.output<typeof coinbase>

const binance = z.strictObject({
  driver: z.literal('binance'),
  url: base,
  clientId: word,
  accessToken: secret,
  /** RSA, in base64 of PKCS#8 or in PEM. */
  privateKey: secret.check(z.refine(isBinanceKey)),
  merchantCode: z.optional(word),
  merchantName: z.optional(word),
  assets: z.array(z.strictObject(vendorAsset)).check(z.minLength(1), z.maxLength(100)),
})
export type BinanceSettings = z.output<typeof binance>

const payExchange = z.discriminatedUnion('driver', [openExchange, coinbase, binance])
export type PayExchangeSettings = z.output<typeof payExchange>

export type BuySettings = {
  /** Providers that sell tokens. Default: none. */
  onramp?: readonly RampSettings[]
  /** Providers that buy tokens from users. Default: none. */
  offramp?: readonly SaleSettings[]
  /** Exchanges that users pay from. Default: none. */
  payExchanges?: readonly PayExchangeSettings[]
}

/** Throws UnusableSettings, which show no value; also for an address without https that is not on this machine. */
export function readBuyFields({
  ONRAMP,
  OFFRAMP,
  PAY_EXCHANGES,
}: z.output<z.ZodMiniObject<typeof buyFields>>): Required<BuySettings> {
  return {
    onramp: readList('ONRAMP', ONRAMP, ramp, 'buying'),
    offramp: readList('OFFRAMP', OFFRAMP, sale, 'selling'),
    payExchanges: readList('PAY_EXCHANGES', PAY_EXCHANGES, payExchange, 'exchanges'),
  }
}

function readList<schema extends z.ZodMiniType<{ id?: string; driver: string; url?: string }>>(
  variable: string,
  text: string,
  row: schema,
  guide: 'buying' | 'selling' | 'exchanges',
): z.output<schema>[] {
  const parsed = z.safeParse(z.array(row).check(z.maxLength(16)), parseJson(text))
  if (!parsed.success) {
    const [index, field] = parsed.error.issues[0]?.path ?? []
    const at = index === undefined ? '' : ` (entry ${String(index)}${field === undefined ? '' : `, ${String(field)}`})`
    throw new UnusableSettings([`${variable}: must be a JSON list as docs/operations/${guide}.md has it${at}`])
  }
  const ids = parsed.data.map(({ id, driver }) => id ?? driver)
  const reasons = ids
    .filter((each, at) => ids.indexOf(each) !== at)
    .map((each) => `${variable}: ${each} is there twice`)
  for (const { url } of parsed.data)
    if (url !== undefined && !url.startsWith('https:') && !isLocal(url))
      reasons.push(`${variable}: ${new URL(url).host} must have https`)
  if (reasons.length > 0) throw new UnusableSettings(reasons)
  return parsed.data
}
