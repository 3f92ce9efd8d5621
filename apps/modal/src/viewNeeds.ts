import { AppError, type ErrorName } from '@latchkey/protocol'
import type { createStore, Getter, Setter } from 'jotai/vanilla'
import { wantedTokenAtom } from './buy/openBuy.ts'
import { isExchangeOnAtom, setExchangeArgumentsAtom } from './exchanges/openExchanges.ts'
import type { EntryView } from './Modal.ts'
import { canRegisterAtom } from './names/openNames.ts'
import { featuresAtom } from './remote-config/features.ts'
import { servicesAtom } from './services.ts'
import { accountAtom, connectionAtom } from './state/accounts.ts'
import { activeSession, connectedSessionsAtom } from './state/connectedSessions.ts'
import { loadConfig } from './state/loadConfig.ts'
import { activeNamespaceAtom, isUnsupportedAtom } from './state/networks.ts'
import { otherFundsAtom } from './state/portfolio.ts'
import { isOnrampOnAtom } from './state/project.ts'
import { canSendAtom } from './state/send/openSend.ts'
import { canUpgradeAtom } from './state/upgrade.ts'
import { canSwapAtom, readArguments, swapArgumentsAtom } from './swap/openSwap.ts'

type Need = {
  error: ErrorName
  isMet: (get: Getter) => boolean
  /** Loads the data for `isMet`. */
  load?: (get: Getter, set: Setter) => Promise<void>
  /** Sets the view's initial values. `given`: the page's arguments. */
  prepare?: (set: Setter, given: unknown) => void
}

const hasSmartAccount = (get: Getter): boolean =>
  activeSession(get(connectedSessionsAtom), 'eip155')?.session.kinds?.addresses.smartAccount !== undefined

const canChangeEmail = (get: Getter): boolean => {
  const person = get(accountAtom)?.person
  return person?.email != null && person.provider === null
}

/** The site asks the active account for a signature; Sign-In with Ethereum is for EVM networks only. */
const isAskedToSign = (get: Getter): boolean => {
  const { proof, settings } = get(servicesAtom)
  const isServed = settings.siweConfig === undefined || get(activeNamespaceAtom) === 'eip155'
  return proof !== undefined && isServed && !get(isUnsupportedAtom)
}

/** Requirements of account views in addition to an account. */
const needs: Partial<Record<EntryView, Need>> = {
  WalletSend: { error: 'CHAIN_NOT_SUPPORTED', isMet: (get) => get(canSendAtom) },
  Swap: {
    error: 'SWAPS_UNSUPPORTED',
    isMet: (get) => get(canSwapAtom),
    prepare: (set, given) => set(swapArgumentsAtom, readArguments(given)),
  },
  RegisterAccountName: { error: 'NOT_ENABLED', isMet: (get) => get(canRegisterAtom), load: loadConfig },
  Permissions: { error: 'NOT_ENABLED', isMet: hasSmartAccount },
  UpgradeToSmartAccount: { error: 'NOT_ENABLED', isMet: (get) => get(canUpgradeAtom) && hasSmartAccount(get) },
  MoveFunds: { error: 'NOT_ENABLED', isMet: (get) => get(otherFundsAtom) !== null },
  SIWXSignMessage: { error: 'NOT_ENABLED', isMet: isAskedToSign },
  OnRampProviders: {
    error: 'NOT_ENABLED',
    isMet: (get) => get(isOnrampOnAtom),
    prepare: (set) => set(wantedTokenAtom, null),
  },
  Sell: { error: 'NOT_ENABLED', isMet: (get) => get(featuresAtom).offramp && get(canSendAtom) },
  PayWithExchange: {
    error: 'NOT_ENABLED',
    isMet: (get) => get(isExchangeOnAtom) || get(featuresAtom).payments,
    load: loadConfig,
    prepare: (set, given) => set(setExchangeArgumentsAtom, given),
  },
  UpdateEmailWallet: { error: 'NOT_ENABLED', isMet: canChangeEmail },
}

/** Resolves when it's known whether an earlier connection is still there. */
export const waitForRestore = async (store: ReturnType<typeof createStore>): Promise<void> => {
  const isRestoring = () => store.get(connectionAtom).status === 'reconnecting'
  if (!isRestoring()) return
  await new Promise<void>((resolve) => {
    const stop = store.sub(connectionAtom, () => {
      if (isRestoring()) return
      stop()
      resolve()
    })
  })
}

/**
 * Resolves when a view of the account can be shown, after an earlier connection is restored. Throws UNAUTHORIZED, or the error of
 * its need.
 */
export const requireView = async (
  store: ReturnType<typeof createStore>,
  view: EntryView,
  given?: unknown,
): Promise<void> => {
  await waitForRestore(store)
  const details = { view }
  if (store.get(accountAtom) === null) throw new AppError('UNAUTHORIZED', { details })
  const need = needs[view]
  await need?.load?.(store.get, store.set)
  if (need?.isMet(store.get) === false) throw new AppError(need.error, { details })
  need?.prepare?.(store.set, given)
}
