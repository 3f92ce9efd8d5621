import { t as common } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/vaultScreens'
import { passphraseBytes } from './assessPassphrase.ts'
import { button, frame, heading, markInvalid, message, secretField, watchCapsLock } from './parts.ts'
import type { MakeScreen } from './Screen.ts'

/** Asks for the chosen passphrase. A wrong one stays in its field, selected. */
export const enterPassphrase: MakeScreen<'enterPassphrase'> = (question, { build, answer, decline, derive }) => {
  let { salt } = question
  const failure = message(build, 'failure')
  const capsLock = message(build, 'caps-lock')
  const field = secretField(build, {
    id: 'passphrase',
    label: t('passphrase'),
    autocomplete: 'current-password',
    describedBy: 'failure caps-lock',
  })
  const fail = (why: string): void => {
    whole.setBusy(null)
    failure.say(why, 'danger')
    markInvalid(field.input, true)
    field.input.focus()
    field.input.select()
  }
  const submit = async (): Promise<void> => {
    if (whole.isBusy()) return
    if (field.input.value === '') return fail(t('enterPassphrase.empty'))
    failure.say('')
    markInvalid(field.input, false)
    whole.setBusy(t('deriving'))
    try {
      const secret = await derive(passphraseBytes(field.input.value), salt)
      answer({ secret }, [secret])
    } catch {
      fail(t('derivingFailed'))
    }
  }
  const whole = frame(
    build,
    [
      heading(build, t('enterPassphrase.title'), t('enterPassphrase.text')),
      build('div', { class: 'group' }, field.element, capsLock.element, failure.element),
    ],
    [
      button(build, 'secondary', common('cancel'), decline),
      button(build, 'primary', common('continue'), () => void submit()),
    ],
  )
  field.onEnter(() => void submit())
  field.input.addEventListener('input', () => {
    markInvalid(field.input, false)
    failure.say('')
  })
  watchCapsLock([field.input], (isOn) => capsLock.say(isOn ? t('capsLock') : '', 'warning'))
  if (question.failed) failure.say(t('enterPassphrase.wrong'), 'danger')

  return {
    element: whole.element,
    focus: () => field.input.focus(),
    askAgain(next) {
      salt = next.salt
      if (next.failed) fail(t('enterPassphrase.wrong'))
      else whole.setBusy(null)
    },
    close() {
      field.input.value = ''
    },
  }
}
