import { t as common } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/vaultScreens'
import { button, frame, heading, message } from './parts.ts'
import { makePasskey, type PasskeyFailure, usePasskeySecret } from './passkey.ts'
import type { MakeScreen } from './Screen.ts'

/** Makes a passkey; if it gives its secret only in use, uses it once, in a separate click as engines require. */
export const createPasskey: MakeScreen<'createPasskey'> = ({ salt, userName }, { build, answer, decline }) => {
  const ending = new AbortController()
  const failure = message(build, 'failure')
  let credentialId: ArrayBuffer | null = null

  const fail = (why: PasskeyFailure): void => {
    whole.setBusy(null)
    failure.say(t(`passkeyFailure.${why}`), 'danger')
    act.focus()
  }
  const make = async (): Promise<void> => {
    const made = await makePasskey({ salt, userName }, ending.signal)
    if (ending.signal.aborted) return
    if (!made.ok) return fail(made.failure)
    const { secret } = made.value
    if (secret !== null) return answer({ secret, credentialId: made.value.credentialId }, [secret])
    credentialId = made.value.credentialId
    head.replaceChildren(...heading(build, t('createPasskey.confirmTitle'), t('createPasskey.confirmText')).childNodes)
    act.textContent = t('usePasskey.action')
    whole.setBusy(null)
    act.focus()
  }
  const use = async (credentialId: ArrayBuffer): Promise<void> => {
    const used = await usePasskeySecret({ salt, credentialId }, ending.signal)
    if (ending.signal.aborted) return
    if (!used.ok) return fail(used.failure)
    answer({ secret: used.value, credentialId }, [used.value])
  }
  const act = button(build, 'primary', t('createPasskey.action'), () => {
    failure.say('')
    whole.setBusy(common('loading'))
    void (credentialId === null ? make() : use(credentialId))
  })
  const head = heading(build, t('createPasskey.title'), t('createPasskey.text'))
  const whole = frame(build, [head, failure.element], [button(build, 'secondary', common('cancel'), decline), act])

  return {
    element: whole.element,
    focus: () => act.focus(),
    // A new passkey cannot be wrong.
    askAgain: () => whole.setBusy(null),
    close: () => ending.abort(),
  }
}
