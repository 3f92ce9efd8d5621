import { type EndpointName, type EndpointRow, endpoints } from '@latchkey/api-client'
import { type CallLimit, serverRows } from '@latchkey/api-client/serverRows'

/** The subject of a limit. */
export type CountedFor = 'network' | 'email' | 'mailbox' | 'user' | 'project' | 'all'

/** A rate limit: its default, its window and what it is counted for. */
export type LimitRow = {
  /** Null: none, unless the operator sets one. */
  default: number | null
  /** The window in which this many are allowed, in seconds; null for a duration or a plain number. */
  withinSeconds: number | null
  countedFor: CountedFor
  /** For limits per network: a wider network than an IPv4 address or a /64 (`networksOf`). */
  prefix?: 'wide' | 'widest' | 'provider'
  /** The environment flag that turns it off on a development machine; null if none does. */
  flag: 'RATE_LIMITS' | 'EMAIL_LIMITS' | null
  /** The operator's minimum and maximum. Default: 1 and `maxOfAnything`. */
  bounds?: readonly [least: number, most: number]
  description: string
}

/** The maximum of any limit. */
export const maxOfAnything = 1_000_000_000

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const calls = (perMinute: number, countedFor: CountedFor, description: string): LimitRow => ({
  default: perMinute,
  withinSeconds: minute,
  countedFor,
  flag: 'RATE_LIMITS',
  description,
})
const mails = { flag: 'EMAIL_LIMITS' } as const

const isOfUser = (name: EndpointName): boolean => (endpoints[name] satisfies EndpointRow).credential === 'token'

const endpointLimit = (name: EndpointName): LimitRow => {
  const row: CallLimit = serverRows[name]
  const countedFor = isOfUser(name) ? 'user' : 'network'
  const description = `Calls of \`${name}\``
  return 'perHour' in row
    ? { ...calls(row.perHour, countedFor, description), withinSeconds: hour }
    : calls(row.perMinute, countedFor, description)
}

/** The limit of each row of the endpoint table, whose defaults are in that table. */
const endpointLimits = Object.fromEntries(
  (Object.keys(serverRows) as EndpointName[]).map((name) => [name, endpointLimit(name)]),
) as Record<EndpointName, LimitRow>

/** Limits other than those of the endpoint table's rows. */
const otherLimits = {
  unreadCalls: calls(
    3_000,
    'network',
    'Calls with a token, or with a body, before either is looked at. Calls of `rpc` have their own',
  ),
  unreadOpenCalls: calls(
    3_000,
    'network',
    'Calls of dapps with a body that need neither token nor proof, before the body is looked at: whatever page sends them, those of `unreadCalls` are left',
  ),
  proofsPerWideNetwork: {
    ...calls(
      9_000,
      'network',
      'Calls with a device proof and no token, from a /24 of IPv4 or a /56 of IPv6. The server keeps each proof for ten minutes. One address or /64 has `unreadCalls`',
    ),
    prefix: 'wide',
  },
  proofsPerWidestNetwork: { ...calls(18_000, 'network', 'The same for a /48 of IPv6'), prefix: 'widest' },
  proofsPerProvider: {
    ...calls(72_000, 'network', 'The same for a /32 of IPv6, which a provider gets'),
    prefix: 'provider',
  },
  // Ten minutes of them take 57 MB of Redis.
  proofs: calls(300_000, 'all', 'The same for everyone together, so that proofs of strangers leave room in Redis'),
  callsAtOnce: {
    // A page of wallets loads forty icons at once.
    default: 64,
    withinSeconds: null,
    countedFor: 'network',
    flag: 'RATE_LIMITS',
    description:
      'Calls of one row that one process has in progress at a time, of a /24 of IPv4, or a /56 or /48 of IPv6, half as many again',
  },
  socialCallback: calls(60, 'network', 'Returns from login providers, of sign-ins that began in the same network'),
  socialCallbackElsewhere: calls(60, 'network', 'The same of other sign-ins, and of states that are made up'),
  socialForms: calls(3_000, 'network', 'Returns from login providers that send a form, before it is read'),
  exchangePayments: calls(60, 'network', 'Payments from an exchange that pages open'),
  onrampWebhooks: calls(600, 'network', 'Reports of providers that sell or buy tokens'),
  oidcMetadata: calls(600, 'network', 'Reads of what the OpenID Provider says of itself'),
  oidcSignIns: calls(120, 'network', 'Sign-ins that apps begin by OpenID Connect, and returns to them'),
  // One server sends the requests for all users of an app.
  oidcTokens: calls(1_200, 'network', 'Codes of such sign-ins that apps exchange, and calls of the userinfo endpoint'),
  callsPerProjectMinute: {
    default: null,
    withinSeconds: minute,
    countedFor: 'project',
    flag: 'RATE_LIMITS',
    description: 'Calls that name the project, of all its users together; a batch of JSON-RPC counts by its calls',
  },
  callsPerProjectDay: {
    default: null,
    withinSeconds: day,
    countedFor: 'project',
    flag: 'RATE_LIMITS',
    description: 'The same for a day: a budget for paid nodes',
  },
  rpcExpensive: calls(
    600,
    'network',
    'Of the calls of `rpc`, the expensive ones: logs, proofs, fee histories, whole blocks and their receipts; on Solana several accounts, all tokens or transactions of one',
  ),
  rpcCode: calls(
    3_000,
    'network',
    'Of the calls of `rpc`, those that have a node run code: `eth_call`, `eth_estimateGas`, simulations',
  ),
  rpcFilters: calls(60, 'network', 'Of the calls of `rpc`, those that make a filter, which a node keeps for minutes'),
  rpcExpensivePerProjectMinute: {
    default: null,
    withinSeconds: minute,
    countedFor: 'project',
    flag: 'RATE_LIMITS',
    description: 'Of the calls of `rpc`, the expensive ones of all users of the project together',
  },
  rpcLogBlocks: {
    default: 10_000,
    withinSeconds: null,
    countedFor: 'all',
    flag: null,
    description: 'Blocks that one `eth_getLogs` or `eth_newFilter` of a page looks through',
  },
  rpcCallGas: {
    default: 50_000_000,
    withinSeconds: null,
    countedFor: 'all',
    flag: null,
    description: 'Gas that one `eth_call` or `eth_estimateGas` of a page may name',
  },
  rpcBytes: {
    default: 64 * 1024 * 1024,
    withinSeconds: null,
    countedFor: 'all',
    flag: null,
    bounds: [16 * 1024 * 1024, maxOfAnything],
    description:
      'Bytes of memory that answers for pages take in one process at a time. A quarter is for short answers; of the rest, one network has a third at most. What the services ask themselves has as much as 64 MiB beside it',
  },
  nameGateways: calls(
    600,
    'all',
    'Requests to gateways of names, whose addresses the owners of names choose, of all users together',
  ),
  nameQueries: calls(
    600,
    'network',
    'Questions of wallets and apps about names of the operator’s zone, by its resolver',
  ),
  nameRegistrations: {
    default: 10,
    withinSeconds: day,
    countedFor: 'network',
    flag: 'RATE_LIMITS',
    description:
      'Names of the operator’s zone that accounts try to register with a free name and a well-formed message',
  },
  eventsPerNetworkHour: {
    default: 5_000,
    withinSeconds: hour,
    countedFor: 'network',
    flag: 'RATE_LIMITS',
    description: 'Events and error reports of pages (telemetry)',
  },
  eventsPerProjectDay: {
    default: 100_000,
    withinSeconds: day,
    countedFor: 'project',
    flag: 'RATE_LIMITS',
    description: 'The same of all users of the project together: what its events take of the database',
  },
  recoverySharesPerUserHour: {
    default: 10,
    withinSeconds: hour,
    countedFor: 'user',
    flag: 'RATE_LIMITS',
    description: 'Recovery shares that custody keeps for a user, and that it releases',
  },
  mailsPerEmailHour: {
    ...mails,
    default: 3,
    withinSeconds: hour,
    countedFor: 'email',
    description:
      'Codes, apart from them links with questions whether an address joins an account, and apart from both codes of email capture, to one email address, for devices that it does not know; such questions of one account, whatever their address',
  },
  mailsPerEmailDay: {
    ...mails,
    // The hour's limit for a whole day, no less: a flood would keep the user from new devices until the next day.
    default: 72,
    withinSeconds: day,
    countedFor: 'email',
    description: 'The same for a day',
  },
  mailsPerMailboxHour: {
    ...mails,
    default: 12,
    withinSeconds: hour,
    countedFor: 'mailbox',
    description:
      'Codes, and apart from them links and codes of email capture, for unknown devices, to all sub-addresses of one email address (`name+…@`), at Gmail with and without dots',
  },
  mailsPerKnownNetworkHour: {
    ...mails,
    default: 5,
    withinSeconds: hour,
    countedFor: 'email',
    description:
      'The same for a device that has proved the address, and apart from it for unknown devices in networks where its user signed in before. Strangers elsewhere use none of these',
  },
  mailsPerKnownNetworkDay: {
    ...mails,
    // As above: an attacker in one of the user's networks blocks the others for an hour, not for a day.
    default: 120,
    withinSeconds: day,
    countedFor: 'email',
    description: 'The same for a day',
  },
  mailsPerNetworkHour: {
    ...mails,
    default: 30,
    withinSeconds: hour,
    countedFor: 'network',
    description:
      'Codes, and apart from them links and codes of email capture, for unknown devices, that were asked for from one IPv4 address or /64 of IPv6 and not used. Here and below, networks where the user signed in before do not count',
  },
  mailsPerWideNetworkHour: {
    ...mails,
    default: 90,
    withinSeconds: hour,
    countedFor: 'network',
    description: 'The same for a /24 of IPv4 or a /56 of IPv6',
  },
  mailsPerWidestNetworkHour: {
    ...mails,
    default: 180,
    withinSeconds: hour,
    countedFor: 'network',
    description: 'The same for a /48 of IPv6',
  },
  allMailsPerNetworkHour: {
    ...mails,
    default: 120,
    withinSeconds: hour,
    countedFor: 'network',
    description:
      'Codes, and apart from them links and codes of email capture, for unknown devices, that were asked for from one IPv4 address or /64 of IPv6, also those that were used: an office that signs in for the first time',
  },
  allMailsPerWideNetworkHour: {
    ...mails,
    default: 360,
    withinSeconds: hour,
    countedFor: 'network',
    prefix: 'wide',
    description: 'The same for a /24 of IPv4 or a /56 of IPv6',
  },
  allMailsPerWidestNetworkHour: {
    ...mails,
    default: 720,
    withinSeconds: hour,
    countedFor: 'network',
    prefix: 'widest',
    description: 'The same for a /48 of IPv6',
  },
  allMailsPerProviderHour: {
    ...mails,
    default: 2_880,
    withinSeconds: hour,
    countedFor: 'network',
    prefix: 'provider',
    description: 'The same for a /32 of IPv6, which a provider gets',
  },
  knownMailsPerNetworkHour: {
    ...mails,
    default: 600,
    withinSeconds: hour,
    countedFor: 'network',
    description:
      'Codes, and apart from them links and codes of email capture, that were asked for from one IPv4 address or /64 of IPv6 by devices that have proved the address, and in networks where the user signed in before',
  },
  knownMailsPerWideNetworkHour: {
    ...mails,
    default: 1_800,
    withinSeconds: hour,
    countedFor: 'network',
    prefix: 'wide',
    description: 'The same for a /24 of IPv4 or a /56 of IPv6',
  },
  knownMailsPerWidestNetworkHour: {
    ...mails,
    default: 3_600,
    withinSeconds: hour,
    countedFor: 'network',
    prefix: 'widest',
    description: 'The same for a /48 of IPv6',
  },
  mailsPerProjectDay: {
    ...mails,
    default: 100_000,
    withinSeconds: day,
    countedFor: 'project',
    description:
      'Codes, and apart from them links and codes of email capture, for unknown devices that sign in to the project',
  },
  mailsPerHour: {
    ...mails,
    default: 20_000,
    withinSeconds: hour,
    countedFor: 'all',
    description:
      'Codes, and apart from them links and codes of email capture, for unknown devices, of all projects together',
  },
  challengePercent: {
    ...mails,
    default: 50,
    withinSeconds: null,
    countedFor: 'all',
    bounds: [1, 100],
    description:
      'How much of a limit on mails is used up, in percent, before an unknown device has to solve a challenge for another mail. 100: only while many wrong codes are entered',
  },
  challengeWork: {
    ...mails,
    default: 1_500,
    withinSeconds: null,
    countedFor: 'all',
    bounds: [1, 50_000],
    description:
      'How much a challenge takes: so many keys are derived on average, by 1000 rounds of PBKDF2 each. 1500 is about a second of a laptop. Of the last quarter of `mailsPerHour` and `mailsPerProjectDay`, eight times as many',
  },
  challengeSeconds: {
    ...mails,
    default: 600,
    withinSeconds: null,
    countedFor: 'all',
    bounds: [30, 3_600],
    description: 'Seconds until a challenge expires. An expired one is replaced by another, without the user',
  },
  wrongCodes: {
    ...mails,
    default: 300,
    withinSeconds: 10 * minute,
    countedFor: 'all',
    description:
      'Wrong codes of all users together, after which each mail for an unknown device takes a challenge, four times as long',
  },
  mailPauseSeconds: {
    flag: null,
    default: 30,
    withinSeconds: null,
    countedFor: 'email',
    description: 'Seconds until the same device can ask for another mail to the same email address',
  },
} as const satisfies Record<string, LimitRow>

/** The name of a limit, as the operator's limits file writes it. */
export type LimitName = EndpointName | keyof typeof otherLimits

/** Every limit that an operator can set, by its name in the limits file. */
export const limitTable: Readonly<Record<LimitName, LimitRow>> = { ...endpointLimits, ...otherLimits }

/** All limits, in the order of the table. */
export const limitNames = Object.keys(limitTable) as LimitName[]

const times: Readonly<Record<number, string>> = {
  [minute]: 'a minute',
  [10 * minute]: 'in 10 minutes',
  [hour]: 'an hour',
  [day]: 'a day',
}

/** Returns the table for the guide, in Markdown. */
export const describeLimits = (): string =>
  [
    '| Name | Default | Counted for each | Limits |',
    '|---|---|---|---|',
    ...Object.entries(limitTable).map(([name, { default: value, withinSeconds, countedFor, description }]) => {
      const time = withinSeconds === null ? '' : ` ${times[withinSeconds]}`
      return `| \`${name}\` | ${value === null ? 'none' : `${value}${time}`} | ${countedFor} | ${description} |`
    }),
    '',
  ].join('\n')
