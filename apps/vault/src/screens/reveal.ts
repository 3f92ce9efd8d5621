import { t } from '@latchkey/copy/vaultScreens'
import type { Builder } from './builder.ts'
import { button, frame, heading, type Message, message } from './parts.ts'
import type { RevealGroup } from './questions.ts'
import type { MakeScreen } from './Screen.ts'

/**
 * Shows secrets, one at a time, for 60 seconds after a press of its button. It hides when the time is up, at a second press, and whenever
 * the page loses focus or visibility. A secret is in the document, and text at all, only while it is shown.
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
      onSeen: () => {
        hideAll()
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
    // The frame has no height yet: scrolling to the heading now would leave the screen scrolled past it.
    focus: () => head.querySelector('h1')?.focus({ preventScroll: true }),
    askAgain: hideAll,
    close() {
      hideAll()
      ending.abort()
      for (const { text } of groups) new Uint8Array(text).fill(0)
    },
  }
}

/** How long one press shows a secret, in milliseconds. */
const shownMs = 60_000

type CardInput = { window: Window; build: Builder; id: string; onSeen: () => void }

const card = ({ kind, addresses, text }: RevealGroup, { window, build, id, onSeen }: CardInput) => {
  const secret = build('div', { class: 'secret', id: `${id}-secret`, 'aria-live': 'polite' })
  const status = message(build, `${id}-status`)
  const read = (): string => new TextDecoder().decode(text)

  const draw = (text: string): HTMLElement =>
    kind === 'words' ? numbered(build, text) : build('p', { class: 'key', dir: 'ltr' }, text)
  // As large as the secret, so that nothing moves when it is shown.
  const mask = draw(kind === 'words' ? maskOfWords(text) : '•'.repeat(text.byteLength))
  mask.setAttribute('aria-hidden', 'true')
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = (): void => {
    clearTimeout(timer)
    secret.replaceChildren(mask)
    delete secret.dataset.shown
    toggle.textContent = t('reveal.show')
  }
  const toggle = button(build, 'secondary', '', () => {
    if ('shown' in secret.dataset) return hide()
    onSeen()
    secret.replaceChildren(draw(read()))
    secret.dataset.shown = ''
    toggle.textContent = t('reveal.hide')
    timer = setTimeout(hide, shownMs)
  })
  toggle.setAttribute('aria-controls', `${id}-secret`)
  hide()

  return {
    hide,
    element: build(
      'section',
      { class: 'card', 'aria-labelledby': `${id}-title` },
      build('h2', { id: `${id}-title` }, t(kind === 'words' ? 'recoveryWords' : `reveal.${kind}`)),
      ...addresses.map((address) => build('p', { class: 'address', dir: 'ltr' }, address)),
      secret,
      build('div', { class: 'line' }, toggle, ...copier({ window, build, status, read, onSeen })),
      status.element,
    ),
  }
}

/** Returns a word of dots for each word, without reading them. */
const maskOfWords = (text: ArrayBuffer): string => {
  const spaces = new Uint8Array(text).filter((character) => character === 0x20)
  return Array.from({ length: spaces.length + 1 }, () => '••••••').join(' ')
}

const numbered = (build: Builder, text: string): HTMLElement =>
  build('ol', { class: 'words', dir: 'ltr' }, ...text.split(' ').map((word) => build('li', {}, word)))

type CopierInput = Pick<CardInput, 'window' | 'build' | 'onSeen'> & { status: Message; read: () => string }

/** Copying takes two presses: the first shows what it means. */
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
 * Uses the old command, which works only in a user's click and needs no permission: the vault's document has none for the clipboard, and
 * injected script must not get one.
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
