import type { Wallet } from '@latchkey/api-client'
import { type MergedConnectors, mergeConnectors } from './mergeConnectors.ts'
import type { WalletConnector } from './walletConnector.ts'

/** The groups in the list of Connect, in default order (specification section 2). */
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
/** Opened by a custom link that a directory row can't contain; pairing isn't supported. */
const openedByOwnLink: ReadonlySet<string> = new Set(['phantom', 'solflare', 'coinbase'])
/** The modal's id for an injected provider that doesn't identify its wallet. Its name depends on the language. */
const namelessId = 'injected:unnamed'

/** The installed connectors, the directory and the dapp's options. */
export type RankInput<connector extends WalletConnector> = {
  /** In the order in which the page has found them. */
  connectors: readonly connector[]
  /** Best known first. */
  directory: readonly Wallet[]
  /** Wallets that the dapp defines itself. */
  custom?: readonly Wallet[]
  /** Ids of wallets, most recently used first. */
  recent?: readonly string[]
  /** Ids, in display order. */
  featured?: readonly string[]
  /** Ids: the only ones shown from the directory. */
  include?: readonly string[]
  /** Ids, reverse-domain names or names of hidden wallets. Takes precedence over everything else. */
  exclude?: readonly string[]
  /** CAIP-2 namespaces that the dapp uses. */
  namespaces: readonly string[]
  device: 'desktop' | 'mobile'
  /** Whether the page has any injected provider. */
  isProviderInPage: boolean
  /** `basic`: WalletConnect only. */
  mode?: 'full' | 'basic'
  /** Groups that come before the others, in this order. */
  order?: readonly WalletGroup[]
  /** The search text; surrounding spaces are ignored. */
  search?: string
}

/** One entry of the wallet list, with all connectors for it. */
export type RankedWallet<connector extends WalletConnector> = {
  /** Unique in its list. */
  key: string
  name: string
  group: WalletGroup
  isInstalled: boolean
  /** Its row in the directory, or from the dapp; null if neither has it. */
  wallet: Wallet | null
  /** Empty if only a link or a pairing opens it. */
  connectors: readonly connector[]
}

/** The wallet lists of both views, in display order. */
export type RankedWallets<connector extends WalletConnector> = {
  /** For the view Connect. */
  connect: RankedWallet<connector>[]
  /** For the view AllWallets: installed wallets, then featured ones, then the directory; filtered by the search. */
  all: RankedWallet<connector>[]
}

/** Returns the wallets for a user, in display order, by all rules of specification section 2. Pure. */
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
  /** Returns the wallet's list entry: with the page's connectors, or from its row. Null when it isn't shown. */
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
  // Each wallet appears once, in the first of its groups, whatever order the dapp has set.
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

/** Connectors of other namespaces can't be used here; email and provider sign-ins aren't wallets in this list. */
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

/** A phone can only open a wallet by a link. */
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

/** Matches by the announced name; a connector that announces none is matched by its own name. */
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

/** Keeps the first of each key. */
function unique<entry extends { key: string }>(entries: readonly entry[]): entry[] {
  const seen = new Set<string>()
  return entries.filter(({ key }) => !seen.has(key) && seen.add(key))
}
