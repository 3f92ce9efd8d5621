import { judgePassphrase, passphraseBytes, passphraseText } from './judgePassphrase.ts'
import { button, frame, heading, markInvalid, message, secretField, watchCapsLock } from './parts.ts'
import type { MakeScreen } from './Screen.ts'
import { words } from './words.ts'

/** Choose a passphrase: typed twice, judged as it is typed. */
export const setPassphrase: MakeScreen<'setPassphrase'> = ({ purpose, salt }, { build, answer, decline, derive }) => {
  const { title, text } = words.setPassphrase[purpose]
  const verdict = message(build, 'verdict')
  const mismatch = message(build, 'mismatch')
  const capsLock = message(build, 'caps-lock')
  const first = secretField(build, {
    id: 'first',
    label: words.setPassphrase.first,
    autocomplete: 'new-password',
    describedBy: 'verdict caps-lock',
  })
  const second = secretField(build, {
    id: 'second',
    label: words.setPassphrase.second,
    autocomplete: 'new-password',
    describedBy: 'mismatch',
  })

  const judge = () => judgePassphrase(first.input.value)
  const isSame = () => passphraseText(first.input.value) === passphraseText(second.input.value)
  const submit = async (): Promise<void> => {
    if (whole.isBusy()) return
    const judged = judge()
    verdict.say(words.verdict(judged), judged.isEnough ? 'secondary' : 'danger')
    markInvalid(first.input, !judged.isEnough)
    if (!judged.isEnough) return first.input.focus()
    mismatch.say(isSame() ? '' : words.setPassphrase.different, 'danger')
    markInvalid(second.input, !isSame())
    if (!isSame()) return second.input.focus()
    whole.setBusy(words.deriving)
    try {
      const secret = await derive(passphraseBytes(first.input.value), salt)
      answer({ secret }, [secret])
    } catch {
      whole.setBusy(null)
      mismatch.say(words.derivingFailed, 'danger')
    }
  }
  const whole = frame(
    build,
    [
      heading(build, title, text),
      build('div', { class: 'group' }, first.element, capsLock.element, verdict.element),
      build('div', { class: 'group' }, second.element, mismatch.element),
    ],
    [button(build, 'secondary', words.cancel, decline), button(build, 'primary', words.goOn, () => void submit())],
  )
  first.input.addEventListener('input', () => {
    markInvalid(first.input, false)
    verdict.say(first.input.value === '' ? '' : words.verdict(judge()))
  })
  second.input.addEventListener('input', () => {
    markInvalid(second.input, false)
    mismatch.say('')
  })
  first.onEnter(() => second.input.focus())
  second.onEnter(() => void submit())
  watchCapsLock([first.input, second.input], (isOn) => capsLock.say(isOn ? words.capsLock : '', 'warning'))

  return {
    element: whole.element,
    focus: () => first.input.focus(),
    // A chosen passphrase cannot be wrong.
    askAgain: () => whole.setBusy(null),
    close() {
      for (const { input } of [first, second]) input.value = ''
    },
  }
}
