import { requests } from '@latchkey/protocol/requests'
import { themeModes } from '@latchkey/protocol/theme'
import { base, hyperEvm } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { describeAlert } from '../describeAlert.ts'
import { testSettings } from '../modal.fixture.ts'
import { readOptions } from '../sign-in/session-proof/readOptions.ts'
import { describeProblem } from './describeProblem.ts'
import { metadataLimits } from './optionRules.ts'
import { checkPlace, parseOptions } from './parseOptions.ts'
import { readChains } from './readChains.ts'
import { readThemeMode, startOptions } from './startOptions.ts'

const site = 'dapp.example'
const parse = (options: unknown) => {
  const { siwx, siweConfig } = Object(options)
  // The part of session proof is loaded for pages that name one of its options.
  const readProof = siwx === undefined && siweConfig === undefined ? undefined : readOptions
  const { problems, ...parsed } = parseOptions(options, site, readChains, readProof)
  const alerts = problems.map(describeProblem).map(describeAlert)
  return { ...parsed, alerts }
}
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** A page's options with one mistake: the value, the alert's code, its cause, its fix, and the value used instead. */
type Row = [given: Record<string, unknown>, code: string, cause: string, fix: string, used: Record<string, unknown>]

const teamChain = {
  id: 4242,
  name: 'Team chain',
  nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
}

const fatal: Row[] = [
  [{ projectId: undefined }, 'APKT008', 'without a projectId', 'on the local stack it is "demo"', { projectId: '' }],
  [{ projectId: '' }, 'APKT008', 'without a projectId', 'Pass the id of your project', { projectId: '' }],
  [{ projectId: 'two words' }, 'APKT007', '"two words"', 'the id in the projects file', { projectId: '' }],
  [{ projectId: 42 }, 'APKT007', "42 isn't a valid project id", 'Set `projectId`', { projectId: '' }],
  [{ projectId: 'x'.repeat(129) }, 'APKT007', '1 to 128 letters', 'Set `projectId`', { projectId: '' }],
  [
    { frameUrl: undefined },
    'APKT013',
    '`frameUrl` is missing',
    "Add it, for example: frameUrl: 'https://wallet.example.com'",
    { frameUrl: '' },
  ],
  [
    { frameUrl: 'wallet' },
    'APKT013',
    '`frameUrl` is "wallet". It must be an origin',
    "For example: frameUrl: 'https://wallet.example.com'",
    { frameUrl: '' },
  ],
  [
    { frameUrl: 'wallet.example' },
    'APKT013',
    '`frameUrl` is "wallet.example"',
    `Replace "wallet.example" with 'https://wallet.example'`,
    { frameUrl: '' },
  ],
  [
    { frameUrl: 'localhost:3001' },
    'APKT013',
    '`frameUrl` is "localhost:3001"',
    `Replace "localhost:3001" with 'http://localhost:3001'`,
    { frameUrl: '' },
  ],
  [
    { frameUrl: 'https://wallet.example/sdk' },
    'APKT013',
    'scheme, host and port',
    `Replace "https://wallet.example/sdk" with 'https://wallet.example'`,
    { frameUrl: '' },
  ],
  [{ frameUrl: 'javascript:alert(1)' }, 'APKT013', '`frameUrl` is "javascript:', 'frameUrl', { frameUrl: '' }],
  [
    { apiUrl: undefined },
    'APKT013',
    '`apiUrl` is missing',
    "Add it, for example: apiUrl: 'https://api.example.com'",
    { apiUrl: '' },
  ],
  [{ apiUrl: {} }, 'APKT013', '`apiUrl` is {}', "apiUrl: 'https://api.example.com'", { apiUrl: '' }],
  [
    { networks: undefined },
    'APKT013',
    '`networks` is missing',
    "Add it, for example: networks: ['eip155:1']",
    { networks: ['eip155:1'] },
  ],
  [
    { networks: [] },
    'APKT013',
    '`networks` is []. It must be a list of CAIP-2 ids',
    "networks: ['eip155:1']",
    { networks: ['eip155:1'] },
  ],
  [
    { networks: 'eip155:1' },
    'APKT013',
    '`networks` is "eip155:1"',
    "networks: ['eip155:1']",
    { networks: ['eip155:1'] },
  ],
  [
    { networks: [1] },
    'APKT001',
    'the network 1 in `networks[0]`',
    'Replace it with "eip155:1"',
    { networks: ['eip155:1'] },
  ],
  [{ networks: ['mainnet'] }, 'APKT001', '"mainnet"', 'Replace it with "eip155:1"', { networks: ['eip155:1'] }],
]

const harmless: Row[] = [
  [
    { networks: ['eip155:1', 'eip155:280'] },
    'APKT001',
    'the network "eip155:280" in `networks[1]`',
    'Replace it with "eip155:300"',
    { networks: ['eip155:1', 'eip155:280'] },
  ],
  [
    { networks: ['eip155:1', 'eip155:4242'] },
    'APKT001',
    'the network "eip155:4242" in `networks[1]`',
    'eip155:31337',
    { networks: ['eip155:1', 'eip155:4242'] },
  ],
  [
    { networks: ['eip155:1', { ...teamChain, nativeCurrency: { ...teamChain.nativeCurrency, symbol: '' } }] },
    'APKT013',
    '`networks[1].nativeCurrency.symbol` is ""',
    "nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 }",
    { networks: ['eip155:1', 'eip155:4242'] },
  ],
  [
    { networks: ['eip155:1', { ...teamChain, rpcUrls: undefined }] },
    'APKT013',
    '`networks[1].rpcUrls.default.http` is undefined',
    'rpcUrls: { default: { http:',
    { networks: ['eip155:1', 'eip155:4242'] },
  ],
  [
    { networks: ['eip155:1', { id: '4242x' }] },
    'APKT001',
    '`networks[1]`',
    'Pass the network as an object',
    { networks: ['eip155:1'] },
  ],
  [{ networks: ['eip155:1', 'polygn'] }, 'APKT001', '"polygn"', '"eip155:137"', { networks: ['eip155:1'] }],
  [{ networks: ['eip155:1', null] }, 'APKT001', 'the network null', 'CAIP-2 ids', { networks: ['eip155:1'] }],
  [
    { defaultNetwork: 'eip155:10' },
    'APKT013',
    '`defaultNetwork` is "eip155:10". It must be one of `networks`',
    "'eip155:31337'",
    { defaultNetwork: undefined },
  ],
  [{ defaultNetwork: 'eip155:4242' }, 'APKT001', '`defaultNetwork`', 'eip155:31337', { defaultNetwork: undefined }],
  [
    { metadata: undefined },
    'APKT013',
    '`metadata` is missing',
    "metadata: { name: 'My dapp' }",
    { metadata: { name: site } },
  ],
  [
    { metadata: 'Test' },
    'APKT013',
    '`metadata` is "Test"',
    "metadata: { name: 'My dapp' }",
    { metadata: { name: site } },
  ],
  [
    { metadata: { nmae: 'Test' } },
    'APKT013',
    '`metadata.nmae` is not an option',
    'Rename `metadata.nmae` to `name`',
    { metadata: { name: site } },
  ],
  [
    { metadata: { name: 'x'.repeat(201) } },
    'APKT013',
    'text of 1 to 200 characters',
    "{ name: 'My dapp' }",
    { metadata: { name: site } },
  ],
  [
    { metadata: { name: 'Test', icons: 'icon.png' } },
    'APKT013',
    '`metadata.icons` is "icon.png"',
    "icons: ['https://example.com/icon.png']",
    { metadata: { name: 'Test' } },
  ],
  [
    { themeMode: 'blue' },
    'APKT013',
    `\`themeMode\` is "blue". It must be one of 'light', 'dark', 'system'`,
    "'light'",
    { themeMode: undefined },
  ],
  [{ themeMode: 'Dark' }, 'APKT013', '"Dark"', `Replace "Dark" with 'dark'`, { themeMode: undefined }],
  [
    { themeVariables: { '--lk-acent': '#fff', '--lk-dim': '0.5' } },
    'APKT013',
    "`themeVariables['--lk-acent']` is not an option",
    'to `--lk-accent`',
    { themeVariables: { '--lk-dim': '0.5' } },
  ],
  [
    { themeVariables: { '--lk-accent': 'blau' } },
    'APKT013',
    'It must be a color, such as "#3b82f6"',
    "'--lk-accent': 'oklch(",
    { themeVariables: {} },
  ],
  [
    { themeVariables: { '--lk-width': '900px' } },
    'APKT013',
    'a length from "320px" to "480px"',
    "'--lk-width': '370px'",
    { themeVariables: {} },
  ],
  [{ themeVariables: 'dark' }, 'APKT013', '`themeVariables` is "dark"', '--lk-accent', { themeVariables: undefined }],
  [
    { features: { socials: ['gogle', 'github'] } },
    'APKT013',
    '`features.socials[0]` is "gogle"',
    `Replace "gogle" with 'google'`,
    { features: { socials: ['github'] } },
  ],
  [
    { features: { socials: 'google' } },
    'APKT013',
    '`features.socials` is "google"',
    "socials: ['google', 'github']",
    { features: {} },
  ],
  [
    { features: { emial: false } },
    'APKT013',
    '`features.emial` is not an option',
    'Rename `features.emial` to `email`',
    { features: {} },
  ],
  [
    { features: { email: 'false' } },
    'APKT013',
    '`features.email` is "false". It must be true or false',
    'Replace "false" with false',
    { features: {} },
  ],
  [
    { features: { connectMethodsOrder: ['wallets', 'email'] } },
    'APKT013',
    '`features.connectMethodsOrder[0]`',
    `Replace "wallets" with 'wallet'`,
    { features: { connectMethodsOrder: ['email'] } },
  ],
  [{ features: null }, 'APKT013', '`features` is null', 'features: { email: true }', { features: undefined }],
  [{ termUrl: 'https://a.example' }, 'APKT013', '`termUrl` is not an option', 'Rename `termUrl` to `termsUrl`', {}],
  [{ zzz: 1 }, 'APKT013', '`zzz` is not an option', 'Remove `zzz`. The available names: projectId, frameUrl', {}],
  [
    { termsUrl: 'javascript:alert(1)' },
    'APKT013',
    '`termsUrl` is "javascript:alert(1)"',
    "'https://example.com/terms'",
    { termsUrl: undefined },
  ],
  [
    { walletConnect: true },
    'APKT013',
    '`walletConnect` is true',
    "walletConnect: { relayUrl: 'wss://relay.example.com' }",
    { walletConnect: undefined },
  ],
  [
    { walletConnect: { relayUrl: 'https://relay.example' } },
    'APKT013',
    'starts with wss: or ws:',
    'wss://relay.example.com',
    { walletConnect: undefined },
  ],
  [
    { walletConnect: {} },
    'APKT013',
    '`walletConnect.relayUrl` is missing',
    "relayUrl: 'wss://relay.example.com'",
    { walletConnect: undefined },
  ],
  [
    { basic: true },
    'APKT013',
    '`walletConnect` is missing',
    "walletConnect: { relayUrl: 'wss://relay.example.com' }",
    { basic: false },
  ],
  [{ walletOrder: ['instaled'] }, 'APKT013', '`walletOrder[0]` is "instaled"', "'walletConnect'", { walletOrder: [] }],
  [
    { connectors: [{ id: 'mine', name: 'Mine', provider: {} }] },
    'APKT013',
    '`connectors[0].provider` is {}. It must be an EIP-1193 provider',
    'provider: window.ethereum',
    { connectors: [] },
  ],
  [
    { customWallets: [{ id: 'mine', name: 'Mine' }] },
    'APKT013',
    '`customWallets[0].chains` is missing',
    "chains: ['eip155:1']",
    { customWallets: [] },
  ],
  [{ excludeWalletIds: 'metamask' }, 'APKT013', '`excludeWalletIds` is "metamask"', "['…']", {}],
  [
    { embedded: {} },
    'APKT013',
    '`embedded` is {}. It must be a function that returns an element',
    'embedded: () => document.querySelector',
    { embedded: undefined },
  ],
  [
    { defaultAccountTypes: { eip155: 'smart' } },
    'APKT013',
    '`defaultAccountTypes.eip155` is "smart"',
    "'eoa'",
    { defaultAccountTypes: {} },
  ],
  [{ basic: 1 }, 'APKT013', '`basic` is 1. It must be true or false', 'true', { basic: undefined }],
  [
    { rpcUrls: { 'eip155:1': 'https://a.example' } },
    'APKT013',
    '`rpcUrls[\'eip155:1\']` is "https://a.example"',
    "rpcUrls: { 'eip155:1': ['https://…'] }",
    { rpcUrls: {} },
  ],
]

describe.each([
  ['leaves nothing to offer', false, fatal],
  ['stands at its default, and everything else works', true, harmless],
] as const)('one mistake %s', (_, isUsable, rows) => {
  test.each(rows)('%j is one alert, %s, with the exact fix', (given, code, cause, fix, used) => {
    const parsed = parse({ ...testSettings, ...given })
    expect(parsed.alerts).toMatchObject([{ code }])
    expect(parsed.alerts[0]?.cause).toContain(cause)
    expect(parsed.alerts[0]?.fix).toContain(fix)
    expect(parsed.isUsable).toBe(isUsable)
    expect(parsed.settings).toEqual({ ...testSettings, ...used })
  })
})

test('options that are right pass as they are, without an alert', () => {
  const options = {
    ...testSettings,
    frameUrl: 'https://wallet.example/',
    networks: ['eip155:1', solana],
    defaultNetwork: solana,
    rpcUrls: { 'eip155:1': ['https://node.example/key'] },
    metadata: {
      name: 'Test',
      description: 'A test',
      url: 'https://dapp.example',
      icons: ['https://dapp.example/a.png'],
    },
    features: {
      email: false,
      socials: ['google', 'farcaster'],
      wallets: true,
      multiWallet: true,
      activity: false,
      connectMethodsOrder: ['wallet'],
    },
    featuredWalletIds: ['a'],
    includeWalletIds: ['a'],
    excludeWalletIds: ['io.metamask'],
    customWallets: [{ id: 'a', name: 'A', chains: ['eip155:1'], mobile_link: 'a://' }],
    walletOrder: ['injected'],
    connectors: [{ id: 'a', name: 'A', provider: { request: async () => null } }],
    walletConnect: { relayUrl: 'ws://localhost:5555', projectId: 'relay' },
    basic: false,
    embedded: () => ({}) as Element,
    defaultAccountTypes: { eip155: 'smartAccount' },
    siwx: { isRequired: true, statement: 'Sign in to Test', resources: ['https://dapp.example/terms'] },
    enableNetworkSwitch: false,
    allowUnsupportedChain: true,
    themeMode: 'system',
    themeVariables: { '--lk-accent': '#3b82f6', '--lk-width': '400px' },
    termsUrl: 'https://dapp.example/terms',
    privacyUrl: 'https://dapp.example/privacy',
  }
  expect(parse(options)).toStrictEqual({ settings: options, isUsable: true, alerts: [] })
})

test('a chain of viem/chains is a network like any other, with its own nodes', () => {
  const { settings, alerts } = parse({ ...testSettings, networks: [base, 'eip155:1'], defaultNetwork: base })
  expect(alerts).toEqual([])
  expect(settings).toEqual({
    ...testSettings,
    networks: ['eip155:8453', 'eip155:1'],
    defaultNetwork: 'eip155:8453',
    rpcUrls: { 'eip155:8453': base.rpcUrls.default.http },
  })
})

test('a network that the registry does not have is known wherever the site names it', () => {
  const { settings, alerts } = parse({
    ...testSettings,
    networks: ['eip155:1', teamChain, { ...teamChain, name: 'Again' }],
    defaultNetwork: 'eip155:4242',
    rpcUrls: { 'eip155:4242': ['https://mine.example'] },
    customWallets: [{ id: 'mine', name: 'Mine', chains: ['eip155:4242'] }],
  })
  expect(alerts).toEqual([])
  expect(settings).toMatchObject({
    networks: ['eip155:1', 'eip155:4242'],
    defaultNetwork: 'eip155:4242',
    rpcUrls: { 'eip155:4242': ['https://mine.example'] },
  })
  expect(settings.ownNetworks).toEqual([expect.objectContaining({ caipNetworkId: 'eip155:4242', name: 'Again' })])
})

test('a network of any namespace can be described, and one whose ids disagree is reported', () => {
  const id = '1'.repeat(32)
  const cluster = { ...teamChain, id, chainNamespace: 'solana', caipNetworkId: `solana:${id}` }
  const { settings, alerts } = parse({ ...testSettings, networks: ['eip155:1', cluster] })
  expect(alerts).toEqual([])
  expect(settings).toMatchObject({
    networks: ['eip155:1', `solana:${id}`],
    ownNetworks: [{ caipNetworkId: `solana:${id}`, name: 'Team chain' }],
    rpcUrls: { [`solana:${id}`]: ['https://rpc.example'] },
  })
  const wrong = parse({ ...testSettings, networks: ['eip155:1', { ...cluster, chainNamespace: 'bip122' }] })
  expect(wrong.alerts).not.toEqual([])
  expect(wrong.settings.ownNetworks).toBeUndefined()
})

test('the id of a network that has ended may be another one by now', () => {
  const { settings, alerts } = parse({ ...testSettings, networks: [hyperEvm] })
  expect(alerts).toEqual([])
  expect(settings.ownNetworks).toMatchObject([{ caipNetworkId: 'eip155:999', nativeCurrency: { symbol: 'HYPE' } }])
})

test('an option that is there under a misspelt name is not missing too', () => {
  const { networks, ...others } = testSettings
  const { alerts, isUsable } = parse({ ...others, netwroks: networks })
  expect(alerts.map(({ fix }) => fix)).toEqual(['Rename `netwroks` to `networks`'])
  expect(isUsable).toBe(false)
})

test.each([[undefined], [null], [{}], [[]], ['demo'], [42]])(
  'without options (%j) one alert has all that are needed',
  (given) => {
    const { alerts, isUsable } = parse(given)
    expect(alerts).toHaveLength(1)
    for (const name of ['projectId', 'frameUrl', 'apiUrl', 'networks', 'metadata'])
      expect(alerts[0]?.fix).toContain(`${name}: `)
    expect(isUsable).toBe(false)
  },
)

const backend = {
  createMessage: async () => undefined,
  addSession: async () => undefined,
  getSessions: async () => [],
  revokeSession: async () => undefined,
}
const siweConfig = {
  getNonce: async () => '',
  getMessageParams: async () => ({}),
  createMessage: () => '',
  verifyMessage: async () => true,
  getSession: async () => null,
  signOut: async () => true,
}

test('session proof by a backend of the site passes as it is', () => {
  for (const given of [
    { siwx: { ...backend, isRequired: true } },
    { siweConfig: { ...siweConfig, required: false } },
  ]) {
    const { settings, alerts } = parse({ ...testSettings, ...given })
    expect(settings).toStrictEqual({ ...testSettings, ...given })
    expect(alerts).toEqual([])
  }
})

test('siwx and siweConfig together are refused, with the words of the specification', () => {
  const { alerts, isUsable } = parse({ ...testSettings, siwx: {}, siweConfig })
  expect(alerts).toMatchObject([{ code: 'APKT013', cause: 'Cannot set both `siweConfig` and `siwx` options' }])
  expect(isUsable).toBe(false)
})

test.each<[string, Record<string, unknown>]>([
  ['a function is missing', { siwx: { ...backend, addSession: undefined, isRequired: true } }],
  ['a function is none', { siwx: { ...backend, getSessions: 'no' } }],
  ['a name is misspelt', { siwx: { isRequierd: true } }],
  ['a flag is a text', { siwx: { isRequired: 'yes' } }],
  ['it is no object', { siwx: true }],
  ['the other one is incomplete', { siweConfig: { getNonce: siweConfig.getNonce } }],
])('a mistake in session proof lets nobody in unsigned: %s', (_, given) => {
  const { alerts, isUsable } = parse({ ...testSettings, ...given })
  expect(alerts.length).toBeGreaterThan(0)
  expect(isUsable).toBe(false)
})

test('several mistakes are an alert each', () => {
  const { alerts } = parse({ ...testSettings, themeMode: 'blue', basic: 'yes', zzz: true })
  expect(alerts.map(({ code }) => code)).toEqual(['APKT013', 'APKT013', 'APKT013'])
})

test('options that cannot be shown are reported all the same', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  expect(parse({ ...testSettings, features: { socials: [circular, 1n, Symbol('x')] } }).alerts).toHaveLength(3)
  expect(parse({ ...testSettings, walletOrder: 'x'.repeat(10_000) }).alerts[0]?.cause.length).toBeLessThan(200)
})

test('what the page itself reads before the engine is what the engine reads', () => {
  for (const [given] of [...fatal, ...harmless]) {
    const options = { ...testSettings, ...given }
    const { settings, isUsable } = parse(options)
    const start = startOptions(options)
    expect(start.networks).toEqual(settings.networks)
    expect(start.defaultNetwork).toEqual(settings.defaultNetwork)
    expect(start.themeMode).toEqual(settings.themeMode ?? 'dark')
    if (!start.isComplete) expect(isUsable && settings.metadata.name !== site).toBe(false)
  }
  expect(themeModes.map(readThemeMode)).toEqual(themeModes)
})

test('an element that is not in the page is reported when the modal opens', () => {
  const problems = checkPlace({ embedded: () => null as never })
  expect(problems.map(describeProblem).map((alert) => describeAlert(alert).cause)).toEqual([
    '`embedded()` is null. It must be an element of the page when the modal opens.',
  ])
  expect(checkPlace({ embedded: () => ({}) as Element })).toEqual([])
  expect(checkPlace({})).toEqual([])
})

test('the bounds of metadata are those of the wallet', () => {
  const { name, description, address, icons } = metadataLimits
  const metadata = {
    name: 'x'.repeat(name),
    description: 'x'.repeat(description),
    url: 'x'.repeat(address),
    icons: Array.from({ length: icons }, () => 'x'.repeat(address)),
  }
  const isTaken = (given: object) =>
    requests.SYNC_DAPP_DATA.payload.safeParse({ projectId: 'demo', metadata: { ...metadata, ...given } }).success
  expect(isTaken({})).toBe(true)
  for (const field of ['name', 'description', 'url'] as const)
    expect(isTaken({ [field]: `${metadata[field]}x` })).toBe(false)
  expect(isTaken({ icons: [...metadata.icons, 'x'] })).toBe(false)
})

const connect = { order: undefined, hasEmail: true, hasSocials: false, hasWallets: true } as const
test.each<[Record<string, unknown>, Partial<ReturnType<typeof startOptions>['connect']>]>([
  [{}, {}],
  [{ features: { socials: ['google'] } }, { hasSocials: true }],
  [{ features: { wallets: false } }, { hasWallets: false }],
  [{ features: { connectMethodsOrder: ['email', 'wallet'] } }, { order: ['email', 'wallet'] }],
  [{ features: { connectMethodsOrder: ['wallet', 'email'] } }, { order: ['wallet', 'email'] }],
  [{ features: { connectMethodsOrder: 'email' } }, {}],
  [{ features: { email: false } }, { hasEmail: false }],
  [{ features: 'email' }, {}],
  [{ features: null }, {}],
  [{ basic: true }, { hasEmail: false }],
  [{ logo: '/logo.svg' }, { hasEmail: false }],
  [{ networks: ['bip122:000000000019d6689c085ae165831e93'] }, { hasEmail: false }],
])('startOptions › %j decides what of Connect is there before its code', (given, expected) => {
  expect(startOptions({ ...testSettings, ...given }).connect).toEqual({ ...connect, ...expected })
})
