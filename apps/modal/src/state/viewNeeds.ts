import { AppError, type ErrorName } from '@latchkey/protocol'
import type { createStore, Getter } from 'jotai/vanilla'
import type { EntryView } from '../Modal.ts'
import { accountAtom, connectionAtom } from './accounts.ts'
import { heldAtom, inUse } from './held.ts'
import { activeNamespaceAtom, isUnsupportedAtom } from './networks.ts'
import { otherFundsAtom } from './portfolio.ts'
import { canSendAtom } from './send/openSend.ts'
import { servicesAtom } from './services.ts'
import { canUpgradeAtom } from './upgrade.ts'

type Need = { error: ErrorName; isMet: (get: Getter) => boolean }

const hasSmartAccount = (get: Getter): boolean =>
  inUse(get(heldAtom), 'eip155')?.session.kinds?.addresses.smartAccount !== undefined

const canChangeEmail = (get: Getter): boolean => {
  const person = get(accountAtom)?.person
  return person?.email != null && person.provider === null
}

/** The site asks the account in front for a signature; Sign-In with Ethereum is for Ethereum alone. */
const isAskedToSign = (get: Getter): boolean => {
  const { proof, settings } = get(servicesAtom)
  const isServed = settings.siweConfig === undefined || get(activeNamespaceAtom) === 'eip155'
  return proof !== undefined && isServed && !get(isUnsupportedAtom)
}

/** What views of the account need beside one. */
const needs: Partial<Record<EntryView, Need>> = {
  WalletSend: { error: 'CHAIN_NOT_SUPPORTED', isMet: (get) => get(canSendAtom) },
  Permissions: { error: 'NOT_ENABLED', isMet: hasSmartAccount },
  UpgradeToSmartAccount: { error: 'NOT_ENABLED', isMet: (get) => get(canUpgradeAtom) && hasSmartAccount(get) },
  MoveFunds: { error: 'NOT_ENABLED', isMet: (get) => get(otherFundsAtom) !== null },
  SIWXSignMessage: { error: 'NOT_ENABLED', isMet: isAskedToSign },
  UpdateEmailWallet: { error: 'NOT_ENABLED', isMet: canChangeEmail },
}

/** Resolves when a view of the account can be shown; an earlier connection is waited for. Throws UNAUTHORIZED, or what is missing. */
export const requireView = async (store: ReturnType<typeof createStore>, view: EntryView): Promise<void> => {
  const isRestoring = () => store.get(connectionAtom).status === 'reconnecting'
  if (isRestoring())
    await new Promise<void>((resolve) => {
      const stop = store.sub(connectionAtom, () => {
        if (isRestoring()) return
        stop()
        resolve()
      })
    })
  const details = { view }
  if (store.get(accountAtom) === null) throw new AppError('UNAUTHORIZED', { details })
  const need = needs[view]
  if (need !== undefined && !need.isMet(store.get)) throw new AppError(need.error, { details })
}
