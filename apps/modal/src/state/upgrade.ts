import { atom } from 'jotai/vanilla'
import type { AccountType } from '../Modal.ts'
import { accountKindsAtom, chooseAccountTypeAtom } from './accountType.ts'
import { otherFundsAtom, refreshPortfolioAtom } from './portfolio.ts'
import { backAtom, replaceAtom, viewAtom } from './route.ts'

/** Switching to the smart account is offered while the standard one is active (specification section 4). */
export const canUpgradeAtom = atom((get) => get(accountKindsAtom)?.type === 'eoa')

/** The user picks an account type. Where their funds stay at another address, moving them comes next. Never throws: a failure is shown. */
export const changeAccountTypeAtom = atom(null, async (get, set, type: AccountType) => {
  const view = get(viewAtom)
  // A request may have led here before any balance was read.
  const [isChosen] = await Promise.all([set(chooseAccountTypeAtom, type), set(refreshPortfolioAtom)])
  if (!isChosen || get(viewAtom) !== view) return
  if (get(otherFundsAtom) !== null) set(replaceAtom, { view: 'MoveFunds' })
  else if (view === 'UpgradeToSmartAccount') set(backAtom)
})
