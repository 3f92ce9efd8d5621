import type { Wallet } from '@latchkey/api-client'
import { atom } from 'jotai/vanilla'
import { walletListsAtom } from '../remote-config/features.ts'
import { namespacesAtom } from '../state/networks.ts'
import { recentWalletIdsAtom } from '../state/recentWallets.ts'
import { directoryFailureAtom, findWallets } from './client.ts'
import { loadImageAtom } from './images.ts'

/** Specification section 9. */
const rankPrefetch = 20
const imagePrefetch = 20
const perPage = 40

/** This modal's cache of the directory, for the modal's lifetime. */
type Catalogue = {
  /** The best-known wallets, and those that the site or the user has named; null before they were requested. */
  readonly first: readonly Wallet[] | null
  /** The featured wallets that were requested with them. */
  readonly featured: string
  readonly pages: readonly (readonly Wallet[])[]
  /** Over all pages; null until known. */
  readonly count: number | null
  readonly isLoading: boolean
}

const base = atom<Catalogue>({ first: null, featured: '', pages: [], count: null, isLoading: false })
/** Listed when no server answers. */
const local = atom<readonly Wallet[] | null>(null)

/** Removes duplicates; the first one stays. */
const unique = (wallets: readonly Wallet[]): readonly Wallet[] => {
  const seen = new Set<string>()
  return wallets.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** The wallets known so far, the best known first. Local ones until a server has answered. */
export const knownWalletsAtom = atom((get): readonly Wallet[] => {
  const { first, pages } = get(base)
  return first === null ? (get(local) ?? []) : unique([...pages.flat(), ...first])
})

export type CatalogueStatus = 'loading' | 'ready' | 'local'

/** `local`: no server has answered; the list is the modal's own. */
export const catalogueStatusAtom = atom((get): CatalogueStatus => {
  if (get(base).first !== null) return 'ready'
  return get(local) === null ? 'loading' : 'local'
})

/** The number of wallets to choose from; null until known. */
export const walletCountAtom = atom((get): number | null => get(base).count ?? get(local)?.length ?? null)

/** Whether there are pages that were not loaded. */
export const hasMoreAtom = atom((get) => {
  const { first, pages, count } = get(base)
  return first !== null && count !== null && pages.length * perPage < count
})

/**
 * Loads the directory's part of Connect. Requests once, and again when other wallets are featured; after a failure each call tries again,
 * no sooner than the server allows.
 */
export const loadFirstAtom = atom(null, async (get, set): Promise<void> => {
  const { first: known, featured: asked, isLoading } = get(base)
  const featured = get(walletListsAtom).featured.join(',')
  if ((known !== null && asked === featured) || isLoading) return
  set(base, { ...get(base), isLoading: true })
  const named = [...get(walletListsAtom).featured, ...get(recentWalletIdsAtom)]
  const [best, wanted] = await Promise.all([
    findWallets(get, set, { entries: rankPrefetch }),
    named.length === 0
      ? { wallets: [] }
      : findWallets(get, set, { include: named.join(','), entries: Math.min(100, named.length) }),
  ])
  set(base, { ...get(base), isLoading: false })
  if (best === null || wanted === null) {
    if (get(local) !== null) return
    // An offline user may get neither: show the empty list, which offers a retry, rather than load forever.
    const { popularWallets } = await import('@latchkey/directory/popular').catch(() => ({ popularWallets: [] }))
    const namespaces: readonly string[] = get(namespacesAtom)
    const serves = ({ chains }: Wallet) => chains.some((chain) => namespaces.includes(chain.split(':', 1)[0] ?? ''))
    set(local, popularWallets.filter(serves))
    return
  }
  const first = unique([...best.wallets, ...wanted.wallets])
  set(base, { ...get(base), first, featured, count: best.count })
  for (const { image_id } of first.slice(0, imagePrefetch)) if (image_id) void set(loadImageAtom, image_id)
})

/** The next page for AllWallets. One at a time; a failure stays until it is retried. */
export const loadMoreAtom = atom(null, async (get, set): Promise<void> => {
  const { isLoading, pages } = get(base)
  if (isLoading || !get(hasMoreAtom) || get(directoryFailureAtom) !== null) return
  set(base, { ...get(base), isLoading: true })
  const page = await findWallets(get, set, { page: pages.length + 1, entries: perPage })
  const now = { ...get(base), isLoading: false }
  set(base, page === null ? now : { ...now, pages: [...now.pages, page.wallets], count: page.count })
})
