import { findNetwork } from '@latchkey/chains'
import { loginProviderIds } from '@latchkey/protocol/loginProviders'
import {
  parseThemeVariables,
  type ThemeRow,
  type ThemeVariables,
  themeModes,
  themeTable,
} from '@latchkey/protocol/theme'
import type { Takes } from '../alerts.ts'
import { isForeignProvider } from '../connectors/eip1193/ForeignProvider.ts'
import type {
  ConnectMethodsOrder,
  CustomConnector,
  CustomNetwork,
  CustomWallet,
  ModalOptions,
  NetworkId,
  WalletGroup,
} from '../Modal.ts'
import { isNetworkId } from '../storedConnections.ts'
import { address, exact, fields, flag, list, oneOf, type Rule, text } from './rules.ts'
import { isText, readNetworkId } from './startOptions.ts'

/** Longest name, description and address, and most icons, that the wallet takes of a site (`SYNC_DAPP_DATA`). */
export const metadataLimits = { name: 200, description: 2000, address: 2048, icons: 16 }

const metadataExample = "metadata: { name: 'My dapp' }"
const networksExample = "networks: ['eip155:1']"
/** The options that have no default, each as a page would write it. */
export const requiredOptions = {
  projectId: "projectId: 'demo'",
  frameUrl: "frameUrl: 'https://wallet.example.com'",
  apiUrl: "apiUrl: 'https://api.example.com'",
  networks: networksExample,
  metadata: metadataExample,
} satisfies Partial<Record<keyof ModalOptions, string>>

/** A well-formed network is kept: external wallets may know it where ours doesn't. */
const network: Rule<NetworkId> = (value, at, report) => {
  if (!isNetworkId(value) || findNetwork(value) === undefined) report({ option: at, kind: 'network', found: value })
  return isNetworkId(value) ? value : undefined
}

/** An id, or a chain in viem's shape, which `readChains` reads. */
const chain: Rule<NetworkId | CustomNetwork> = (value, at, report) => {
  if (typeof value === 'object' && readNetworkId(value) !== undefined) return value as CustomNetwork
  if (findNetwork(String(value))?.retired) report({ option: at, kind: 'network', found: value })
  return network(value, at, report)
}

const networks: Rule<ModalOptions['networks']> = (value, at, report) => {
  if (!Array.isArray(value) || value.length === 0) {
    report({ option: at, kind: 'invalid', found: value, takes: { takes: 'takes.networks' }, example: networksExample })
    return undefined
  }
  const [first, ...others] = list(chain, networksExample)(value, at, report) ?? []
  return first === undefined ? undefined : [first, ...others]
}

const scheme = (host: string): string => (/^(?:localhost|127\.0\.0\.1)(?::|$)/.test(host) ? 'http' : 'https')

const isOrigin = (value: unknown): value is string => {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username } = new URL(value)
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === ''
}

/** The origin in an address that has more than that, or lacks its scheme. */
const originIn = (value: unknown): string | undefined => {
  if (!isText(value)) return undefined
  const whole = /^https?:\/\//i.test(value) ? value : `${scheme(value)}://${value}`
  // A single word isn't a host that a browser resolves, except this machine.
  if (!URL.canParse(whole) || !/[.:]|localhost/.test(whole.slice(whole.indexOf('//')))) return undefined
  return `'${new URL(whole).origin}'`
}

const origin = (example: string): Rule<string> =>
  exact({ takes: { takes: 'takes.origin' }, example }, isOrigin, originIn)

const walletIds = (name: string) => list(text(128, 1), `${name}: ['…']`)
const here = (): string => (typeof location === 'object' ? location.href : 'https://site.example')
const webAddress = address(['https:', 'http:'], 'https://example.com')
const link = address(['https:', 'http:'], 'https://example.com/terms', here)
/** Any link that an operating system opens, by a wallet's own scheme, which isn't restricted. */
const anyLink = exact({ takes: { takes: 'takes.address' }, example: "'https://example.com'" }, isText)

const customWallet = fields<CustomWallet>(
  {
    id: text(128, 1),
    name: text(64, 1),
    chains: list(network, "chains: ['eip155:1']"),
    rdns: anyLink,
    homepage: anyLink,
    mobile_link: anyLink,
    desktop_link: anyLink,
    webapp_link: anyLink,
    app_store: anyLink,
    play_store: anyLink,
    chrome_store: anyLink,
  },
  "{ id: 'mine', name: 'Mine', chains: ['eip155:1'] }",
  { id: "id: 'mine'", name: "name: 'Mine'", chains: "chains: ['eip155:1']" },
)

const provider = exact(
  { takes: { takes: 'takes.provider' }, example: 'provider: window.ethereum' },
  (value): value is CustomConnector['provider'] => isForeignProvider(value),
)

const connector = fields<CustomConnector>(
  { id: text(128, 1), name: text(64, 1), icon: anyLink, rdns: anyLink, provider },
  "{ id: 'mine', name: 'Mine', provider }",
  { id: "id: 'mine'", name: "name: 'Mine'", provider: 'provider: window.ethereum' },
)

const rpcUrls: Rule<NonNullable<ModalOptions['rpcUrls']>> = (value, at, report) => {
  const example = "rpcUrls: { 'eip155:1': ['https://…'] }"
  if (typeof value !== 'object' || value === null) {
    report({ option: at, kind: 'invalid', found: value, takes: { takes: 'takes.object' }, example })
    return undefined
  }
  const kept = Object.entries(value).flatMap(([id, urls]) => {
    const chain = network(id, `${at}['${id}']`, report)
    const nodes = list(webAddress, example)(urls, `${at}['${id}']`, report)
    return chain === undefined || nodes === undefined ? [] : [[chain, nodes]]
  })
  return Object.fromEntries(kept)
}

const themeKinds = {
  color: 'takes.color',
  fontFamily: 'takes.fonts',
  length: 'takes.length',
  duration: 'takes.duration',
  number: 'takes.number',
} as const satisfies Record<ThemeRow['kind'], Takes['takes']>

const themeTakes = (row: ThemeRow): Takes => ({
  takes: themeKinds[row.kind],
  ...('min' in row && { values: { min: row.min, max: row.max } }),
})

const themeVariables: Rule<ThemeVariables> = (value, at, report) => {
  if (typeof value !== 'object' || value === null) {
    const example = "themeVariables: { '--lk-accent': '#3b82f6' }"
    report({ option: at, kind: 'invalid', found: value, takes: { takes: 'takes.object' }, example })
    return undefined
  }
  const parsed = parseThemeVariables(value)
  const known = Object.keys(themeTable)
  for (const [name, found] of Object.entries(value)) {
    const row: ThemeRow | undefined = Object.hasOwn(themeTable, name)
      ? themeTable[name as keyof typeof themeTable]
      : undefined
    const option = `${at}['${name}']`
    if (found === undefined || Object.hasOwn(parsed, name)) continue
    if (row === undefined) report({ option, kind: 'unknown', found, known })
    else report({ option, kind: 'invalid', found, takes: themeTakes(row), example: `'${name}': '${row.light}'` })
  }
  return parsed
}

const methods: ConnectMethodsOrder = ['email', 'social', 'wallet', 'installed']
const groups: readonly WalletGroup[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

export const relayExample = "walletConnect: { relayUrl: 'wss://relay.example.com' }"

const relay = fields<Exclude<NonNullable<ModalOptions['walletConnect']>, false>>(
  { relayUrl: address(['wss:', 'ws:'], 'wss://relay.example.com'), projectId: text(128, 1) },
  relayExample,
  { relayUrl: "relayUrl: 'wss://relay.example.com'" },
)

const asIs = <value>(value: unknown): value => value as value

/** The rule of each option of createModal. */
export const optionRules: { readonly [name in keyof Required<ModalOptions>]: Rule<NonNullable<ModalOptions[name]>> } = {
  projectId: exact(
    { takes: { takes: 'takes.projectId' }, example: "'demo'" },
    (value): value is string => typeof value === 'string' && /^[\w-]{1,128}$/.test(value),
  ),
  frameUrl: origin(requiredOptions.frameUrl),
  apiUrl: origin(requiredOptions.apiUrl),
  networks,
  // Whether its network is well described is reported for `networks`, which has to contain it.
  defaultNetwork: (value, at, report) => network(readNetworkId(value) ?? value, at, report),
  rpcUrls,
  metadata: fields<ModalOptions['metadata']>(
    {
      name: text(metadataLimits.name, 1, metadataExample),
      description: text(metadataLimits.description),
      url: text(metadataLimits.address),
      icons: list(text(metadataLimits.address), "icons: ['https://example.com/icon.png']", metadataLimits.icons),
    },
    metadataExample,
    { name: metadataExample },
  ),
  features: fields<NonNullable<ModalOptions['features']>>(
    {
      email: flag,
      socials: list(oneOf(loginProviderIds), "socials: ['google', 'github']"),
      wallets: flag,
      multiWallet: flag,
      activity: flag,
      swaps: flag,
      onramp: flag,
      offramp: flag,
      payWithExchange: flag,
      payments: flag,
      emailCapture: oneOf(['optional', 'required']),
      connectMethodsOrder: list(oneOf(methods), "connectMethodsOrder: ['social', 'email', 'wallet']"),
    },
    'features: { email: true }',
  ),
  featuredWalletIds: walletIds('featuredWalletIds'),
  includeWalletIds: walletIds('includeWalletIds'),
  excludeWalletIds: walletIds('excludeWalletIds'),
  customWallets: list(customWallet, "customWallets: [{ id: 'mine', name: 'Mine', chains: ['eip155:1'] }]"),
  walletOrder: list(oneOf(groups), "walletOrder: ['injected', 'recent']"),
  connectors: list(connector, "connectors: [{ id: 'mine', name: 'Mine', provider }]"),
  walletConnect: (value, at, report) => (value === false ? value : relay(value, at, report)),
  basic: flag,
  embedded: exact(
    { takes: { takes: 'takes.elementFunction' }, example: "embedded: () => document.querySelector('#wallet')" },
    (value): value is () => Element => typeof value === 'function',
  ),
  defaultAccountTypes: fields<NonNullable<ModalOptions['defaultAccountTypes']>>(
    { eip155: oneOf(['eoa', 'smartAccount']) },
    "defaultAccountTypes: { eip155: 'smartAccount' }",
  ),
  // Their parts of the modal read them.
  siwx: asIs,
  siweConfig: asIs,
  enableNetworkSwitch: flag,
  allowUnsupportedChain: flag,
  telemetry: asIs,
  enableLogger: flag,
  registryUrl: webAddress,
  themeMode: oneOf(themeModes),
  themeVariables,
  // `readBrand` reads these two: most sites have neither, and its table of texts is long.
  logo: (value) => value as NonNullable<ModalOptions['logo']>,
  texts: (value) => value as NonNullable<ModalOptions['texts']>,
  termsUrl: link,
  privacyUrl: link,
}
