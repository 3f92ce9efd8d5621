import {
  type CaipNetworkId,
  type ChainNamespace,
  isChainNamespace,
  parseCaip10,
  parseEvmAddress,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { maxAccounts } from '../../maxAccounts.ts'
import type { WalletAccount, WalletSession } from '../Connector.ts'

/** Accounts of a list in which each appears once per network. */
export const maxEntries = 32 * maxAccounts

/** A session's grant in one namespace. */
export type Grant = {
  readonly accounts: readonly { readonly network: CaipNetworkId; readonly address: string }[]
  readonly methods: readonly string[]
}
export type Grants = ReadonlyMap<ChainNamespace, Grant>

const misbehaved = (): never => {
  throw new AppError('WALLET_INVALID_RESPONSE')
}

const readAddress = (namespace: ChainNamespace, address: string): string =>
  namespace === 'eip155' ? parseEvmAddress(address) : address

/** Throws CAIP_ADDRESS_INVALID for the wrong number of parts, WALLET_INVALID_RESPONSE for parts that cannot be right. */
const readAccount = (namespace: ChainNamespace, text: unknown): Grant['accounts'][number] => {
  if (typeof text !== 'string') return misbehaved()
  if (text.split(':').length !== 3) throw new AppError('CAIP_ADDRESS_INVALID')
  try {
    const account = parseCaip10(text)
    if (account.namespace !== namespace) return misbehaved()
    return { network: account.caipNetworkId, address: readAddress(namespace, account.address) }
  } catch {
    return misbehaved()
  }
}

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/**
 * Parses the namespaces of a session as the wallet has approved them (CAIP-25); unknown ones are left out. A key may name a chain, as in
 * `eip155:1`. Accounts are CAIP-10, EVM addresses come out checksummed. A namespace without accounts is absent.
 *
 * Throws CAIP_ADDRESS_INVALID and WALLET_INVALID_RESPONSE.
 */
export const readGrants = (namespaces: unknown): Grants => {
  if (typeof namespaces !== 'object' || namespaces === null) return misbehaved()
  const grants = new Map<ChainNamespace, Grant>()
  for (const [key, value] of Object.entries(namespaces as Record<string, unknown>)) {
    const namespace = key.split(':', 1)[0] ?? ''
    if (!isChainNamespace(namespace)) continue
    const { accounts, methods } = (value ?? {}) as Record<string, unknown>
    const before = grants.get(namespace)
    if (!Array.isArray(accounts) || !isStrings(methods)) return misbehaved()
    if ((before?.accounts.length ?? 0) + accounts.length > maxEntries) return misbehaved()
    const all = [...(before?.accounts ?? []), ...accounts.map((account) => readAccount(namespace, account))]
    if (new Set(all.map(({ address }) => address)).size > maxAccounts) return misbehaved()
    if (all.length > 0) grants.set(namespace, { accounts: all, methods: [...(before?.methods ?? []), ...methods] })
  }
  return grants
}

const unique = <item>(items: readonly item[]): item[] => [...new Set(items)]

/** The networks of a grant, each once. */
const networksOf = ({ accounts }: Grant): CaipNetworkId[] => unique(accounts.map(({ network }) => network))

/** The preferred part of a grant. Preferences that the wallet hasn't granted are ignored. */
export type InUse = {
  network?: CaipNetworkId | undefined
  /** To come before the others. */
  addresses?: readonly string[] | undefined
}

/** A grant of a wallet as a session of the connector: on the wished network, else on its first, with the accounts of that network. */
export const sessionOf = (
  namespace: ChainNamespace,
  grant: Grant,
  { network: wished, addresses = [] }: InUse,
  wallet?: WalletSession['wallet'],
): WalletSession => {
  const approved = networksOf(grant)
  const network = approved.find((one) => one === wished) ?? approved[0] ?? misbehaved()
  const granted = grant.accounts.flatMap((account) => (account.network === network ? account.address : []))
  const ordered = unique([...addresses.filter((address) => granted.includes(address)), ...granted])
  const [first = misbehaved(), ...others] = ordered.map((address): WalletAccount => ({ address }))
  return { namespace, accounts: [first, ...others], network, approved, ...(wallet && { wallet }) }
}
