import { t } from '@latchkey/copy/settings'
import { createCodeStep } from '../../login/createCodeStep.ts'
import { proveNewEmail } from '../../login/proveNewEmail.ts'
import type { StepUpPrompt } from './createStepUpPrompt.ts'
import type { AccountContext, SettingsDeps } from './Settings.ts'

type ChangeEmailDeps = Pick<SettingsDeps, 'page' | 'emailChange' | 'appearance' | 'now'> & {
  stepUpPrompt: StepUpPrompt
}

/** Changes the account's email, as `Settings.changeEmail`: a code from each address is asked for, one after the other. */
export const changeEmail = async (
  { page, emailChange, appearance, now, stepUpPrompt }: ChangeEmailDeps,
  account: AccountContext,
  newEmail: string,
): Promise<void> => {
  const caller = account.callerNow()
  await emailChange.begin(page, caller, newEmail)
  const { oldEmail, newEmail: email } = emailChange.addresses(caller)
  const old = createCodeStep<void>({
    email: oldEmail,
    proving: {
      start: async () => ({ kind: 'code', resendInSeconds: await emailChange.mailOld(caller) }),
      finish: (code) => emailChange.proveOld(caller, code),
    },
    now,
  })
  void old.send()
  await stepUpPrompt.prove(t('proof.oldEmail'), old)
  const next = createCodeStep<string>({
    email,
    proving: proveNewEmail(emailChange, caller, appearance),
    now,
  })
  void next.send()
  await stepUpPrompt.prove(t('proof.newEmail'), next)
  await account.showAgain()
}
