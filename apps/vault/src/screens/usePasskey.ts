import { t as common } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/vaultScreens'
import { button, frame, heading, message } from './parts.ts'
import { usePasskeySecret } from './passkey.ts'
import type { MakeScreen } from './Screen.ts'

/** Uses the passkey that was made. */
export const usePasskey: MakeScreen<'usePasskey'> = (question, { build, answer, decline }) => {
  const ending = new AbortController()
  const failure = message(build, 'failure')
  let { salt, credentialId } = question

  const fail = (why: string): void => {
    whole.setBusy(null)
    failure.say(why, 'danger')
    act.focus()
  }
  const use = async (): Promise<void> => {
    failure.say('')
    whole.setBusy(common('loading'))
    const used = await usePasskeySecret({ salt, credentialId }, ending.signal)
    if (ending.signal.aborted) return
    if (!used.ok) return fail(t(`passkeyFailure.${used.failure}`))
    answer({ secret: used.value }, [used.value])
  }
  const act = button(build, 'primary', t('usePasskey.action'), () => void use())
  const whole = frame(
    build,
    [heading(build, t('usePasskey.title'), t('usePasskey.text')), failure.element],
    [button(build, 'secondary', common('cancel'), decline), act],
  )
  if (question.failed) failure.say(t('usePasskey.wrong'), 'danger')

  return {
    element: whole.element,
    focus: () => act.focus(),
    askAgain(next) {
      ;({ salt, credentialId } = next)
      if (next.failed) fail(t('usePasskey.wrong'))
      else whole.setBusy(null)
    },
    close: () => ending.abort(),
  }
}
