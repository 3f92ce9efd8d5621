import { t } from '@latchkey/copy/vaultScreens'
import type { Builder } from './builder.ts'

/** The small parts that the screens share. */

type Tone = 'danger' | 'warning' | 'secondary'

/** A message below a field with an error or a hint, announced when it changes. */
export type Message = { element: HTMLElement; say(text: string, tone?: Tone): void }

export const message = (build: Builder, id: string): Message => {
  const element = build('p', { id, class: 'message', 'aria-live': 'polite', 'aria-atomic': 'true' })
  return {
    element,
    say(text, tone = 'secondary') {
      element.dataset.tone = tone
      element.textContent = text
    },
  }
}

export const heading = (build: Builder, title: string, text: string): HTMLElement =>
  build('header', {}, build('h1', { tabindex: '-1' }, title), build('p', { class: 'secondary' }, text))

export const button = (
  build: Builder,
  variant: 'primary' | 'secondary',
  label: string,
  onPress: () => void,
): HTMLButtonElement => {
  const element = build('button', { type: 'button', class: variant }, label)
  element.addEventListener('click', ({ isTrusted }) => {
    // Another realm's script can't press it either way; this requires a real click.
    if (isTrusted) onPress()
  })
  return element
}

/** The screen itself: while it is busy only the cancel button works, the first of several buttons. */
export type Frame = {
  element: HTMLElement
  /** The row of buttons. */
  line: HTMLElement
  setBusy(why: string | null): void
  isBusy(): boolean
}

export const frame = (
  build: Builder,
  content: readonly HTMLElement[],
  buttons: readonly HTMLButtonElement[],
): Frame => {
  const line = build('div', { class: 'buttons' }, ...buttons)
  const status = build('p', { class: 'status', role: 'status' })
  const progress = build('div', { class: 'progress', 'aria-hidden': 'true' })
  const fields = build('fieldset', {}, ...content)
  const element = build('main', {}, fields, progress, status, line)
  const leave = buttons.length > 1 ? buttons[0] : undefined
  let busy: string | null = null
  return {
    element,
    line,
    isBusy: () => busy !== null,
    setBusy(why) {
      busy = why
      element.toggleAttribute('data-busy', why !== null)
      element.setAttribute('aria-busy', `${why !== null}`)
      fields.disabled = why !== null
      // Cancel stays enabled.
      for (const each of buttons) each.disabled = why !== null && each !== leave
      status.textContent = why ?? ''
    },
  }
}

/** A field for a secret: hidden until the user reveals it, never stored by the browser, corrected or sent for spelling. */
export type SecretField = { element: HTMLElement; input: HTMLInputElement; onEnter(act: () => void): void }

export const secretField = (
  build: Builder,
  { id, label, autocomplete, describedBy }: { id: string; label: string; autocomplete: string; describedBy: string },
): SecretField => {
  const input = build('input', {
    id,
    type: 'password',
    autocomplete,
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: 'false',
    maxlength: '512',
    dir: 'auto',
    'aria-describedby': describedBy,
  })
  const toggle = build(
    'button',
    { type: 'button', class: 'toggle', 'aria-label': t('typed.showLabel') },
    t('typed.show'),
  )
  toggle.addEventListener('click', () => {
    const isShown = input.type === 'text'
    input.type = isShown ? 'password' : 'text'
    toggle.textContent = isShown ? t('typed.show') : t('typed.hide')
    toggle.setAttribute('aria-label', isShown ? t('typed.showLabel') : t('typed.hideLabel'))
    input.focus()
  })
  return {
    element: build(
      'div',
      { class: 'field' },
      build('label', { for: id }, label),
      build('div', { class: 'box' }, input, toggle),
    ),
    input,
    onEnter: (act) =>
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && !event.isComposing) act()
      }),
  }
}

/** Reports caps lock, as far as the engine does, while one of the fields has the focus. */
export const watchCapsLock = (inputs: readonly HTMLElement[], say: (isOn: boolean) => void): void => {
  for (const input of inputs) {
    const look = (event: KeyboardEvent): void => say(event.getModifierState?.('CapsLock') ?? false)
    input.addEventListener('keydown', look)
    input.addEventListener('keyup', look)
    input.addEventListener('blur', () => say(false))
  }
}

export const markInvalid = (input: HTMLElement, isInvalid: boolean): void => {
  if (isInvalid) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}
