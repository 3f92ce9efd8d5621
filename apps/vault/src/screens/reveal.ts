import { t } from '@latchkey/copy/vaultScreens'
import type { Builder } from './builder.ts'
import { button, frame, heading, type Message, message } from './parts.ts'
import type { RevealGroup } from './questions.ts'
import type { MakeScreen } from './Screen.ts'

/**
 * Show secrets, one at a time, while the person holds its button with a pointer or a key. It hides when they let go, and
 * whenever the page loses focus or sight. Only while it is shown is a secret in the document, and only then is it text at all.
 */
export const reveal: MakeScreen<'reveal'> = ({ groups }, { window, build, answer }) => {
  const ending = new AbortController()
  const { signal } = ending
  let seen = false
  const cards = groups.map((group, index) =>
    card(group, {
      window,
      build,
      id: `group-${index}`,
      signal,
      onSeen: () => {
        seen = true
      },
    }),
  )
  const head = heading(build, t('reveal.title'), t('reveal.warning'))
  const whole = frame(
    build,
    [head, ...cards.map(({ element }) => element)],
    [button(build, 'primary', t('reveal.done'), () => answer({ seen }))],
  )
  const hideAll = (): void => {
    for (const each of cards) each.hide()
  }
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

type CardInput = { window: Window; build: Builder; id: string; onSeen: () => void; signal: AbortSignal }

const card = ({ kind, addresses, text }: RevealGroup, { window, build, id, onSeen, signal }: CardInput) => {
  const secret = build('div', { class: 'secret', id: `${id}-secret`, 'aria-live': 'polite' })
  const status = message(build, `${id}-status`)
  const hold = build(
    'button',
    { type: 'button', class: 'secondary hold', 'aria-controls': `${id}-secret` },
    t('reveal.hold'),
  )
  const read = (): string => new TextDecoder().decode(text)

  const draw = (text: string): HTMLElement =>
    kind === 'words' ? numbered(build, text) : build('p', { class: 'key', dir: 'ltr' }, text)
  const show = (): void => {
    onSeen()
    secret.replaceChildren(draw(read()))
    secret.dataset.shown = ''
    hold.textContent = t('reveal.holding')
  }
  // As large as what it hides, so that nothing moves below the finger that holds.
  const mask = draw(kind === 'words' ? maskOfWords(text) : '•'.repeat(text.byteLength))
  mask.setAttribute('aria-hidden', 'true')
  const hide = (): void => {
    secret.replaceChildren(mask)
    delete secret.dataset.shown
    hold.textContent = t('reveal.hold')
  }
  onHold(hold, { show, hide, signal })
  hide()

  return {
    hide,
    element: build(
      'section',
      { class: 'card', 'aria-labelledby': `${id}-title` },
      build('h2', { id: `${id}-title` }, t(kind === 'words' ? 'recoveryWords' : `reveal.${kind}`)),
      ...addresses.map((address) => build('p', { class: 'address', dir: 'ltr' }, address)),
      secret,
      build('div', { class: 'line' }, hold, ...copier({ window, build, status, read, onSeen })),
      status.element,
    ),
  }
}

/** `signal`: ends what listens. */
type Hold = { show: () => void; hide: () => void; signal: AbortSignal }

/** How long one hold lasts at most, in milliseconds. Who reads longer holds again. */
const longestHoldMs = 60_000

/**
 * Held by pointer or by Space or Enter, by a person; let go by whatever ends that. A button of a mouse that is let go
 * outside the frame may never be heard of here: then the mouse coming back without it ends the hold, or the time does.
 */
const onHold = (target: HTMLElement, { show, hide, signal }: Hold): void => {
  const isHoldKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = (): void => {
    show()
    clearTimeout(timer)
    timer = setTimeout(hide, longestHoldMs)
  }
  let isMouseDown = false
  target.addEventListener('pointerdown', (event) => {
    if (!event.isTrusted || event.button !== 0) return
    isMouseDown = event.pointerType === 'mouse'
    start()
  })
  const comesBackWithout = ({ pointerType, buttons }: PointerEvent): void => {
    if (!isMouseDown || pointerType !== 'mouse' || buttons !== 0) return
    isMouseDown = false
    hide()
  }
  target.ownerDocument.addEventListener('pointermove', comesBackWithout, { signal })
  target.addEventListener('keydown', (event) => {
    if (!event.isTrusted || !isHoldKey(event)) return
    event.preventDefault()
    if (!event.repeat) start()
  })
  target.addEventListener('keyup', (event) => {
    if (isHoldKey(event)) hide()
  })
  for (const end of ['pointerup', 'pointercancel', 'pointerleave', 'blur']) target.addEventListener(end, hide)
  // A long touch would open a menu.
  target.addEventListener('contextmenu', (event) => event.preventDefault())
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** A word of dots for each word, without reading them. */
const maskOfWords = (text: ArrayBuffer): string => {
  const spaces = new Uint8Array(text).filter((character) => character === 0x20)
  return Array.from({ length: spaces.length + 1 }, () => '••••••').join(' ')
}

const numbered = (build: Builder, text: string): HTMLElement =>
  build('ol', { class: 'words', dir: 'ltr' }, ...text.split(' ').map((word) => build('li', {}, word)))

type CopierInput = Pick<CardInput, 'window' | 'build' | 'onSeen'> & { status: Message; read: () => string }

/** Copying, which is asked for twice: the first press says what it means. */
const copier = ({ window, build, status, read, onSeen }: CopierInput): HTMLElement[] => {
  const ask = button(build, 'secondary', t('reveal.copy'), () => {
    status.say(t('reveal.copyMeans'), 'warning')
    swap([anyway, no], [ask])
    no.focus()
  })
  const settle = (outcome: string): void => {
    status.say(outcome)
    swap([ask], [anyway, no])
    ask.focus()
  }
  const anyway = button(build, 'secondary', t('reveal.copyAnyway'), () => {
    const isCopied = copyText(window.document, read())
    if (isCopied) onSeen()
    settle(t(isCopied ? 'reveal.copied' : 'reveal.copyFailed'))
  })
  const no = button(build, 'secondary', t('reveal.keep'), () => settle(''))
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
