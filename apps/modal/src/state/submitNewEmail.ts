import { t as emailChangeT } from '@latchkey/copy/emailChange'
import { t } from '@latchkey/copy/modal'
import { AppError, isAppError, isEmail } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { raiseAlertAtom } from './alerts.ts'
import { announceAtom } from './announcement.ts'
import { emailChangeAtom, isReadyAtom, leaveEmailChangeAtom, noChange, underWayAtom } from './emailChange.ts'
import { announceErrorAtom } from './errorCopy.ts'
import { failed } from './failed.ts'
import { personAtom } from './person.ts'
import { retryAt } from './retryAt.ts'
import { showToastAtom } from './toast.ts'
import { askWallet, connectWallet, syncTheme, takeFailure } from './wallet.ts'

/** Asks for both codes, over the modal's body. The theme goes first, as at sign-in. Resolves with the account's address then. */
async function prove(
  get: Getter,
  set: Setter,
  action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP',
  signal: AbortSignal,
) {
  set(isReadyAtom, false)
  const client = await connectWallet(get, set)
  await syncTheme(get, client, signal)
  set(isReadyAtom, true)
  if (action === 'VERIFY_PRIMARY_OTP') await client.request('UPDATE_EMAIL_PRIMARY_OTP', undefined, { signal })
  return await client.request('UPDATE_EMAIL_SECONDARY_OTP', undefined, { signal })
}

/** Asks the wallet for another email. An invalid one is reported at once. */
export const submitNewEmailAtom = atom(null, async (get, set, typed: string) => {
  const email = typed.trim()
  if (get(emailChangeAtom).step !== 'email') return
  if (!isEmail(email)) {
    set(raiseAlertAtom, 'APKTW002')
    set(emailChangeAtom, { ...noChange, email, error: new AppError('EMAIL_INVALID') })
    return
  }
  const controller = new AbortController()
  const { signal } = controller
  set(underWayAtom, controller)
  set(emailChangeAtom, { ...noChange, step: 'sending', email })
  try {
    const { action } = await askWallet(get, set, 'UPDATE_EMAIL', { email })
    if (signal.aborted) return
    set(emailChangeAtom, { ...noChange, step: 'wallet', email })
    set(announceAtom, t('said.wallet'))
    const { newEmail } = await prove(get, set, action, signal)
    if (signal.aborted) return
    set(personAtom, { email: newEmail })
    set(showToastAtom, { variant: 'success', message: emailChangeT('changed') })
    set(leaveEmailChangeAtom)
  } catch (thrown) {
    if (!signal.aborted) fail(get, set, thrown)
  }
})

/** Returns to the field, with its input. A user who stops in the wallet hasn't caused an error. */
const fail = (get: Getter, set: Setter, thrown: unknown): void => {
  const { email, step } = get(emailChangeAtom)
  const error = step === 'wallet' ? takeFailure(get, set, 'UPDATE_EMAIL', thrown) : failed(get, 'emailChange', thrown)
  if (isAppError(error, 'USER_REJECTED')) {
    set(emailChangeAtom, { ...noChange, email })
    return
  }
  set(emailChangeAtom, { ...noChange, email, error, retryAtMs: retryAt(get, error) })
  void set(announceErrorAtom, error)
}
