import type { LoginProvider } from '@latchkey/api-client'
import { type EvmAddress, localA, type Permission } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { mayWords } from '../../approvals/permissions/grantWords.ts'
import { asPage } from '../../boundary/Page.ts'
import type { CodeState, CodeStep } from '../../login/createCodeStep.ts'
import type { ProviderState } from '../../login/createProviderStep.ts'
import { asCaller } from '../../session/Caller.ts'
import type { Holdings } from './account/Holdings.ts'
import { createAuditTrail, type ReadLog } from './activity/createAuditTrail.ts'
import type { AllowanceList, ShownAllowance } from './allowances/openAllowances.ts'
import type { ShownPermission } from './permissions/openPermissions.ts'
import type { Device, LinkedLogin, Settings, SettingsState } from './Settings.ts'

/** States of the page, for the gallery and for tests. They use no network. */

const person = {
  caller: asCaller(asPage('https://wallet.example', 'wallet', 5), { userId: 'u', sessionId: 's', address: '0x' }),
  email: 'a.very.long.name.indeed@a-long-company.example.com',
  login: null,
  wallet: {
    walletId: 'w',
    userId: 'u',
    version: 1,
    generation: 1,
    addresses: {
      eip155: ['0x52908400098527886E0F7030069857D2E4169EE7'],
      solana: ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
    },
    recovery: { kind: 'automatic' },
    ciphertext: '',
  },
} as unknown as Extract<SettingsState, { kind: 'open' }>['person']

const nowMs = Date.now()
const ago = (minutes: number): string => new Date(nowMs - minutes * 60_000).toISOString()
const device = (part: Partial<Device> & { deviceId: string }): Device => ({
  name: '',
  browser: 'Chrome on Linux',
  dappOrigin: 'https://app.example',
  createdAt: ago(60 * 24 * 30),
  lastUsedAt: ago(3),
  isThis: false,
  ...part,
})
const devices: Device[] = [
  device({ deviceId: 'a', browser: 'Safari on iPhone', dappOrigin: 'https://swap.example', lastUsedAt: ago(60 * 5) }),
  device({ deviceId: 'b', dappOrigin: location.origin, isThis: true, lastUsedAt: ago(0) }),
  device({
    deviceId: 'c',
    name: 'The computer in the workshop behind the house, next to the window',
    browser: 'Firefox on Windows',
    dappOrigin: 'https://a-very-long-name-of-a-site-that-somebody-chose.example:8443',
    lastUsedAt: ago(60 * 24 * 40),
  }),
  device({ deviceId: 'd', dappOrigin: 'https://swap.example', lastUsedAt: ago(60 * 24 * 2) }),
]

const account = '0x52908400098527886E0F7030069857D2E4169EE7' as EvmAddress
const monthOn = Math.floor(nowMs / 1000) + 30 * 86_400
const permission = (
  asked: Permission,
  {
    state = 'active',
    url = 'https://swap.example',
    pci = '1',
    callLimit = null,
    expiry = monthOn,
    isEndable = true,
  }: {
    state?: ShownPermission['state']
    url?: string
    pci?: string
    callLimit?: number | null
    expiry?: number
    isEndable?: boolean
  } = {},
): ShownPermission => ({
  granted: {
    project: { id: url, name: url, url },
    pci: `0x${pci.repeat(64)}`,
    signer: account,
    permissions: [{ type: asked.type }],
    policies: [],
    context: '0x',
    createdAt: 0,
    expiry,
    chainId: localA.caipNetworkId,
    account: { kind: 'hybrid', address: account, owner: account },
  },
  grant: { account, signer: account, expiry, callLimit, permission: asked },
  network: localA,
  may: mayWords(asked, localA, { kind: 'token', symbol: 'USDC', decimals: 6 }),
  state,
  isEndable,
})
const coins: Permission = { type: 'native-token-transfer', allowance: 10n ** 16n }
const permissions = [
  permission({
    type: 'erc20-token-periodic',
    token: account,
    periodAmount: 5_000_000n,
    periodDuration: 86_400,
    startTime: 1,
  }),
  permission(coins, { pci: '2', callLimit: 3, state: 'unknown' }),
  permission(coins, { pci: '3', state: 'revoked' }),
  permission(coins, { pci: '6', isEndable: false }),
  permission(
    { type: 'contract-call', contract: account, functions: [{ selector: '0xa0712d68', signature: null }] },
    { pci: '4', url: 'https://a-very-long-name-of-a-site-that-somebody-chose.example:8443' },
  ),
  permission(coins, { pci: '5', state: 'expired', expiry: 1_700_000_000, url: 'https://play.example' }),
]

const allowance = (spender: string, more: Partial<ShownAllowance> = {}): ShownAllowance => ({
  account,
  isSmartAccount: false,
  network: localA,
  token: account,
  facts: { kind: 'token', symbol: 'USDC', decimals: 6 },
  spender: spender as EvmAddress,
  amount: 100_000_000n,
  setAt: ago(60 * 24 * 20),
  ...more,
})
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const allowances: AllowanceList = {
  shown: [
    allowance(router),
    allowance('0x000000000022D473030F116dDEE9F6B43aC78BA3', { amount: 2n ** 256n - 1n }),
    allowance(router, { isSmartAccount: true, amount: null }),
    allowance('0x8617E340B3D01FA5F11F306F4090FD50E238070D', {
      ...{ amount: 'collection', facts: { kind: 'collection', symbol: 'KEYS' } },
    }),
    allowance('0x52908400098527886E0F7030069857D2E4169EE7', { facts: null, amount: 12_345_678_901_234_567_890n }),
  ],
  more: async () => ({ ...allowances, shown: [allowance(account)], more: null }),
  notIndexed: ['Optimism', 'Polygon'],
  incomplete: [localA.name],
}

const apiEvents = [
  'signed in',
  'confirmed by code',
  'device renamed',
  'device revoked',
  'call refused',
  'wallet created',
]
const custodyEvents = ['code accepted', 'too many wrong codes', 'recovery share kept']
const logOf =
  (events: readonly string[], minutes: number): ReadLog =>
  async () => ({
    entries: events.map((event, index) => ({
      id: events.length - index,
      at: ago(index * minutes),
      event,
      deviceId: index === 1 ? 'c' : 'b',
      dappOrigin: index === 2 ? 'https://swap.example' : null,
    })),
    next: null,
  })

const mailed: CodeState = {
  email: person.email ?? '',
  link: null,
  isMailed: true,
  busy: null,
  isSolving: false,
  failure: null,
  resendAtMs: 0,
  mails: 1,
}
const stepAt = (state: CodeState, submitted: string[]): CodeStep<never> => ({
  state: () => state,
  subscribe: () => () => undefined,
  send: async () => undefined,
  wait: () => new Promise<never>(() => undefined),
  submit: async (code) => void submitted.push(code),
})

const atProvider = (state: ProviderState, calls: string[] = [], provider: LoginProvider = 'google') => ({
  provider,
  state: () => state,
  subscribe: () => () => undefined,
  start: () => void calls.push('start'),
  wait: () => new Promise<never>(() => undefined),
})
const uri = 'https://accounts.example/authorize?state=abc'
const linked: LinkedLogin = {
  provider: 'github',
  issuer: 'https://github.com',
  subject: '1',
  userName: 'ada',
  email: null,
  linkedAt: ago(60 * 24 * 12),
}
/** A user without an email. */
const adaAtGitHub = { ...person, email: null, login: { provider: 'github', userName: 'ada' } } as const

const held = (symbol: string, name: string, amount: string, worth: number | null) => ({
  ...{ id: `eip155:1:${symbol}`, symbol, name, amount, worth, iconUrl: '' },
})
const holdings: Holdings = {
  total: 28_431.5,
  networks: [
    {
      ...{ caipNetworkId: 'eip155:1', name: 'Ethereum', worth: 27_750 },
      tokens: [
        held('ETH', 'Ether', '10.0342', 25_085.5),
        held('USDC', 'USD Coin', '2500', 2_500),
        held('LONGSYMBOLTOKEN', 'A token with a name that goes on for longer than its row', '164500000', 164.5),
        held('SHIB', 'Shiba', '0.00000012', null),
      ],
    },
    { caipNetworkId: 'solana:1', name: 'Solana', worth: 681.5, tokens: [held('SOL', 'Solana', '4.7', 681.5)] },
  ],
  isPartial: false,
  icon: async () => null,
  smartAccounts: ['0x3b1a8cF1A0B3f0aB1f2e5d8D2a8C1B9c0E4d7F6A'],
}
const unpriced: Holdings = {
  ...holdings,
  total: null,
  networks: holdings.networks.map((network) => ({
    ...network,
    worth: null,
    tokens: network.tokens.map((token) => ({ ...token, worth: null })),
  })),
}

export type SettingsScenario = {
  hash: string
  state: SettingsState
  /** A step-up question is before the user. */
  isConfirming?: 'code' | 'provider'
  /** Overrides of the page's calls. */
  calls?: Partial<Settings>
}

const open = (hash: string, calls: Partial<Settings> = {}): SettingsScenario => ({
  hash,
  state: { kind: 'open', person },
  calls,
})
const signedOut = (code: CodeState | null, because: 'expiry' | 'everywhere' | null = null): SettingsScenario => ({
  hash: '',
  state: { kind: 'signedOut', step: code === null ? null : stepAt(code, []), because },
})
const signedOutAt = (state: ProviderState, provider?: LoginProvider): SettingsScenario => ({
  hash: '',
  state: { kind: 'signedOut', step: atProvider(state, [], provider), because: null },
})
const unreachable = async (): Promise<never> => {
  throw new AppError('SERVICE_UNREACHABLE')
}
const vaultScreen = { height: 320 }
const forever = (): Promise<never> => new Promise(() => undefined)

export const settingsScenarios: Record<string, SettingsScenario> = {
  opening: { hash: '', state: { kind: 'opening' } },
  'not opened': { hash: '', state: { kind: 'failed', error: new AppError('SERVICE_UNREACHABLE') } },
  'sign in': signedOut(null),
  'sign in after the end': signedOut(null, 'expiry'),
  'signed out everywhere': signedOut(null, 'everywhere'),
  code: signedOut(mailed),
  'wrong code': signedOut({
    ...mailed,
    failure: { of: 'code', error: new AppError('OTP_INVALID', { details: { triesLeft: 1 } }) },
  }),
  'sign in without providers': {
    ...signedOut(null),
    calls: { providers: async () => [] },
  },
  'sent to a provider': signedOutAt({ kind: 'starting' }),
  'at a provider': signedOutAt({ kind: 'away', uri, number: '07', isBlocked: false }),
  'no window': signedOutAt({ kind: 'away', uri, number: '07', isBlocked: true }),
  'scanning a code': signedOutAt({ kind: 'scanning', uri }, 'farcaster'),
  'back from a provider': signedOutAt({ kind: 'finishing' }),
  'declined at a provider': signedOutAt({ kind: 'failed', error: new AppError('SOCIAL_DENIED') }),
  locked: { hash: '', state: { kind: 'locked', name: person.email } },
  overview: open('#/overview'),
  'balance loading': open('#/overview', { holdings: forever }),
  'balance unreachable': open('#/overview', { holdings: unreachable }),
  'balance of some accounts': open('#/overview', { holdings: async () => ({ ...holdings, isPartial: true }) }),
  'no prices': open('#/overview', { holdings: async () => unpriced }),
  'no tokens': open('#/overview', { holdings: async () => ({ ...holdings, total: 0, networks: [] }) }),
  'overview without an email': { hash: '#/overview', state: { kind: 'open', person: adaAtGitHub } },
  'no sign-in methods': open('#/overview', { logins: async () => [], providers: async () => [] }),
  'sign-in methods that one service checks': open('#/overview', { providers: async () => ['google', 'x', 'discord'] }),
  'sign-in methods unreachable': open('#/overview', { logins: unreachable }),
  'sign-in method of somebody else': open('#/overview', {
    linkLogin: async () => {
      throw new AppError('IDENTITY_IN_USE')
    },
  }),
  'email refused': open('#/overview', {
    changeEmail: async () => {
      throw new AppError('EMAIL_IN_USE')
    },
  }),
  devices: open('#/devices'),
  'devices loading': open('#/devices', { devices: forever }),
  'devices unreachable': open('#/devices', { devices: unreachable }),
  confirming: { ...open('#/devices'), isConfirming: 'code' },
  'confirming at a provider': { ...open('#/devices'), isConfirming: 'provider' },
  sites: open('#/sites'),
  permissions: open('#/permissions'),
  'permissions loading': open('#/permissions', { permissions: forever }),
  'permissions unreachable': open('#/permissions', { permissions: unreachable }),
  'no permissions': open('#/permissions', { permissions: async () => [] }),
  'no allowances': open('#/permissions', {
    permissions: async () => [],
    allowances: async () => ({ shown: [], more: null, notIndexed: [], incomplete: [] }),
  }),
  'allowances loading': open('#/permissions', { permissions: async () => [], allowances: forever }),
  'allowances unreachable': open('#/permissions', { permissions: async () => [], allowances: unreachable }),
  'allowance still there': open('#/permissions', { permissions: async () => [], endAllowance: unreachable }),
  'no sites': open('#/sites', { devices: async () => devices.filter(({ isThis }) => isThis) }),
  recovery: open('#/recovery'),
  'recovery without an email': { hash: '#/recovery', state: { kind: 'open', person: adaAtGitHub } },
  'recovery by several ways': {
    hash: '#/recovery',
    state: { kind: 'open', person: { ...adaAtGitHub, login: { provider: 'google', userName: 'ada' } } },
    calls: { logins: async () => [linked, { ...linked, provider: 'x', issuer: 'https://x.com' }] },
  },
  'recovery by email alone': open('#/recovery', { logins: async () => [] }),
  'recovery without its ways in': open('#/recovery', { logins: unreachable }),
  'recovery by passkey': {
    hash: '#/recovery',
    state: {
      kind: 'open',
      person: {
        ...person,
        wallet: { ...person.wallet, recovery: { kind: 'passkey', credentialId: '', salt: '' } },
      },
    },
  },
  'recovery unreachable': open('#/recovery', { changeRecovery: unreachable }),
  keys: open('#/keys'),
  'vault asks': open('#/keys', {
    stage: { screen: () => vaultScreen, subscribe: () => () => undefined, showOver: () => () => undefined },
  }),
  activity: open('#/activity'),
  'whole activity': open('#/activity', {
    auditTrail: async () => createAuditTrail({ api: logOf(apiEvents, 60 * 9), custody: logOf(custodyEvents, 60 * 13) }),
  }),
  'no activity': open('#/activity', { auditTrail: async () => createAuditTrail({ api: logOf([], 1) }) }),
  'activity unreachable': open('#/activity', { auditTrail: unreachable }),
}

/** A scenario's model of the page; `calls` records the calls to it. */
export const settingsAt = ({ state, isConfirming, calls: given }: SettingsScenario) => {
  const calls: string[] = []
  const submitted: string[] = []
  const question =
    isConfirming === undefined
      ? null
      : {
          why: 'To sign out a device, confirm it’s you.',
          step: isConfirming === 'code' ? stepAt(mailed, submitted) : atProvider({ kind: 'idle' }, calls),
          leave: () => void calls.push('leave'),
        }
  const noted =
    (name: string) =>
    async (...inputs: unknown[]): Promise<void> =>
      void calls.push([name, ...inputs].join(' '))
  const settings: Settings = {
    state: () => state,
    subscribe: () => () => undefined,
    stepUpPrompt: { current: () => question, subscribe: () => () => undefined },
    open: noted('open'),
    confirmed: (_, work) => work(person.caller),
    providers: async () => ['google', 'github', 'farcaster'],
    signInAt: (provider) => void calls.push(`signInAt ${provider}`),
    logins: async () => [linked],
    linkLogin: noted('linkLogin'),
    unlinkLogin: async ({ provider }) => void calls.push(`unlinkLogin ${provider}`),
    signIn: (email) => void calls.push(`signIn ${email}`),
    leaveSignIn: () => void calls.push('leaveSignIn'),
    signOut: noted('signOut'),
    lock: noted('lock'),
    holdings: async () => holdings,
    devices: async () => devices,
    renameDevice: noted('renameDevice'),
    revokeDevices: noted('revokeDevices'),
    signOutEverywhere: noted('signOutEverywhere'),
    auditTrail: async () => createAuditTrail({ api: logOf(apiEvents, 60 * 9) }),
    stage: { screen: () => null, subscribe: () => () => undefined, showOver: () => () => undefined },
    permissions: async () => permissions,
    allowances: async () => allowances,
    endAllowance: async ({ spender }) => {
      calls.push(`endAllowance ${spender}`)
      return 'ended'
    },
    revokePermission: async ({ granted }) => void calls.push(`revokePermission ${granted.pci}`),
    changeEmail: noted('changeEmail'),
    changeRecovery: noted('changeRecovery'),
    importAccount: noted('importAccount'),
    showKeys: noted('showKeys'),
    makeRecoveryFile: async () => {
      calls.push('makeRecoveryFile')
      return new Uint8Array(1)
    },
    ...given,
  }
  return { settings, calls, submitted }
}
