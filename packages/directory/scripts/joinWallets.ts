import { type Wallet, walletFields } from '@latchkey/api-client'
import type { ChainNamespace } from '@latchkey/chains'
import type { Join } from './joins.ts'
import { appStoreLink, chromeStoreLink, homepageLink, pairingLink, playStoreLink, webappLink } from './links.ts'
import type { SourceRow } from './sourceRow.ts'
import { type Column, columns } from './sources.ts'

/** A row, with its package and version. */
export type NamedRow = SourceRow & { column: Column; source: string }
/** A wallet of the directory, with the origin of its facts: `package@version/path`. `certified`: more than one list has it. */
export type SourcedWallet = Wallet & { certified: boolean; sources: string[] }

/** The chain that represents a namespace when no specific chain is meant. */
const chainOf: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
  sui: 'sui:mainnet',
  stacks: 'stacks:1',
}

/** A kit links to the download page, a list to the wallet's site. */
const homepageOrder: readonly Column[] = [
  'thirdweb',
  'solana',
  'stacks',
  'rainbowkit',
  'lasereyes',
  'interchain',
  'subwallet',
]
/** These two use ids as wallet names. */
const namingOrder = columns.filter((column) => column !== 'lasereyes')

/**
 * Returns wallets in the directory's order: by the number of sources that have them, including an icon; then by `rank`, then by id.
 *
 * Throws when a source lacks a row that is listed here, or a wallet lacks its name or a way to get it.
 */
export function joinWallets(
  joins: readonly Join[],
  rows: readonly NamedRow[],
  rank: ReadonlyMap<string, number>,
): SourcedWallet[] {
  const place = ({ thirdweb = '' }: Join) => rank.get(thirdweb) ?? Infinity
  return joins
    .map((join) => ({ join, rows: rowsOf(join, rows) }))
    .toSorted((a, b) => renown(b) - renown(a) || compare(place(a.join), place(b.join)) || compare(a.join.id, b.join.id))
    .map(({ join, rows: own }) => describe(join, own))
}

const compare = <value extends string | number>(a: value, b: value): number => (a < b ? -1 : a > b ? 1 : 0)

type Joined = { join: Join; rows: readonly NamedRow[] }

const renown = ({ join, rows }: Joined): number => rows.length + (join.icon === undefined ? 0 : 1)

const isCertified = (rows: readonly NamedRow[]): boolean => rows.length > 1

const rowsOf = (join: Join, rows: readonly NamedRow[]): NamedRow[] =>
  columns.flatMap((column) => {
    const key = join[column]
    if (key === undefined) return []
    const row = rows.find((candidate) => candidate.column === column && candidate.key === key)
    if (row === undefined) throw new Error(`${column} has no ${key} any more (${join.id})`)
    return [row]
  })

function describe({ id }: Join, rows: readonly NamedRow[]): SourcedWallet {
  const first = <value>(read: (row: NamedRow) => value | undefined, order: readonly Column[] = columns): value | null =>
    order
      .flatMap((column) => rows.filter((row) => row.column === column))
      .map(read)
      .find((found) => found !== undefined) ?? null
  const homepage = first((row) => homepageLink(row.homepage), homepageOrder)
  const wallet = walletFields.parse({
    id,
    name: first((row) => row.name, namingOrder),
    image_id: null,
    homepage,
    rdns: first((row) => row.rdns),
    chains: [...new Set(rows.map((row) => chainOf[row.namespace]))],
    mobile_link: first((row) => pairingLink(row.mobileLink)),
    desktop_link: first((row) => pairingLink(row.desktopLink)),
    webapp_link: first((row) => webappLink(row.webappLink, homepage)),
    app_store: first((row) => appStoreLink(row.appStore)),
    play_store: first((row) => playStoreLink(row.playStore)),
    chrome_store: first((row) => chromeStoreLink(row.chromeStore)),
    injected: injectedBy(rows),
  })
  if (wallet.homepage === null && wallet.chrome_store === null) throw new Error(`no source says where to get ${id}`)
  return { ...wallet, certified: isCertified(rows), sources: rows.map(({ source, path }) => `${source}/${path}`) }
}

function injectedBy(rows: readonly NamedRow[]) {
  const ids = rows.flatMap(({ namespace, injectedIds = [] }) => injectedIds.map((id) => `${namespace} ${id}`))
  return [...new Set(ids)].map((pair) => {
    const [namespace = '', ...id] = pair.split(' ')
    return { namespace, injected_id: id.join(' ') }
  })
}
