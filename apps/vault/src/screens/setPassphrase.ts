import { t as common } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/vaultScreens'
import { assessPassphrase, type PassphraseVerdict, passphraseBytes, passphraseText } from './assessPassphrase.ts'
import { button, frame, heading, markInvalid, message, secretField, watchCapsLock } from './parts.ts'
import type { MakeScreen } from './Screen.ts'

/** Asks for a new passphrase: typed twice, assessed while it is typed. */
export const setPassphrase: MakeScreen<'setPassphrase'> = ({ purpose, salt }, { build, answer, decline, derive }) => {
  const verdict = message(build, 'verdict')
  const mismatch = message(build, 'mismatch')
  const capsLock = message(build, 'caps-lock')
  const first = secretField(build, {
    id: 'first',
    label: t('passphrase'),
    autocomplete: 'new-password',
    describedBy: 'verdict caps-lock',
  })
  const second = secretField(build, {
    id: 'second',
    label: t('setPassphrase.again'),
    autocomplete: 'new-password',
    describedBy: 'mismatch',
  })

  const judge = () => assessPassphrase(first.input.value)
  const isSame = () => passphraseText(first.input.value) === passphraseText(second.input.value)
  const submit = async (): Promise<void> => {
    if (whole.isBusy()) return
    const judged = judge()
    verdict.say(verdictWords(judged), judged.isEnough ? 'secondary' : 'danger')
    markInvalid(first.input, !judged.isEnough)
    if (!judged.isEnough) return first.input.focus()
    mismatch.say(isSame() ? '' : t('setPassphrase.different'), 'danger')
    markInvalid(second.input, !isSame())
    if (!isSame()) return second.input.focus()
    whole.setBusy(t('deriving'))
    try {
      const secret = await derive(passphraseBytes(first.input.value), salt)
      answer({ secret }, [secret])
    } catch {
      whole.setBusy(null)
      mismatch.say(t('derivingFailed'), 'danger')
    }
  }
  const whole = frame(
    build,
    [
      heading(build, t(`setPassphrase.${purpose}.title`), t(`setPassphrase.${purpose}.text`)),
      build('div', { class: 'group' }, first.element, capsLock.element, verdict.element),
      build('div', { class: 'group' }, second.element, mismatch.element),
    ],
    [
      button(build, 'secondary', common('cancel'), decline),
      button(build, 'primary', common('continue'), () => void submit()),
    ],
  )
  first.input.addEventListener('input', () => {
    markInvalid(first.input, false)
    verdict.say(first.input.value === '' ? '' : verdictWords(judge()))
  })
  second.input.addEventListener('input', () => {
    markInvalid(second.input, false)
    mismatch.say('')
  })
  first.onEnter(() => second.input.focus())
  second.onEnter(() => void submit())
  watchCapsLock([first.input, second.input], (isOn) => capsLock.say(isOn ? t('capsLock') : '', 'warning'))

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

const verdictWords = (verdict: PassphraseVerdict): string => {
  if (verdict.isEnough) return t(`verdict.${verdict.length}`)
  return verdict.reason === 'short' ? t('verdict.short', { missing: verdict.missing }) : t(`verdict.${verdict.reason}`)
}
