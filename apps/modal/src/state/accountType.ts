import { t } from '@latchkey/copy/accountType'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { AccountType } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { announceAtom } from './announcement.ts'
import { isApprovingAtom } from './approvals.ts'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { accountTypeOfAtom, isSmartAccountOnAtom, rememberAccountTypeAtom } from './smartAccounts.ts'
import { showToastAtom } from './toast.ts'

/** The active embedded wallet on EVM networks, and its accounts there; null when there is none. */
const heldWalletAtom = atom((get) => {
  const held = activeSession(get(connectedSessionsAtom), 'eip155')
  return held?.connector.setAccountType === undefined ? null : held
})

/** The account types to choose from; null where there is no choice (specification section 4). */
export const accountKindsAtom = atom((get) =>
  get(isSmartAccountOnAtom) ? (get(heldWalletAtom)?.session.kinds ?? null) : null,
)

const changeTypeAtom = atom(null, async (get, _set, type: AccountType): Promise<AccountType> => {
  const { connector } = get(heldWalletAtom) ?? {}
  if (connector?.setAccountType === undefined) throw new AppError('UNAUTHORIZED')
  if (type === 'smartAccount' && !get(isSmartAccountOnAtom)) throw new AppError('NOT_ENABLED')
  // Pending approvals name the account that they are for.
  if (get(isApprovingAtom)) throw new AppError('WALLET_BUSY')
  return connector.setAccountType(type)
})

/**
 * Switches to another account type, and stores the choice once it is active. Resolves with the active type: `eoa` from a wallet that
 * couldn't change it (specification section 8). Throws UNAUTHORIZED, NOT_ENABLED, WALLET_BUSY and what the wallet throws.
 */
export const setAccountTypeAtom = atom(null, async (get, set, type: AccountType): Promise<AccountType> => {
  const inEffect = await set(changeTypeAtom, type)
  const owner = get(accountKindsAtom)?.addresses.eoa
  if (inEffect === type && owner !== undefined) {
    set(rememberAccountTypeAtom, { owner, type })
    get(servicesAtom).shared.tell()
  }
  return inEffect
})

/**
 * Another page of this site has changed the type, and the wallet keeps one choice per site: the same type is used here. If that fails now,
 * it is changed with the next request for the account. Never throws.
 */
export const obeyAccountTypeAtom = atom(null, async (get, set): Promise<void> => {
  const kinds = get(accountKindsAtom)
  const owner = kinds?.addresses.eoa
  if (kinds === null || owner === undefined) return
  const type = get(accountTypeOfAtom)(owner)
  if (kinds.type !== type) await set(changeTypeAtom, type).catch(() => undefined)
})

const choice = atom<AccountType | null>(null)

/** The type that is being changed to; null when none is. */
export const choosingAccountTypeAtom = atom((get) => get(choice))

/** The user picks an account type. Resolves with whether it is active now; a failure is shown. Never throws. */
export const chooseAccountTypeAtom = atom(null, async (get, set, type: AccountType): Promise<boolean> => {
  if (get(choice) !== null) return false
  set(choice, type)
  const inEffect = await set(setAccountTypeAtom, type).catch(() => null)
  set(choice, null)
  if (inEffect === type) set(announceAtom, t(`said.${type}`))
  else set(showToastAtom, { variant: 'error', message: t('failed') })
  return inEffect === type
})
