import type { Wallet } from '@latchkey/api-client'
import { type MergedConnectors, mergeConnectors } from './mergeConnectors.ts'
import type { WalletConnector } from './walletConnector.ts'

/** Where in the list of Connect, in its default order (specification section 2). */
export const walletGroups = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
/** A group of the wallet list. */
export type WalletGroup = (typeof walletGroups)[number]

/** Specification section 9. */
const maxRecent = 2
const listedWallets = 4
/** Opened by a link of their own making, which no row of the directory can hold; a pairing does not reach them. */
const openedByOwnLink: ReadonlySet<string> = new Set(['phantom', 'solflare', 'coinbase'])
/** The id that the modal gives an injected provider that doesn't say whose it is. Its name depends on the language. */
const namelessId = 'injected:unnamed'

/** The installed connectors, the directory and the dapp's options. */
export type RankInput<connector extends WalletConnector> = {
  /** In the order in which the page has found them. */
  connectors: readonly connector[]
  /** The best known first. */
  directory: readonly Wallet[]
  /** Wallets that the dapp describes itself. */
  custom?: readonly Wallet[]
  /** Ids of wallets, the last used first. */
  recent?: readonly string[]
  /** Ids, in the order in which they are shown. */
  featured?: readonly string[]
  /** Ids: of the directory, these alone. */
  include?: readonly string[]
  /** Ids, reverse-domain names or names of wallets that are not shown. Stronger than everything else. */
  exclude?: readonly string[]
  /** Namespaces of CAIP-2 that the dapp uses. */
  namespaces: readonly string[]
  device: 'desktop' | 'mobile'
  /** Whether the page has any injected provider. */
  isProviderInPage: boolean
  /** `basic`: by WalletConnect alone. */
  mode?: 'full' | 'basic'
  /** Groups that come before the others, in this order. */
  order?: readonly WalletGroup[]
  /** What is typed into the search; blanks around it mean nothing. */
  search?: string
}

/** One entry of the wallet list, with every connector that reaches it. */
export type RankedWallet<connector extends WalletConnector> = {
  /** Unlike that of any other in the same list. */
  key: string
  name: string
  group: WalletGroup
  isInstalled: boolean
  /** Its row in the directory, or of the dapp; null for one that neither knows. */
  wallet: Wallet | null
  /** Empty when it is reached by a link or a pairing alone. */
  connectors: readonly connector[]
}

/** The wallet lists of both views, in display order. */
export type RankedWallets<connector extends WalletConnector> = {
  /** Of the view Connect. */
  connect: RankedWallet<connector>[]
  /** Of the view AllWallets: what is installed, then featured, then the directory; what the search finds of them. */
  all: RankedWallet<connector>[]
}

/** Which wallets a visitor sees, and in which order: every rule of specification section 2 on it. Pure. */
export function rankWallets<connector extends WalletConnector>(input: RankInput<connector>): RankedWallets<connector> {
  const { directory, custom = [], recent = [], featured = [], mode = 'full' } = input
  const rows = [...custom, ...directory]
  const rowOf = (id: string): Wallet | undefined => rows.find((wallet) => wallet.id === id)
  const isExcluded = excludedBy(input, rows)

  const entries = mergeConnectors(input.connectors.filter((connector) => isOffered(connector, input)))
    .map((connectors) => ofConnectors(connectors, rows))
    .filter((entry) => entry.group === 'walletConnect' || !isExcluded(entry.name, entry.wallet, rdnsOf(entry)))
  const entryOf = new Map(entries.toReversed().map((entry) => [entry.wallet?.id, entry]))
  const installed = entries.filter(({ group }) => group === 'injected')
  const isReachable = (wallet: Wallet): boolean =>
    !isExcluded(wallet.name, wallet, wallet.rdns) && servesAny(wallet, input.namespaces) && canOpen(wallet, input)
  /** The wallet as it stands in the list: with what the page has of it, or by its row. Null when it is not shown. */
  const present = (wallet: Wallet | undefined, group: WalletGroup): RankedWallet<connector> | null => {
    if (wallet === undefined) return null
    const entry = entryOf.get(wallet.id)
    if (entry !== undefined) return { ...entry, group }
    return isReachable(wallet) ? ofRow(wallet, group) : null
  }
  const presentAll = (wallets: readonly (Wallet | undefined)[], group: WalletGroup) =>
    wallets.flatMap((wallet) => present(wallet, group) ?? [])

  const included = input.include === undefined ? directory : directory.filter(({ id }) => input.include?.includes(id))
  const featuredRows = presentAll(featured.map(rowOf), 'featured')
  const recommended = presentAll(included, 'recommended')
  const groups: Record<WalletGroup, RankedWallet<connector>[]> = {
    walletConnect: entries.filter(({ group }) => group === 'walletConnect'),
    recent: presentAll(recent.map(rowOf), 'recent').slice(0, maxRecent),
    injected: installed,
    featured: featuredRows,
    custom: presentAll(custom, 'custom'),
    external: entries.filter(({ group }) => group === 'external'),
    recommended: [],
  }
  // Each wallet stands once, in the first of its groups, whatever order the dapp has set.
  const chosen = unique(walletGroups.flatMap((group) => groups[group]))
  const spare = listedWallets - chosen.filter(({ group }) => group !== 'walletConnect').length
  const others = recommended.filter(({ key }) => chosen.every((one) => one.key !== key)).slice(0, Math.max(0, spare))
  const order = [...new Set([...(input.order ?? []), ...walletGroups])]
  const listed = [...chosen, ...others]

  const search = input.search?.trim().toLowerCase() ?? ''
  const isFound = ({ name, wallet }: RankedWallet<connector>): boolean =>
    name.toLowerCase().includes(search) && !(mode === 'basic' && openedByOwnLink.has(wallet?.id ?? ''))
  return {
    connect: order.flatMap((group) => listed.filter((entry) => entry.group === group)),
    all: unique([...installed, ...featuredRows, ...groups.custom, ...groups.external, ...recommended]).filter(isFound),
  }
}

/** Connectors of other namespaces are of no use here; email and social logins are no wallets in this list. */
function isOffered(
  connector: WalletConnector,
  { namespaces, device, isProviderInPage, mode }: RankInput<WalletConnector>,
): boolean {
  if (connector.type === 'auth' || !connector.namespaces.some((one) => namespaces.includes(one))) return false
  if (mode === 'basic') return connector.type === 'walletConnect'
  if (connector.type !== 'injected' || connector.id !== namelessId) return true
  return device === 'mobile' && (connector.rdns !== null || isProviderInPage)
}

function excludedBy({ exclude = [] }: RankInput<WalletConnector>, rows: readonly Wallet[]) {
  const said = new Set(exclude.map((text) => text.trim().toLowerCase()))
  const excluded = rows.filter(({ id, rdns, name }) => [id, rdns, name].some((text) => said.has(lower(text))))
  for (const { id, rdns, name } of excluded) for (const text of [id, rdns, name]) said.add(lower(text))
  said.delete('')
  return (name: string, wallet: Wallet | null, rdns: string | null | undefined): boolean =>
    [name, wallet?.id, rdns].some((text) => said.has(lower(text)))
}

const lower = (text: string | null | undefined): string => text?.trim().toLowerCase() ?? ''

const servesAny = ({ chains }: Wallet, namespaces: readonly string[]): boolean =>
  chains.some((chain) => namespaces.includes(chain.split(':', 1)[0] ?? ''))

/** A phone opens a wallet by a link, and has nothing else to open it by. */
const canOpen = ({ id, mobile_link, webapp_link }: Wallet, { device }: RankInput<WalletConnector>): boolean =>
  device === 'desktop' || Boolean(mobile_link) || Boolean(webapp_link) || openedByOwnLink.has(id)

const rdnsOf = ({ connectors }: RankedWallet<WalletConnector>): string | null =>
  connectors.find(({ rdns }) => rdns !== null)?.rdns ?? null

function ofConnectors<connector extends WalletConnector>(
  connectors: MergedConnectors<connector>,
  rows: readonly Wallet[],
): RankedWallet<connector> {
  const [{ id, name, type, namespaces }] = connectors
  const group = type === 'walletConnect' || type === 'external' ? type : 'injected'
  return {
    key: `connector ${namespaces[0]} ${id}`,
    name,
    group,
    isInstalled: group === 'injected',
    wallet: type === 'walletConnect' ? null : (rows.find((wallet) => isOf(wallet, connectors)) ?? null),
    connectors,
  }
}

/** By the name that it announces; only one that announces none is taken by what it calls itself. */
const isOf = (wallet: Wallet, connectors: readonly WalletConnector[]): boolean =>
  connectors.some(({ rdns, name, namespaces }) =>
    rdns === null
      ? servesAny(wallet, namespaces) &&
        (lower(wallet.name) === lower(name) ||
          wallet.injected?.some((known) => namespaces.includes(known.namespace) && known.injected_id === name) === true)
      : wallet.rdns === rdns,
  )

const ofRow = (wallet: Wallet, group: WalletGroup): RankedWallet<never> => ({
  key: `wallet ${wallet.id}`,
  name: wallet.name,
  group,
  isInstalled: false,
  wallet,
  connectors: [],
})

/** The first of each. */
function unique<entry extends { key: string }>(entries: readonly entry[]): entry[] {
  const seen = new Set<string>()
  return entries.filter(({ key }) => !seen.has(key) && seen.add(key))
}
