import { formatAmount, formatQuantity } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { accountAtom } from './accounts.ts'
import { readChainAtom } from './chainReads.ts'
import { activeNamespaceAtom, activeNetworkAtom, activeNetworkIdAtom } from './networks.ts'
import { servicesAtom } from './services.ts'

const freshMs = 30_000
const retryGateMs = 30_000

/** `units` is the amount in the smallest unit (wei) as of `atMs`, when one is known. */
export type Balance = {
  status: 'loading' | 'ready' | 'error'
  units: bigint | null
  atMs: number
  error: AppError | null
  /** Last failure; 0 when the last try worked. */
  failedAtMs: number
}

const unknown: Balance = { status: 'loading', units: null, atMs: 0, error: null, failedAtMs: 0 }
type Key = `${NetworkId}:${string}`
const base = atom<Readonly<Record<Key, Balance>>>({})
const keyAtom = atom((get): Key | null => {
  const account = get(accountAtom)
  // Balances are read by a method of eip155.
  return account === null || get(activeNamespaceAtom) !== 'eip155'
    ? null
    : `${get(activeNetworkIdAtom)}:${account.address}`
})

/** The native balance of the account on the network in use; what was known stays while a new value is on its way. */
export const balanceAtom = atom((get): Balance => {
  const key = get(keyAtom)
  return (key === null ? undefined : get(base)[key]) ?? unknown
})

/** The balance as it reads on screen; null while none is known. */
export const balanceTextAtom = atom((get) => {
  const { units } = get(balanceAtom)
  const network = get(activeNetworkAtom)
  if (units === null || network === undefined) return null
  const { decimals, symbol } = network.nativeCurrency
  return { value: formatQuantity(formatAmount(units, decimals)), symbol }
})

/**
 * Read the balance. Without `force` a value younger than 30 s is good enough, and a failure younger than 30 s is not
 * repeated (specification section 4). Never throws.
 */
export const refreshBalanceAtom = atom(null, async (get, set, force: boolean = false) => {
  const { clock } = get(servicesAtom)
  const account = get(accountAtom)
  const key = get(keyAtom)
  if (account === null || key === null) return
  const known = get(base)[key] ?? unknown
  const isFresh = known.status === 'ready' && clock.now() - known.atMs < freshMs
  const isGated = known.failedAtMs > 0 && clock.now() - known.failedAtMs < retryGateMs
  if (!force && (isFresh || isGated)) return
  const put = (balance: Partial<Balance>) =>
    set(base, { ...get(base), [key]: { ...(get(base)[key] ?? unknown), ...balance } })
  put({ status: 'loading' })
  try {
    const quantity = await set(readChainAtom, 'eth_getBalance', [account.address, 'latest'])
    put({ status: 'ready', units: BigInt(quantity as string), atMs: clock.now(), error: null, failedAtMs: 0 })
  } catch (thrown) {
    put({ status: 'error', error: AppError.from(thrown), failedAtMs: clock.now() })
  }
})

/** Money has moved: what is known is still shown, and read again at the next opportunity. */
export const invalidateBalancesAtom = atom(null, (get, set) =>
  set(
    base,
    Object.fromEntries(
      Object.entries(get(base)).map(([key, balance]) => [key, { ...balance, atMs: 0, failedAtMs: 0 }]),
    ),
  ),
)
