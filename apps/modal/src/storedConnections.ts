import type { WalletAccount } from './connectors/Connector.ts'
import type { Namespace, NetworkId } from './Modal.ts'
import { maxAccounts } from './maxAccounts.ts'

/** A stored connection (specification section 3): what is needed to restore it, and nothing that a wallet would keep secret. */
export type StoredConnection = {
  connectorId: string
  /** As the wallet gave them, in its order; at least one. */
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The active one of them. */
  address: string
  /** Its namespace is the connection's. */
  network: NetworkId
  /** Milliseconds since 1970. */
  lastUsedMs: number
}

const networkShape =
  /^(?:eip155:[1-9]\d{0,15}|solana:[1-9A-HJ-NP-Za-km-z]{32}|(?:polkadot|bip122|cosmos|sui|stacks):[-_a-zA-Z0-9]{1,32})$/

export const isNetworkId = (value: unknown): value is NetworkId => typeof value === 'string' && networkShape.test(value)

export const namespaceOf = (network: NetworkId): Namespace => network.slice(0, network.indexOf(':')) as Namespace

const maxConnections = 32
const isText = (value: unknown, shape: RegExp): value is string => typeof value === 'string' && shape.test(value)
const addressShape = /^[-.:%_a-zA-Z0-9]{1,128}$/

const readAccount = (value: unknown): WalletAccount | null => {
  if (typeof value !== 'object' || value === null) return null
  const { address, type, publicKey, path } = value as Record<string, unknown>
  if (!isText(address, addressShape)) return null
  if (type !== undefined && type !== 'payment' && type !== 'ordinal') return null
  if (publicKey !== undefined && !isText(publicKey, /^[0-9a-fA-F]{2,260}$/)) return null
  if (path !== undefined && !isText(path, /^m(?:\/\d{1,10}['hH]?){0,10}$/)) return null
  return {
    address,
    ...(type !== undefined && { type }),
    ...(publicKey !== undefined && { publicKey }),
    ...(path !== undefined && { path }),
  }
}

const readConnection = (value: unknown): StoredConnection | null => {
  if (typeof value !== 'object' || value === null) return null
  const { connectorId, accounts, address, network, lastUsedMs } = value as Record<string, unknown>
  if (!isText(connectorId, /^[^\p{C}]{1,300}$/u) || !isNetworkId(network)) return null
  if (typeof lastUsedMs !== 'number' || !Number.isSafeInteger(lastUsedMs) || lastUsedMs < 0) return null
  if (!Array.isArray(accounts) || accounts.length > maxAccounts) return null
  const read = accounts.map(readAccount)
  const [first, ...others] = read.filter((account) => account !== null)
  if (first === undefined || others.length + 1 !== accounts.length) return null
  const activeSession = [first, ...others].find((account) => account.address === address)
  if (activeSession === undefined) return null
  return { connectorId, accounts: [first, ...others], address: activeSession.address, network, lastUsedMs }
}

/** Serializes connections: the first `maxConnections`. */
export const formatConnections = (rows: readonly StoredConnection[]): string =>
  JSON.stringify(rows.slice(0, maxConnections))

/** An invalid list counts as empty; an invalid row only loses itself, as does a duplicate. */
export const parseConnections = (text: string): readonly StoredConnection[] | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(value) || value.length > maxConnections) return undefined
  const rows = value.flatMap((row: unknown) => readConnection(row) ?? [])
  const unique = rows.filter((row, index) => rows.findIndex((other) => isSameConnection(row, other)) === index)
  return unique.length > 0 ? unique : undefined
}

type Key = Pick<StoredConnection, 'connectorId' | 'network'>

/** One connector in one namespace is one connection, whatever its network. */
export const isSameConnection = (one: Key, other: Key): boolean =>
  one.connectorId === other.connectorId && namespaceOf(one.network) === namespaceOf(other.network)
