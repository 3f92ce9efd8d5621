import { t as common } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/vaultScreens'
import { button, frame, heading, markInvalid, message, secretField } from './parts.ts'
import type { ImportFailure } from './questions.ts'
import type { MakeScreen } from './Screen.ts'

/** Asks for the secret to import. The fault is shown, and the input stays in its field to be corrected. */
export const importSecret: MakeScreen<'import'> = (question, { build, answer, decline }) => {
  const { from } = question
  const failure = message(build, 'failure')
  const field =
    from === 'mnemonic'
      ? wordsField(
          build('textarea', wordsAttributes),
          build('label', { for: 'words' }, t('recoveryWords')),
          build('div', { class: 'field' }),
        )
      : secretField(build, { id: 'key', label: t('privateKey'), autocomplete: 'off', describedBy: 'failure' })

  const fail = (why: string): void => {
    whole.setBusy(null)
    failure.say(why, 'danger')
    markInvalid(field.input, true)
    field.input.focus()
  }
  const submit = (): void => {
    if (whole.isBusy()) return
    if (field.input.value.trim() === '') fail(t('import.empty'))
    else {
      failure.say('')
      markInvalid(field.input, false)
      whole.setBusy(common('loading'))
      const typed = new TextEncoder().encode(field.input.value).buffer
      answer({ typed }, [typed])
    }
  }
  const whole = frame(
    build,
    [
      heading(build, t(`import.${from}.title`), t(`import.${from}.text`)),
      build('div', { class: 'group' }, field.element, failure.element),
      build('p', { class: 'secondary' }, t('import.warning')),
    ],
    [button(build, 'secondary', common('cancel'), decline), button(build, 'primary', t('import.action'), submit)],
  )
  field.onEnter(submit)
  field.input.addEventListener('input', () => {
    markInvalid(field.input, false)
    failure.say('')
  })
  if (question.failed !== undefined) failure.say(failureWords(question.failed), 'danger')

  return {
    element: whole.element,
    focus: () => field.input.focus(),
    askAgain({ failed }) {
      if (failed === undefined) whole.setBusy(null)
      else fail(failureWords(failed))
    },
    close() {
      field.input.value = ''
    },
  }
}

const failureWords = (failure: ImportFailure): string => {
  switch (failure.reason) {
    case 'count':
      return t('importFailure.count', { count: failure.count })
    case 'word':
      return t('importFailure.word', { position: failure.position })
    default:
      return t(`importFailure.${failure.reason}`)
  }
}

const wordsAttributes = {
  id: 'words',
  rows: '4',
  autocomplete: 'off',
  autocapitalize: 'none',
  autocorrect: 'off',
  spellcheck: 'false',
  maxlength: '512',
  dir: 'ltr',
  'aria-describedby': 'failure',
}

/** Visible while typing: two dozen words can't be typed blindly. Enter is a space between words here. */
const wordsField = (input: HTMLTextAreaElement, label: HTMLElement, element: HTMLElement) => {
  element.append(label, input)
  return { element, input, onEnter: () => {} }
}
