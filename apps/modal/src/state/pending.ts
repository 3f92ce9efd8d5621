import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { Namespace } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { namespaceOf } from '../storedConnections.ts'
import { readStored } from './stored.ts'

/** The namespace of the wallet whose request for accounts is pending; null when there is none. */
export const attemptNamespaceAtom = atom<Namespace | null>(null)

/** A connection of a previous session that is being restored. */
export type Restoring = { readonly connectorId: string; readonly namespace: Namespace }

const restoring = atom<readonly Restoring[] | null>(null)

/** Connections to restore: all stored ones, until they have been tried. */
export const restoringAtom = atom(
  (get): readonly Restoring[] =>
    get(restoring) ??
    readStored(get(servicesAtom).storage).map(({ connectorId, network }) => ({
      connectorId,
      namespace: namespaceOf(network),
    })),
  (_get, set, value: readonly Restoring[]) => set(restoring, value),
)

/** Why the modal that was last opened could not be drawn, and so closed by itself. */
export const drawFailureAtom = atom<AppError | null>(null)

/** Aborted when the modal is removed from the page: then nothing is restored. One per store. */
export const lifeAtom = atom(() => new AbortController())

/** Earlier sessions that may still be valid although the embedded wallet couldn't be queried; can be retried. */
export const interruptedAtom = atom<readonly (Restoring & { readonly error: AppError })[]>([])
