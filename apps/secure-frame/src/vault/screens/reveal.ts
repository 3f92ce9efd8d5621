import type { Builder } from './builder.ts'
import { button, frame, heading, type Message, message } from './parts.ts'
import type { RevealGroup } from './questions.ts'
import type { MakeScreen } from './Screen.ts'
import { words } from './words.ts'

/**
 * Show secrets, one at a time, while the person holds its button with a pointer or a key. It hides when they let go, and
 * whenever the page loses focus or sight. Only while it is shown is a secret in the document.
 */
export const reveal: MakeScreen<'reveal'> = ({ groups }, { window, build, answer }) => {
  let seen = false
  const cards = groups.map((group, index) =>
    card(group, {
      window,
      build,
      id: `group-${index}`,
      onSeen: () => {
        seen = true
      },
    }),
  )
  const head = heading(build, words.reveal.title, words.reveal.warning)
  const whole = frame(
    build,
    [head, ...cards.map(({ element }) => element)],
    [button(build, 'primary', words.reveal.done, () => answer({ seen }))],
  )
  const hideAll = (): void => {
    for (const each of cards) each.hide()
  }
  const ending = new AbortController()
  const { signal } = ending
  window.addEventListener('blur', hideAll, { signal })
  window.addEventListener('pagehide', hideAll, { signal })
  window.document.addEventListener('visibilitychange', hideAll, { signal })

  return {
    element: whole.element,
    focus: () => head.querySelector('h1')?.focus(),
    askAgain: hideAll,
    close() {
      hideAll()
      ending.abort()
      for (const { text } of groups) new Uint8Array(text).fill(0)
    },
  }
}

type CardInput = { window: Window; build: Builder; id: string; onSeen: () => void }

const card = ({ kind, addresses, text }: RevealGroup, { window, build, id, onSeen }: CardInput) => {
  const secret = build('div', { class: 'secret', id: `${id}-secret` })
  const status = message(build, `${id}-status`)
  const hold = build(
    'button',
    { type: 'button', class: 'secondary hold', 'aria-controls': `${id}-secret` },
    words.reveal.hold,
  )
  const read = (): string => new TextDecoder().decode(text)

  const show = (): void => {
    onSeen()
    secret.replaceChildren(
      kind === 'words' ? numbered(build, read()) : build('p', { class: 'key', dir: 'ltr' }, read()),
    )
    secret.dataset.shown = ''
    hold.textContent = words.reveal.holding
  }
  const hide = (): void => {
    secret.replaceChildren(build('p', { class: 'secondary' }, words.reveal.hidden))
    delete secret.dataset.shown
    hold.textContent = words.reveal.hold
  }
  onHold(hold, show, hide)
  hide()

  return {
    hide,
    element: build(
      'section',
      { class: 'card', 'aria-labelledby': `${id}-title` },
      build('h2', { id: `${id}-title` }, words.reveal.group[kind]),
      ...addresses.map((address) => build('p', { class: 'address', dir: 'ltr' }, address)),
      secret,
      build('div', { class: 'line' }, hold, ...copier({ window, build, status, read, onSeen })),
      status.element,
    ),
  }
}

/** Held by pointer or by Space or Enter, by a person; let go by whatever ends that. */
const onHold = (target: HTMLElement, show: () => void, hide: () => void): void => {
  const isHoldKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'
  target.addEventListener('pointerdown', (event) => {
    if (!event.isTrusted || event.button !== 0) return
    // The pointer may wander off the button while the person reads.
    target.setPointerCapture(event.pointerId)
    show()
  })
  target.addEventListener('keydown', (event) => {
    if (!event.isTrusted || !isHoldKey(event)) return
    event.preventDefault()
    if (!event.repeat) show()
  })
  target.addEventListener('keyup', (event) => {
    if (isHoldKey(event)) hide()
  })
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture', 'blur']) target.addEventListener(end, hide)
  // A long touch would open a menu.
  target.addEventListener('contextmenu', (event) => event.preventDefault())
}

const numbered = (build: Builder, text: string): HTMLElement =>
  build('ol', { class: 'words', dir: 'ltr' }, ...text.split(' ').map((word) => build('li', {}, word)))

type CopierInput = Pick<CardInput, 'window' | 'build' | 'onSeen'> & { status: Message; read: () => string }

/** Copying, which is asked for twice: the first press says what it means. */
const copier = ({ window, build, status, read, onSeen }: CopierInput): HTMLElement[] => {
  const { copy, copyAnyway, copyMeans, keep, copied, copyFailed } = words.reveal
  const ask = button(build, 'secondary', copy, () => {
    status.say(copyMeans, 'warning')
    swap([anyway, no], [ask])
    no.focus()
  })
  const settle = (outcome: string): void => {
    status.say(outcome)
    swap([ask], [anyway, no])
    ask.focus()
  }
  const anyway = button(build, 'secondary', copyAnyway, () => {
    const isCopied = copyText(window.document, read())
    if (isCopied) onSeen()
    settle(isCopied ? copied : copyFailed)
  })
  const no = button(build, 'secondary', keep, () => settle(''))
  const swap = (shown: readonly HTMLElement[], hidden: readonly HTMLElement[]): void => {
    for (const each of shown) each.hidden = false
    for (const each of hidden) each.hidden = true
  }
  swap([ask], [anyway, no])
  return [ask, anyway, no]
}

/**
 * By the old command, which works in a person's click alone and needs no permission: the vault's document has none for
 * the clipboard, and what runs here unasked must not get at it.
 */
const copyText = (document: Document, text: string): boolean => {
  let isTaken = false
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isTaken = event.clipboardData !== null
  }
  document.addEventListener('copy', put)
  try {
    return document.execCommand('copy') && isTaken
  } finally {
    document.removeEventListener('copy', put)
  }
}
