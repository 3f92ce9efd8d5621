import { accountBalance, type TokenBalance } from '@latchkey/api-client'
import { formatAmount, type Network } from '@latchkey/chains'
import { t } from '@latchkey/copy/tokens'
import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { discoverAssets } from '../account/discoverAssets.ts'
import { keep, readKept } from '../account/kept.ts'
import { mergeTokens, toShown, totalWorth } from '../account/tokenList.ts'
import type { NetworkId } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { namespaceOf } from '../storedConnections.ts'
import { getAccountApi } from './accountApi.ts'
import { accountAtom } from './accounts.ts'
import { announceAtom } from './announcement.ts'
import { readChainAtom } from './chainReads.ts'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { failed } from './failed.ts'
import { balanceChangesAtom } from './invalidateBalances.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from './networks.ts'

/** Specification section 9: portfolio and native balance are good for so long, and a failure keeps others away. */
const freshMs = 30_000
const retryGateMs = 30_000
/** The time limit for a wallet's own token list. */
const discoveryMs = 2000

/**
 * The active account's balances on the active network, its own coin first. `items` stay as they were at `atMs` (milliseconds since 1970; 0
 * before that) until new ones arrive. `error`: why there are no newer ones; CHAIN_NOT_SUPPORTED where there never will be.
 */
export type Tokens = {
  readonly status: 'loading' | 'ready' | 'error'
  readonly items: readonly TokenBalance[]
  readonly atMs: number
  readonly error: AppError | null
}

/** `moves`: the count of moves that the items take in. `failedAtMs`: the last failure; 0 when the last try worked. */
type Known = Tokens & { readonly moves: number; readonly failedAtMs: number }

const unknown: Known = { status: 'loading', items: [], atMs: 0, error: null, moves: -1, failedAtMs: 0 }
const base = atom<Readonly<Record<string, Known>>>({})
/** The last question for each account that nothing has answered yet. */
type Question = { moves: number; isForced: boolean; done?: Promise<void> }
const inFlight = atom<ReadonlyMap<string, Question>>(new Map())

const keyAtom = atom((get): string | null => {
  const account = get(accountAtom)
  return account === null ? null : `tokens:${get(activeNetworkIdAtom)}:${account.address}`
})

/** Namespaces whose balances the backend reads. */
const served: readonly string[] = ['eip155', 'solana', 'bip122']

const knownAtom = atom((get): Known => {
  const key = get(keyAtom)
  if (key === null) return unknown
  const known = get(base)[key]
  if (known !== undefined) return known
  const kept = readKept(get(servicesAtom).storage, key, accountBalance.response)
  return kept === undefined ? unknown : { ...unknown, items: toShown(kept.value.balances), atMs: kept.atMs }
})

export const tokensAtom = atom((get): Tokens => get(knownAtom))

/** The chain's own coin among them. */
export const nativeTokenAtom = atom((get) => get(tokensAtom).items.find(({ address }) => address === undefined))

/** In US dollars; null while no price is known. */
export const totalWorthAtom = atom((get) => totalWorth(get(tokensAtom).items))

/**
 * Reads the account's balances. Without `force` data younger than 30 s is kept, unless a transfer has been made since, and a failure
 * younger than 30 s is not retried (specification section 4). Never throws.
 */
export const refreshTokensAtom = atom(null, async (get, set, force: boolean = false): Promise<void> => {
  const key = get(keyAtom)
  const account = get(accountAtom)
  if (key === null || account === null) return
  const { clock } = get(servicesAtom)
  const known = get(knownAtom)
  const moves = get(balanceChangesAtom)
  const isCurrent = known.moves === moves
  const isFresh = known.status === 'ready' && clock.now() - known.atMs < freshMs
  const isGated = known.failedAtMs > 0 && clock.now() - known.failedAtMs < retryGateMs
  if (!force && isCurrent && (isFresh || isGated)) return
  const started = get(inFlight).get(key)
  // A read that bypasses the cache doesn't wait for a response from it.
  if (started?.moves === moves && (started.isForced || !force)) return started.done
  // Bypasses the server's cache only for changes that it may have missed.
  const isForced = force || (known.moves >= 0 && !isCurrent)
  const question: Question = { moves, isForced }
  const isOvertaken = () => get(inFlight).get(key) !== question
  set(inFlight, new Map(get(inFlight)).set(key, question))
  question.done = load(get, set, { key, address: account.address, isForced, isOvertaken })
  await question.done
  if (!isOvertaken()) set(inFlight, new Map([...get(inFlight)].filter(([other]) => other !== key)))
})

/** `isOvertaken`: a later request was made, and its response counts. */
type Load = { key: string; address: string; isForced: boolean; isOvertaken: () => boolean }

async function load(get: Getter, set: Setter, { key, address, isForced, isOvertaken }: Load): Promise<void> {
  const { clock, storage } = get(servicesAtom)
  const network = get(activeNetworkIdAtom)
  const details = get(activeNetworkAtom)
  const moves = get(balanceChangesAtom)
  const put = (next: Partial<Known>): void => {
    const before = get(base)[key] ?? get(knownAtom)
    set(base, { ...get(base), [key]: { ...before, moves, ...next } })
  }
  const before = get(knownAtom)
  set(base, { ...get(base), [key]: { ...before, status: 'loading' } })
  try {
    if (!served.includes(namespaceOf(network))) throw new AppError('CHAIN_NOT_SUPPORTED')
    const [balances, discovered] = await Promise.all([
      getAccountApi(get, set).then((api) => api.balances(address, network, isForced)),
      discover(get, address, network),
    ])
    if (isOvertaken()) return
    const items = toShown(mergeTokens(balances, discovered))
    put({ status: 'ready', items, atMs: clock.now(), error: null, failedAtMs: 0 })
    keep(storage, key, clock.now(), { balances: items })
  } catch (thrown) {
    if (isOvertaken()) return
    const error = failed(get, 'tokens', thrown)
    // Not enabled in this backend, and a chain that it doesn't know, look the same to the user: there is no response to wait for.
    const isUnsupported = error.name === 'CHAIN_NOT_SUPPORTED' || error.name === 'NOT_ENABLED'
    // A retry by itself that fails again is no news.
    if (before.error === null && !isUnsupported) set(announceAtom, t('failed'))
    const native = await readNative(get, set, address, details, isUnsupported)
    if (isOvertaken()) return
    put({
      status: 'error',
      error: isUnsupported ? new AppError('CHAIN_NOT_SUPPORTED', { cause: error }) : error,
      failedAtMs: clock.now(),
      ...(isUnsupported && { items: [], atMs: 0 }),
      ...(native !== null && { items: mergeTokens([native], isUnsupported ? [] : get(knownAtom).items) }),
      ...(native !== null && get(knownAtom).items.length === 0 && { atMs: clock.now() }),
    })
  }
}

/** Tokens that a wallet in this browser knows beyond the backend's. A remote wallet would have to be woken for that. */
async function discover(get: Getter, address: string, network: NetworkId): Promise<readonly TokenBalance[]> {
  const connector = activeSession(get(connectedSessionsAtom), 'eip155')?.connector
  if (namespaceOf(network) !== 'eip155' || connector === undefined) return []
  if (connector.type !== 'announced' && connector.type !== 'injected' && connector.type !== 'external') return []
  const { promise: late, resolve } = Promise.withResolvers<readonly TokenBalance[]>()
  const cancel = get(servicesAtom).clock.after(discoveryMs, () => resolve([]))
  const found = await Promise.race([
    discoverAssets((args) => connector.request('eip155', args), address, network),
    late,
  ])
  cancel()
  return found
}

/** Returns the chain's coin from the wallet's own nodes, where the backend has no data; null where they have none either. */
async function readNative(
  get: Getter,
  set: Setter,
  address: string,
  network: Network | undefined,
  isApiThere: boolean,
): Promise<TokenBalance | null> {
  const connector = activeSession(get(connectedSessionsAtom), 'eip155')?.connector
  const hasOwnNodes = connector?.type === 'announced' || connector?.type === 'injected'
  if (network?.chainNamespace !== 'eip155' || !(hasOwnNodes || isApiThere)) return null
  try {
    const units = BigInt((await set(readChainAtom, 'eth_getBalance', [address, 'latest'])) as string)
    const { name, symbol, decimals } = network.nativeCurrency
    return {
      name,
      symbol,
      chainId: network.caipNetworkId,
      price: 0,
      quantity: { decimals: String(decimals), numeric: formatAmount(units, decimals) },
      iconUrl: '',
    }
  } catch {
    return null
  }
}
