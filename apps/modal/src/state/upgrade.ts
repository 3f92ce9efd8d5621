import { atom } from 'jotai/vanilla'
import { accountKindsAtom, chooseAccountTypeAtom } from './accountType.ts'
import { activeNamespaceAtom } from './networks.ts'
import { backAtom, viewAtom } from './route.ts'
import { openSendAtom } from './send/openSend.ts'
import { typeRecipientAtom } from './send/recipient.ts'
import { servicesAtom } from './services.ts'

const declined = atom(false)

/** Switching to the smart account is offered while the standard one is in use (specification section 4). */
export const canUpgradeAtom = atom((get) => get(accountKindsAtom)?.type === 'eoa')

/** Whether the visitor is told of smart accounts: once they have declined, never again in this browser. */
export const isUpgradeOfferedAtom = atom(
  (get) => get(canUpgradeAtom) && !get(declined) && get(servicesAtom).storage.read('upgrade-declined') !== true,
)

const leaveAtom = atom(null, (get, set) => {
  if (get(viewAtom) === 'UpgradeToSmartAccount') set(backAtom)
})

/** Use the smart account, and leave the view that has explained it. Never throws: a failure is shown in it. */
export const upgradeAtom = atom(null, async (_get, set) => {
  if (await set(chooseAccountTypeAtom, 'smartAccount')) set(leaveAtom)
})

/** The visitor does not want to hear of it again. The choice itself stays where it is. */
export const declineUpgradeAtom = atom(null, (get, set) => {
  set(declined, true)
  get(servicesAtom).storage.write('upgrade-declined', true)
  set(leaveAtom)
})

/**
 * The address that money has to be sent to before the smart account can spend it; null where both have the same address,
 * and while the smart one is in use.
 */
export const moveFundsToAtom = atom((get): string | null => {
  const { eoa, smartAccount } = get(accountKindsAtom)?.addresses ?? {}
  const isApart = get(canUpgradeAtom) && smartAccount !== undefined && smartAccount !== eoa
  return isApart && get(activeNamespaceAtom) === 'eip155' ? smartAccount : null
})

/** Send from the standard account to the smart one: the form with the address in it. */
export const moveFundsAtom = atom(null, (get, set) => {
  const address = get(moveFundsToAtom)
  if (address === null) return
  set(typeRecipientAtom, address)
  set(openSendAtom)
})
