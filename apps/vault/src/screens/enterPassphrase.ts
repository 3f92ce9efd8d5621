import { passphraseBytes } from './judgePassphrase.ts'
import { button, frame, heading, markInvalid, message, secretField, watchCapsLock } from './parts.ts'
import type { MakeScreen } from './Screen.ts'
import { words } from './words.ts'

/** Enter the passphrase that was chosen. A wrong one stays in its field, selected. */
export const enterPassphrase: MakeScreen<'enterPassphrase'> = (question, { build, answer, decline, derive }) => {
  const { title, text, label, empty, wrong } = words.enterPassphrase
  let { salt } = question
  const failure = message(build, 'failure')
  const capsLock = message(build, 'caps-lock')
  const field = secretField(build, {
    id: 'passphrase',
    label,
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
    if (field.input.value === '') return fail(empty)
    failure.say('')
    markInvalid(field.input, false)
    whole.setBusy(words.deriving)
    try {
      const secret = await derive(passphraseBytes(field.input.value), salt)
      answer({ secret }, [secret])
    } catch {
      fail(words.derivingFailed)
    }
  }
  const whole = frame(
    build,
    [heading(build, title, text), build('div', { class: 'group' }, field.element, capsLock.element, failure.element)],
    [button(build, 'secondary', words.cancel, decline), button(build, 'primary', words.goOn, () => void submit())],
  )
  field.onEnter(() => void submit())
  field.input.addEventListener('input', () => {
    markInvalid(field.input, false)
    failure.say('')
  })
  watchCapsLock([field.input], (isOn) => capsLock.say(isOn ? words.capsLock : '', 'warning'))
  if (question.failed) failure.say(wrong, 'danger')

  return {
    element: whole.element,
    focus: () => field.input.focus(),
    askAgain(next) {
      salt = next.salt
      if (next.failed) fail(wrong)
      else whole.setBusy(null)
    },
    close() {
      field.input.value = ''
    },
  }
}
