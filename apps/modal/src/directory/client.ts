import type { WalletFilter } from '@latchkey/directory'
import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { walletListsAtom } from '../remote-config/features.ts'
import { servicesAtom } from '../services.ts'
import { loadOnce } from '../state/loadOnce.ts'
import { namespacesAtom } from '../state/networks.ts'
import type { WalletPage } from './Directory.ts'

/** The directory. Throws SERVICE_UNREACHABLE when its code cannot be loaded. */
export const getDirectory = loadOnce((services) => services.loadDirectory())

/** The site's settings that decide which wallets are listed. */
const scopeAtom = atom((get): WalletFilter => {
  const { networks, includeWalletIds } = get(servicesAtom).settings
  const ids = get(walletListsAtom).excluded.filter((id) => /^[A-Za-z0-9][\w.$+-]*$/.test(id))
  return {
    chains: get(namespacesAtom)
      .flatMap((namespace) => networks.find((id) => id.startsWith(`${namespace}:`)) ?? [])
      .join(','),
    ...(includeWalletIds !== undefined && { include: includeWalletIds.join(',') }),
    ...(ids.length > 0 && { exclude: ids.join(',') }),
  }
})

/** Why the directory doesn't answer. It isn't requested again before `retryAtMs` (milliseconds since 1970). */
export type DirectoryFailure = { readonly error: AppError; readonly retryAtMs: number }

const failure = atom<DirectoryFailure | null>(null)
/** Writing forgets it. */
export const directoryFailureAtom = atom(
  (get) => get(failure),
  (_get, set) => set(failure, null),
)

/**
 * Fetches a page with the site's settings. Null when the directory failed, with the reason in `directoryFailureAtom`, and when `signal` has
 * fired. A rate limit is respected: until it ends, nothing is requested.
 */
export async function findWallets(
  get: Getter,
  set: Setter,
  filter: WalletFilter,
  signal: AbortSignal = new AbortController().signal,
): Promise<WalletPage | null> {
  const { clock } = get(servicesAtom)
  const before = get(failure)
  if (before !== null && clock.now() < before.retryAtMs) return null
  try {
    const directory = await getDirectory(get, set)
    const page = await directory.find({ ...get(scopeAtom), ...filter }, signal)
    if (signal.aborted) return null
    set(failure, null)
    return page
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (signal.aborted || error.name === 'ABORTED') return null
    const waitMs = error.name === 'RATE_LIMITED' ? Number(error.details.seconds) * 1000 : 0
    set(failure, { error, retryAtMs: clock.now() + waitMs })
    return null
  }
}
