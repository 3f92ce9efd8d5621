import type { Namespace } from '../Modal.ts'
import type { ModalStorage } from '../storage.ts'
import { isSameConnection, namespaceOf, type StoredConnection } from '../storedConnections.ts'
import type { ConnectedSession } from './connectedSessions.ts'

/**
 * Stored connections. Several pages and modals of one project share the list, so each reads it before it writes, changes only its own rows,
 * and never restores a row that another has removed: disconnecting applies everywhere.
 */
export const readStored = (storage: ModalStorage): readonly StoredConnection[] => storage.read('connections') ?? []

const write = (storage: ModalStorage, rows: readonly StoredConnection[]): void => {
  if (rows.length === 0) storage.remove('connections')
  else storage.write('connections', rows)
}

const toRow = ({ connector, session, address, lastUsedMs }: ConnectedSession): StoredConnection => ({
  connectorId: connector.id,
  accounts: session.accounts,
  address,
  network: session.network,
  lastUsedMs,
})

/** Connected, or used again: the first of the list. */
export const storeFirst = (storage: ModalStorage, held: ConnectedSession): void => {
  const row = toRow(held)
  write(storage, [row, ...readStored(storage).filter((other) => !isSameConnection(other, row))])
}

/** Stores a connection that changed unprompted, in its position. Returns false, and writes nothing, when its row is gone. */
export const storeChange = (storage: ModalStorage, held: ConnectedSession): boolean => {
  const row = toRow(held)
  const rows = readStored(storage)
  if (!rows.some((other) => isSameConnection(other, row))) return false
  write(
    storage,
    rows.map((other) => (isSameConnection(other, row) ? row : other)),
  )
  return true
}

export const isStored = (storage: ModalStorage, connectorId: string, namespace: Namespace): boolean =>
  readStored(storage).some((row) => row.connectorId === connectorId && namespaceOf(row.network) === namespace)

export const removeStored = (storage: ModalStorage, isGone: (row: StoredConnection) => boolean): void => {
  const rows = readStored(storage)
  const left = rows.filter((row) => !isGone(row))
  if (left.length < rows.length) write(storage, left)
}
