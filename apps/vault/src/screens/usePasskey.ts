import { button, frame, heading, message } from './parts.ts'
import { usePasskeySecret } from './passkey.ts'
import type { MakeScreen } from './Screen.ts'
import { words } from './words.ts'

/** Use the passkey that was made. */
export const usePasskey: MakeScreen<'usePasskey'> = (question, { build, answer, decline }) => {
  const { title, text, action, wrong } = words.usePasskey
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
    whole.setBusy(words.busy)
    const used = await usePasskeySecret({ salt, credentialId }, ending.signal)
    if (ending.signal.aborted) return
    if (!used.ok) return fail(words.passkeyFailure[used.failure])
    answer({ secret: used.value }, [used.value])
  }
  const act = button(build, 'primary', action, () => void use())
  const whole = frame(
    build,
    [heading(build, title, text), failure.element],
    [button(build, 'secondary', words.cancel, decline), act],
  )
  if (question.failed) failure.say(wrong, 'danger')

  return {
    element: whole.element,
    focus: () => act.focus(),
    askAgain(next) {
      ;({ salt, credentialId } = next)
      if (next.failed) fail(wrong)
      else whole.setBusy(null)
    },
    close: () => ending.abort(),
  }
}
