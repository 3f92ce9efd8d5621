import { button, frame, heading, message } from './parts.ts'
import { makePasskey, type PasskeyFailure, usePasskeySecret } from './passkey.ts'
import type { MakeScreen } from './Screen.ts'
import { words } from './words.ts'

/** Make a passkey; where it gives its secret only in use, use it once, in a click of its own as engines want it. */
export const createPasskey: MakeScreen<'createPasskey'> = ({ salt, userName }, { build, answer, decline }) => {
  const { title, text, action, confirmTitle, confirmText, confirmAction } = words.createPasskey
  const ending = new AbortController()
  const failure = message(build, 'failure')
  let credentialId: ArrayBuffer | null = null

  const fail = (why: PasskeyFailure): void => {
    whole.setBusy(null)
    failure.say(words.passkeyFailure[why], 'danger')
    act.focus()
  }
  const make = async (): Promise<void> => {
    const made = await makePasskey({ salt, userName }, ending.signal)
    if (ending.signal.aborted) return
    if (!made.ok) return fail(made.failure)
    const { secret } = made.value
    if (secret !== null) return answer({ secret, credentialId: made.value.credentialId }, [secret])
    credentialId = made.value.credentialId
    head.replaceChildren(...heading(build, confirmTitle, confirmText).childNodes)
    act.textContent = confirmAction
    whole.setBusy(null)
    act.focus()
  }
  const use = async (credentialId: ArrayBuffer): Promise<void> => {
    const used = await usePasskeySecret({ salt, credentialId }, ending.signal)
    if (ending.signal.aborted) return
    if (!used.ok) return fail(used.failure)
    answer({ secret: used.value, credentialId }, [used.value])
  }
  const act = button(build, 'primary', action, () => {
    failure.say('')
    whole.setBusy(words.busy)
    void (credentialId === null ? make() : use(credentialId))
  })
  const head = heading(build, title, text)
  const whole = frame(build, [head, failure.element], [button(build, 'secondary', words.cancel, decline), act])

  return {
    element: whole.element,
    focus: () => act.focus(),
    // A new passkey cannot be wrong.
    askAgain: () => whole.setBusy(null),
    close: () => ending.abort(),
  }
}
