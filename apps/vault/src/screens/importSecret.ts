import { button, frame, heading, markInvalid, message, secretField } from './parts.ts'
import type { MakeScreen } from './Screen.ts'
import { words } from './words.ts'

/** Type what is to be imported. What is wrong is said, and stays in its field to be mended. */
export const importSecret: MakeScreen<'import'> = (question, { build, answer, decline }) => {
  const { title, text, label } = words.import[question.from]
  const failure = message(build, 'failure')
  const field =
    question.from === 'mnemonic'
      ? wordsField(
          build('textarea', wordsAttributes),
          build('label', { for: 'words' }, label),
          build('div', { class: 'field' }),
        )
      : secretField(build, { id: 'key', label, autocomplete: 'off', describedBy: 'failure' })

  const fail = (why: string): void => {
    whole.setBusy(null)
    failure.say(why, 'danger')
    markInvalid(field.input, true)
    field.input.focus()
  }
  const submit = (): void => {
    if (whole.isBusy()) return
    if (field.input.value.trim() === '') fail(words.import.empty)
    else {
      failure.say('')
      markInvalid(field.input, false)
      whole.setBusy(words.busy)
      const typed = new TextEncoder().encode(field.input.value).buffer
      answer({ typed }, [typed])
    }
  }
  const whole = frame(
    build,
    [
      heading(build, title, text),
      build('div', { class: 'group' }, field.element, failure.element),
      build('p', { class: 'secondary' }, words.import.warning),
    ],
    [button(build, 'secondary', words.cancel, decline), button(build, 'primary', words.import.action, submit)],
  )
  field.onEnter(submit)
  field.input.addEventListener('input', () => {
    markInvalid(field.input, false)
    failure.say('')
  })
  if (question.failed !== undefined) failure.say(words.importFailure(question.failed), 'danger')

  return {
    element: whole.element,
    focus: () => field.input.focus(),
    askAgain({ failed }) {
      if (failed === undefined) whole.setBusy(null)
      else fail(words.importFailure(failed))
    },
    close() {
      field.input.value = ''
    },
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

/** Seen while it is typed: nobody types two dozen words blindly. Enter is a space between words here. */
const wordsField = (input: HTMLTextAreaElement, label: HTMLElement, element: HTMLElement) => {
  element.append(label, input)
  return { element, input, onEnter: () => {} }
}
