/** Builds `data/` from the packages of `sources.ts`: `npm run directory:build`. The same sources give the same bytes. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Wallet } from '@latchkey/api-client'
import { chainNamespaces, networks } from '@latchkey/chains'
import { initialsImage } from '../src/initialsImage.ts'
import type { WalletFlag } from '../src/walletFlags.ts'
import { fetchPackage } from './fetchPackage.ts'
import { joins } from './joins.ts'
import { joinWallets, type NamedRow, type SourcedWallet } from './joinWallets.ts'
import { readThirdwebOrder } from './readers/thirdweb.ts'
import { hasIcon, iconPath, readIcon, readIconNames } from './readIcons.ts'
import { iconNamesSource, iconSource, walletSources } from './sources.ts'

const home = join(import.meta.dirname, '..')
/** The lowest market value rank of tokens with an icon; tokens below it show initials. */
const lowestTokenRank = 200
/** How many wallets a page bundles to list without a server: this many, and this many of each namespace. */
const maxPopular = 16
const maxPopularOfNamespace = 3

const write = (file: string, content: unknown): void =>
  writeFileSync(join(home, 'data', file), `${JSON.stringify(content, null, 2)}\n`)

const rows: NamedRow[] = walletSources.flatMap((source) =>
  firstOfEach(source.read(fetchPackage(source))).map((row) => ({
    ...row,
    column: source.column,
    source: `${source.name}@${source.version}`,
  })),
)
const icons = fetchPackage(iconSource)
const iconNames = fetchPackage(iconNamesSource)

const walletImages: Record<string, string> = {}
const wallets: SourcedWallet[] = joinWallets(joins, rows, thirdwebRank()).map((wallet) => {
  const icon = joins.find(({ id }) => id === wallet.id)?.icon
  const svg = icon === undefined ? initialsImage(wallet.name, wallet.id) : readIcon(icons, 'wallets', icon)
  // By content, so that browsers can cache it permanently.
  const image_id = `${wallet.id}-${createHash('sha256').update(svg).digest('hex').slice(0, 8)}`
  if (icon === undefined) return { ...wallet, image_id }
  walletImages[image_id] = svg
  return { ...wallet, image_id, sources: [...wallet.sources, iconOrigin(icon)] }
})

write('wallets.json', wallets)
write('popular.json', popular(wallets))
write('walletFlags.json', walletFlags(wallets))
write('walletImages.json', walletImages)
write('networkImages.json', networkImages())
write('tokenImages.json', tokenImages())
execFileSync(join(home, '../../node_modules/.bin/biome'), ['format', '--write', join(home, 'data')], {
  stdio: 'inherit',
})
console.log(`${wallets.length} wallets, ${Object.keys(walletImages).length} of them with a picture`)

function popular(wallets: readonly SourcedWallet[]): Wallet[] {
  const of = (namespace: string) =>
    wallets.filter(({ chains }) => chains.some((chain) => chain.startsWith(`${namespace}:`)))
  const chosen = new Set([
    ...wallets.slice(0, maxPopular),
    ...chainNamespaces.flatMap((namespace) => of(namespace).slice(0, maxPopularOfNamespace)),
  ])
  return wallets.filter((wallet) => chosen.has(wallet)).map(({ certified, sources, ...wallet }) => wallet)
}

/** Returns the flags that EVM wallets set on their provider in a page. */
function walletFlags(wallets: readonly SourcedWallet[]): WalletFlag[] {
  return wallets.flatMap(({ name, injected }) =>
    (injected ?? []).flatMap(({ namespace, injected_id: flag }) => (namespace === 'eip155' ? [{ flag, name }] : [])),
  )
}

function iconOrigin(icon: string): string {
  return `${iconSource.name}@${iconSource.version}/${iconPath('wallets', icon)}`
}

/** Bundlers publish one chunk under several names. */
function firstOfEach<row extends { key: string }>(rows: readonly row[]): row[] {
  return rows.filter(({ key }, index) => rows.findIndex((row) => row.key === key) === index)
}

function thirdwebRank(): Map<string, number> {
  const source = walletSources.find(({ column }) => column === 'thirdweb')
  return new Map(source === undefined ? [] : readThirdwebOrder(fetchPackage(source)).map((id, index) => [id, index]))
}

/** Returns the icons of the chain registry's networks. */
function networkImages(): Record<string, string> {
  const known = new Map(readIconNames(iconNames, 'networks').map(({ id, file }) => [id, file]))
  const ids = [...new Set(networks.flatMap(({ assets }) => assets.imageId ?? []))].toSorted()
  return Object.fromEntries(
    ids.flatMap((id) => {
      const file = known.get(id)
      return file === undefined ? [] : [[id, readIcon(icons, 'networks', file)]]
    }),
  )
}

function tokenImages(): Record<string, string> {
  const ranked = readIconNames(iconNames, 'tokens').filter(
    ({ object }) => typeof object.marketCapRank === 'number' && object.marketCapRank <= lowestTokenRank,
  )
  return Object.fromEntries(
    [...new Set(ranked.map(({ file }) => file))]
      .toSorted()
      .filter((file) => hasIcon(icons, 'tokens', file))
      .map((file) => [file, readIcon(icons, 'tokens', file)]),
  )
}
