import * as z from 'zod/mini'
import { caip2, count, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))
const longestLink = 512
const webLink = z.string().check(z.maxLength(longestLink), z.regex(/^https:\/\/[^\s/]+\S*$/))
/**
 * Schemes that are no wallet's own: of what runs in a page or reads this device, of other ways to the web, of browsers and
 * systems, whose links start any app (`intent:`), install one (`itms-services:`) or open a tool of the system, and of mail
 * and telephone. Beginnings of such names stand with a star.
 */
const foreignSchemes = [
  ...['javascript', 'livescript', 'vbscript', 'data', 'blob', 'file', 'filesystem', 'cid', 'mid', 'jar', 'mhtml'],
  ...['http', 'ws', 'wss', 'ftp', 'ftps', 'sftp', 'ssh', 'telnet', 'smb', 'ldap', 'ldaps', 'rdp', 'vnc', 'feed'],
  ...['about', 'view-source', 'chrome*', 'devtools', 'moz-*', 'resource', 'res', 'webkit*', 'safari-*', 'opera'],
  ...['intent', 'android-app', 'market', 'content', 'itms*', 'prefs*', 'app-prefs*', 'shortcuts', 'x-apple*'],
  ...['ms-*', 'search-ms', 'shell', 'hcp', 'help', 'applescript', 'calculator', 'onenote'],
  ...['mailto', 'tel', 'sms', 'smsto', 'mms', 'mmsto', 'facetime*', 'callto', 'sip', 'sips', 'geo', 'webcal'],
]
const foreign = foreignSchemes.map((scheme) => scheme.replace('*', '[a-z0-9+.-]*')).join('|')
/**
 * A link that a page opens: to a web page, or to a wallet's app by the app's own scheme. Never to what is no wallet's,
 * whoever says it.
 */
const appLink = z
  .string()
  .check(
    z.maxLength(longestLink),
    z.regex(new RegExp(`^(?:https://[^\\s/]\\S*|(?!(?:https|${foreign}):)[a-z][a-z0-9+.-]*:\\S*)$`, 'i')),
  )
/** Names an image: in a path, so nothing that means something there. */
const imageId = z.string().check(z.regex(/^[A-Za-z0-9][\w.$+-]{0,127}$/))

/**
 * A wallet of the directory (specification section 3). `chains`: at least one of each namespace that it serves. Links are
 * those that a pairing address is appended to, as in `metamask://` + `wc?uri=…`. `injected`: how a page that it is
 * installed for knows it.
 */
export const walletFields = z.object({
  id: imageId,
  name: text(64),
  image_id: z.nullish(imageId),
  homepage: z.nullish(webLink),
  /** Reverse-domain name, as EIP-6963 announces it. */
  rdns: z.nullish(z.string().check(z.maxLength(128), z.regex(/^[\w-]+(\.[\w-]+)+$/))),
  chains: z.array(caip2).check(z.maxLength(200)),
  mobile_link: z.nullish(appLink),
  desktop_link: z.nullish(appLink),
  webapp_link: z.nullish(webLink),
  app_store: z.nullish(webLink),
  play_store: z.nullish(webLink),
  chrome_store: z.nullish(webLink),
  injected: z.nullish(z.array(z.object({ namespace: text(8), injected_id: text(64) })).check(z.maxLength(32))),
})
/** A wallet of the directory, parsed. */
export type Wallet = z.output<typeof walletFields>
const list = z.string().check(z.maxLength(8192))

/**
 * Wallets by page. `include`, `exclude`, `chains`, `names`, `rdns`: lists with commas. `search`: part of a name.
 * `badge` or `badge_type`: `certified` for wallets that more than one source names, `none` for the others.
 */
export const getWallets = {
  authority: 'api',
  method: 'GET',
  path: '/getWallets',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    page: z.optional(count(1_000_000)),
    entries: z.optional(count(100)),
    include: z.optional(list),
    exclude: z.optional(list),
    search: z.optional(z.string().check(z.maxLength(256))),
    badge_type: z.optional(z.string().check(z.maxLength(32))),
    badge: z.optional(z.string().check(z.maxLength(32))),
    chains: z.optional(list),
    names: z.optional(list),
    rdns: z.optional(list),
  }),
  /** `count`: of all pages. */
  response: z.object({ data: z.array(walletFields), count: z.number().check(z.int(), z.nonnegative()) }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'SERVICE_UNREACHABLE'],
  idempotent: true,
  cacheMs: 300_000,
} as const satisfies EndpointRow
/** A parsed query of `getWallets`: counts are numbers. */
export type WalletQuery = z.output<typeof getWallets.request>

const image = {
  authority: 'api',
  method: 'GET',
  credential: 'none',
  caller: 'dapp',
  request: z.object({ ...sdk, id: imageId }),
  response: z.instanceof(Blob),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'IMAGE_NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNREACHABLE'],
  idempotent: true,
} as const

const week = 604_800
const year = 31_536_000

/** By `image_id`, which changes with the picture. */
export const getWalletImage = {
  ...image,
  path: '/getWalletImage/:id',
  keepSeconds: year,
} as const satisfies EndpointRow
/** A network, by the `imageId` of the chain registry. */
export const getAssetImage = {
  ...image,
  path: '/public/getAssetImage/:id',
  keepSeconds: week,
} as const satisfies EndpointRow
/** A currency, by its ISO 4217 code. */
export const getCurrencyImage = {
  ...image,
  path: '/public/getCurrencyImage/:id',
  keepSeconds: week,
} as const satisfies EndpointRow
/** A token, by its symbol; IMAGE_NOT_FOUND for an unknown one. */
export const getTokenImage = {
  ...image,
  path: '/public/getTokenImage/:symbol',
  request: z.object({ ...sdk, symbol: imageId }),
  keepSeconds: week,
} as const satisfies EndpointRow
