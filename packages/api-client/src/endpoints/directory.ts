import * as z from 'zod/mini'
import { caip2, count, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))
const longestLink = 512
const webLink = z.string().check(z.maxLength(longestLink), z.regex(/^https:\/\/[^\s/]+\S*$/))
/**
 * Schemes that don't belong to a wallet: those that run code in a page or read local files, other web protocols, those of browsers and
 * systems, whose links start any app (`intent:`), install one (`itms-services:`) or open a system tool, and mail and telephone. A star
 * marks a prefix.
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
 * A link that a page opens: to a web page, or to a wallet's app by the app's own scheme. Never to a foreign scheme, whatever the source.
 */
const appLink = z
  .string()
  .check(
    z.maxLength(longestLink),
    z.regex(new RegExp(`^(?:https://[^\\s/]\\S*|(?!(?:https|${foreign}):)[a-z][a-z0-9+.-]*:\\S*)$`, 'i')),
  )
/** The id of an image, which is used in a path: no characters with a meaning there. */
const imageId = z.string().check(z.regex(/^[A-Za-z0-9][\w.$+-]{0,127}$/))

/**
 * A wallet of the directory (specification section 3). `chains`: at least one of each namespace that it supports. A pairing address is
 * appended to the links, as in `metamask://` + `wc?uri=…`. `injected`: how a page detects the installed wallet.
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
 * Returns wallets by page. `include`, `exclude`, `chains`, `names`, `rdns`: comma-separated lists. `search`: part of a name. `badge` or
 * `badge_type`: `certified` for wallets that several sources list, `none` for the others.
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
  /** `count`: on all pages. */
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

/** Returns a wallet's icon by `image_id`, which changes with the icon. */
export const getWalletImage = {
  ...image,
  path: '/getWalletImage/:id',
  keepSeconds: year,
} as const satisfies EndpointRow
/** Returns a network's icon, by the `imageId` of the chain registry. */
export const getAssetImage = {
  ...image,
  path: '/public/getAssetImage/:id',
  keepSeconds: week,
} as const satisfies EndpointRow
/** Returns a currency's icon, by its ISO 4217 code. */
export const getCurrencyImage = {
  ...image,
  path: '/public/getCurrencyImage/:id',
  keepSeconds: week,
} as const satisfies EndpointRow
/** Returns a token's icon, by its symbol; IMAGE_NOT_FOUND for an unknown one. */
export const getTokenImage = {
  ...image,
  path: '/public/getTokenImage/:symbol',
  request: z.object({ ...sdk, symbol: imageId }),
  keepSeconds: week,
} as const satisfies EndpointRow
