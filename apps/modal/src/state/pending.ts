import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { Namespace } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { namespaceOf } from '../storedConnections.ts'
import { readStored } from './stored.ts'

/** The namespace in which a wallet has been asked for its accounts and has not answered; null when none has. */
export const attemptNamespaceAtom = atom<Namespace | null>(null)

/** A connection of an earlier visit that is being taken up. */
export type Restoring = { readonly connectorId: string; readonly namespace: Namespace }

const restoring = atom<readonly Restoring[] | null>(null)

/** What is being taken up: everything that is stored, until it has been tried. */
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

/** Aborted when the modal is taken out of the page: then nothing of an earlier visit is asked for any more. One a store. */
export const lifeAtom = atom(() => new AbortController())

/** What of an earlier login may still be open although the embedded wallet could not be asked; it can be tried again. */
export const interruptedAtom = atom<readonly (Restoring & { readonly error: AppError })[]>([])
