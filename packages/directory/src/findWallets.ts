import type { Wallet, WalletQuery } from '@latchkey/api-client'

/** Default number of wallets per page (specification section 9). */
export const walletsPerPage = 40

/** The filters of the directory, without the caller. */
export type WalletFilter = Omit<WalletQuery, 'projectId' | 'st' | 'sv'>

/**
 * Returns one page of the wallets that match every given filter, in their order; `count` is on all pages. A wallet supports a chain if it
 * supports any of that chain's namespace.
 */
export function findWallets<wallet extends Wallet & { certified?: boolean }>(
  wallets: readonly wallet[],
  filter: WalletFilter,
): { data: wallet[]; count: number } {
  const { page = 1, entries = walletsPerPage } = filter
  const include = listed(filter.include)
  const exclude = listed(filter.exclude)
  const names = listed(filter.names?.toLowerCase())
  const rdns = listed(filter.rdns)
  const namespaces = listed(filter.chains)?.map(namespaceOf)
  const search = filter.search?.trim().toLowerCase() ?? ''
  const badges = [filter.badge, filter.badge_type].filter((badge) => badge !== undefined)

  const found = wallets.filter(
    (wallet) =>
      (include?.includes(wallet.id) ?? true) &&
      !(exclude?.includes(wallet.id) ?? false) &&
      (names?.includes(wallet.name.toLowerCase()) ?? true) &&
      (rdns?.includes(wallet.rdns ?? '') ?? true) &&
      (namespaces?.some((namespace) => wallet.chains.some((chain) => namespaceOf(chain) === namespace)) ?? true) &&
      wallet.name.toLowerCase().includes(search) &&
      badges.every((badge) => badge === (wallet.certified === true ? 'certified' : 'none')),
  )
  return { data: found.slice((page - 1) * entries, page * entries), count: found.length }
}

const namespaceOf = (chain: string): string => chain.split(':', 1)[0] ?? ''

/** Undefined for an empty list, which isn't a filter. */
const listed = (text: string | undefined): string[] | undefined => {
  const items = text?.split(',').flatMap((item) => item.trim() || [])
  return items === undefined || items.length === 0 ? undefined : items
}
