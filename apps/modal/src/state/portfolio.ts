import { accountBalance, type TokenBalance } from '@latchkey/api-client'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { keep, readKept } from '../account/kept.ts'
import { isHeldAmount, mergeTokens, toShown, totalWorth, worthOf } from '../account/tokenList.ts'
import type { AccountType } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { getAccountApi } from './accountApi.ts'
import { accountAtom } from './accounts.ts'
import { type ConnectedSession, connectedSessionsAtom } from './connectedSessions.ts'
import { balanceChangesAtom } from './invalidateBalances.ts'
import { activeNetworkIdAtom, findNetworkAtom, siteNetworksAtom } from './networks.ts'
import { tokensAtom } from './tokens.ts'

/** Specification section 9: a portfolio is good for so long, and a failure keeps others away. */
const freshMs = 30_000

/** `type`: the account type of the embedded wallet on EVM networks; null for all others. */
export type WalletAccount = { readonly address: string; readonly type: AccountType | null }

/** `moves`: the count of moves of money that the items take in. `failedAtMs`: 0 when the last try worked. */
type Known = {
  readonly items: readonly TokenBalance[]
  readonly atMs: number
  readonly moves: number
  readonly failedAtMs: number
}
const unknown: Known = { items: [], atMs: 0, moves: -1, failedAtMs: 0 }

const base = atom<Readonly<Record<string, Known>>>({})
const inFlight = atom<ReadonlyMap<string, Promise<void>>>(new Map<string, Promise<void>>())
/** Smart accounts by the address of their owner's standard account: a network without them doesn't name them. */
const smartAddresses = atom<ReadonlyMap<string, ReadonlySet<string>>>(new Map())

const accountsOf = ({ session, address }: ConnectedSession): WalletAccount[] => {
  const kinds = Object.entries(session.kinds?.addresses ?? {}) as [AccountType, string][]
  // With EIP-7702 both types have the same address, which is read once.
  const distinct = kinds.filter(([, each], index) => kinds.findIndex(([, other]) => other === each) === index)
  return distinct.length === 0 ? [{ address, type: null }] : distinct.map(([type, each]) => ({ type, address: each }))
}

/** Every account of the active wallet: of each type, and on each type of network. Includes the active one. */
const walletAccountsAtom = atom((get): readonly WalletAccount[] => {
  const account = get(accountAtom)
  if (account === null) return []
  const own = get(connectedSessionsAtom).filter(({ connector }) => connector.id === account.connector.id)
  const named = own.flatMap(accountsOf)
  const smart = own.flatMap(({ session }) => [...(get(smartAddresses).get(session.kinds?.addresses.eoa ?? '') ?? [])])
  const known = new Set(named.map(({ address }) => address))
  const others = smart.filter((address) => !known.has(address))
  return [...named, ...others.map((address) => ({ address, type: 'smartAccount' as const }))]
})

const keyOf = (address: string): string => `portfolio:${address}`

const knownAtom = atom((get) => (address: string): Known => {
  const known = get(base)[address]
  if (known !== undefined) return known
  const kept = readKept(get(servicesAtom).storage, keyOf(address), accountBalance.response)
  return kept === undefined ? unknown : { ...unknown, items: kept.value.balances, atMs: kept.atMs }
})

/** Test networks count where the site itself uses them: elsewhere their coins are no money. */
const isCountedAtom = atom((get) => {
  const site: ReadonlySet<string> = new Set(get(siteNetworksAtom))
  return ({ chainId }: TokenBalance): boolean => site.has(chainId) || get(findNetworkAtom)(chainId)?.testnet === false
})

/** One account's balances on all networks. For the active network the newer reading counts. */
const heldByAtom = atom((get) => {
  const front = get(accountAtom)?.address
  const network = get(activeNetworkIdAtom)
  return (address: string): readonly TokenBalance[] => {
    const all = toShown(get(knownAtom)(address).items.filter(get(isCountedAtom)))
    if (address !== front) return all
    const tokens = get(tokensAtom)
    const elsewhere = all.filter(({ chainId }) => chainId !== network)
    // Until the active network has been read, the cached data is all there is.
    return tokens.atMs === 0 && tokens.items.length === 0 ? all : mergeTokens(tokens.items, elsewhere)
  }
})

/** The active wallet's accounts that the site sees: one per type of network. */
const usedAccountsAtom = atom((get): readonly string[] => {
  const id = get(accountAtom)?.connector.id
  return [
    ...new Set(get(connectedSessionsAtom).flatMap(({ connector, address }) => (connector.id === id ? [address] : []))),
  ]
})

/**
 * The balances of the accounts that the site sees, on all networks: the most valuable first. Empty balances are left out, except the coin
 * of the active network.
 */
export const holdingsAtom = atom((get): readonly TokenBalance[] => {
  const network = get(activeNetworkIdAtom)
  const all = get(usedAccountsAtom).flatMap(get(heldByAtom))
  const isFront = ({ chainId, address }: TokenBalance): boolean => chainId === network && address === undefined
  return all
    .filter((token) => isHeldAmount(token) || isFront(token))
    .toSorted((a, b) => worthOf(b) - worthOf(a) || Number(isFront(b)) - Number(isFront(a)))
})

/** The total of all accounts of the active wallet, on all networks, in US dollars; null while no price is known. */
export const portfolioWorthAtom = atom((get) =>
  totalWorth(get(walletAccountsAtom).flatMap(({ address }) => get(heldByAtom)(address))),
)

/** `worth`: in US dollars; null where no price is known. */
export type OtherFunds = WalletAccount & { readonly type: AccountType; readonly worth: number | null }

/** The balances of the account of the other type, which the site doesn't see; null where there are none. */
export const otherFundsAtom = atom((get): OtherFunds | null => {
  const front = get(accountAtom)?.address
  const accounts = get(walletAccountsAtom)
  const own = accounts.find(({ address }) => address === front)
  if (own === undefined || own.type === null) return null
  for (const { address, type } of accounts) {
    if (type === null || type === own.type) continue
    const items = get(heldByAtom)(address).filter(isHeldAmount)
    if (items.length > 0) return { address, type, worth: totalWorth(items) }
  }
  return null
})

/** The balances of an account of the other type on the active network. */
export const otherTokensAtom = atom((get): readonly TokenBalance[] => {
  const other = get(otherFundsAtom)
  const network = get(activeNetworkIdAtom)
  return other === null
    ? []
    : get(heldByAtom)(other.address).filter((token) => token.chainId === network && isHeldAmount(token))
})

/** The networks of the site, other than the active one, on which an account of the other type has funds. */
export const otherNetworksAtom = atom((get): readonly { chainId: string; worth: number | null }[] => {
  const other = get(otherFundsAtom)
  const network = get(activeNetworkIdAtom)
  const items = other === null ? [] : get(heldByAtom)(other.address).filter(isHeldAmount)
  const chains = get(siteNetworksAtom).filter((id) => id !== network && items.some(({ chainId }) => chainId === id))
  return chains.map((id) => ({ chainId: id, worth: totalWorth(items.filter(({ chainId }) => chainId === id)) }))
})

const rememberSmartAtom = atom(null, (get, set) => {
  for (const { session } of get(connectedSessionsAtom)) {
    const { eoa, smartAccount } = session.kinds?.addresses ?? {}
    if (eoa === undefined || smartAccount === undefined || eoa === smartAccount) continue
    const known = get(smartAddresses).get(eoa) ?? new Set()
    if (!known.has(smartAccount))
      set(smartAddresses, new Map(get(smartAddresses)).set(eoa, new Set([...known, smartAccount])))
  }
})

const loadAtom = atom(null, async (get, set, address: string, isForced: boolean): Promise<void> => {
  const { clock, storage } = get(servicesAtom)
  const moves = get(balanceChangesAtom)
  const put = (next: Partial<Known>) =>
    set(base, { ...get(base), [address]: { ...get(knownAtom)(address), moves, ...next } })
  try {
    const api = await getAccountApi(get, set)
    const balances = await api.portfolio(address, isForced)
    put({ items: balances, atMs: clock.now(), failedAtMs: 0 })
    keep(storage, keyOf(address), clock.now(), { balances })
  } catch {
    // The active network reports its own read errors.
    put({ failedAtMs: clock.now() })
  }
})

const read = async (get: Getter, set: Setter, address: string, isForced: boolean): Promise<void> => {
  const { clock } = get(servicesAtom)
  const known = get(knownAtom)(address)
  const isCurrent = known.moves === get(balanceChangesAtom)
  const isFresh = known.atMs > 0 && clock.now() - known.atMs < freshMs
  const isGated = known.failedAtMs > 0 && clock.now() - known.failedAtMs < freshMs
  if (!isForced && isCurrent && (isFresh || isGated)) return
  const started = get(inFlight).get(address)
  if (started !== undefined) {
    await started
    // It may have begun before the money moved, or out of the server's cache.
    return read(get, set, address, isForced)
  }
  const reading = set(loadAtom, address, isForced || (known.moves >= 0 && !isCurrent))
  set(inFlight, new Map(get(inFlight)).set(address, reading))
  await reading
  set(inFlight, new Map([...get(inFlight)].filter(([other]) => other !== address)))
}

/**
 * Reads the balances of all accounts of the active wallet on all networks, unless younger than 30 s. Waits for reads in flight. Never
 * throws.
 */
export const refreshPortfolioAtom = atom(null, async (get, set, isForced: boolean = false): Promise<void> => {
  set(rememberSmartAtom)
  await Promise.all(get(walletAccountsAtom).map(({ address }) => read(get, set, address, isForced)))
})
