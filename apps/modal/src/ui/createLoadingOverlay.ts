import { messages } from '@latchkey/copy/en/opening'
import { surfaceColors } from '@latchkey/protocol/surfaceColors'
import type { ThemeMode, ThemeVariables } from '@latchkey/protocol/theme'
import type { Host } from './createHost.ts'
import { hasKeyboard } from './hasKeyboard.ts'

/** The defaults of sizes are those of the theme table, which a test compares. */
export const styles = `
:host{all:initial;display:contents}
dialog{box-sizing:border-box;inline-size:min(var(--lk-width,370px),100vw - 32px);block-size:min(var(--h),100dvh - 48px);max-inline-size:none;max-block-size:none;margin:auto;padding:0;border:0;outline:0;background:var(--lk-surface);border-radius:var(--lk-radius-modal,28px)}
dialog[open]{display:grid;place-items:center}
label{display:grid;gap:8px;place-self:start stretch;padding:calc(64px + var(--lk-space-1,4px)) var(--lk-space-5,20px) 0;font:500 var(--lk-size-small,13px)/1.35 var(--lk-font,system-ui,sans-serif);color:var(--lk-icon)}
input{box-sizing:border-box;inline-size:100%;block-size:52px;margin:0;padding:0 6px 0 44px;border:1px solid var(--lk-border);border-radius:var(--lk-radius-input,10px);outline:0;background:var(--lk-raised);color:var(--lk-text);font:400 var(--lk-size-body,15px)/1.35 var(--lk-font,system-ui,sans-serif)}
input:focus{border-color:var(--lk-accent-text);box-shadow:inset 0 0 0 1px var(--lk-accent-text)}
input::placeholder{color:var(--lk-icon);opacity:1}
::backdrop{background:oklch(0 0 0/var(--lk-dim,0.4))}
i{inline-size:28px;block-size:28px;box-sizing:border-box;border:3px solid var(--lk-icon);border-block-start-color:transparent;border-radius:50%;animation:s .8s linear infinite}
@keyframes s{to{rotate:1turn}}
@media(max-width:430px){dialog{inline-size:100%;margin-block-end:0;border-radius:24px 24px 0 0}}
@media(prefers-reduced-motion){i{animation:none}}
`

export type LoadingOverlayOptions = {
  host: Host
  /** Accessible name. */
  label: string
  theme: () => { themeMode?: ThemeMode; themeVariables?: ThemeVariables }
  /** The user doesn't want to wait. */
  onLeave: () => void
}

/** The user's input in the overlay's field. */
type Draft = {
  /** As typed. */
  email: string
  isFocused: boolean
  /** Enter was pressed after the last change. */
  isSubmitted: boolean
}

export type OverlayLook = {
  /** Of the view that follows. */
  heightPx?: number | undefined
  /** Draws an email field in the place of that view's own. */
  hasField?: boolean
}

/** The modal's surface, on screen in the frame after the click, until the views are. */
export type LoadingOverlay = {
  show(look?: OverlayLook): void
  /** Removes it without calling `onLeave`. Returns the typed text, undefined when it was not on screen. */
  hide(): Draft | undefined
}

const untouched: Draft = { email: '', isFocused: false, isSubmitted: false }

/** The field for an email address while the view with the real one is loaded. */
const createField = () => {
  const label = document.createElement('label')
  const input = document.createElement('input')
  label.append(messages.email, input)
  // As the view's own field has them.
  Object.assign(input, {
    type: 'email',
    autocomplete: 'email',
    dir: 'ltr',
    maxLength: 254,
    placeholder: messages.placeholder,
  })
  let isSubmitted = false
  input.addEventListener('keydown', ({ key, isComposing }) => {
    // A composition is ended with Enter too.
    if (key === 'Enter') isSubmitted = !isComposing
  })
  input.addEventListener('input', () => {
    isSubmitted = false
  })
  const read = (root: ShadowRoot): Draft => ({
    email: input.value,
    isFocused: root.activeElement === input,
    isSubmitted,
  })
  return { label, read }
}

/**
 * Shown while the code of the real modal is loading: the empty surface, or the first view's email field on it. Native, so the page is inert
 * and Escape works from the start; closing it returns the focus before the modal takes it.
 */
export function createLoadingOverlay({ host, label, theme, onLeave }: LoadingOverlayOptions): LoadingOverlay {
  let dialog: HTMLDialogElement | undefined
  let sheet: CSSStyleSheet | undefined
  let field: ReturnType<typeof createField> | undefined

  const hide = (): Draft | undefined => {
    const shown = dialog
    if (shown === undefined) return undefined
    dialog = undefined
    const root = shown.getRootNode() as ShadowRoot
    const draft = field?.read(root) ?? untouched
    shown.close()
    shown.remove()
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    return draft
  }

  return {
    show({ heightPx = 660, hasField = false } = {}) {
      const root = host.element().shadowRoot
      if (dialog !== undefined || root === null) return
      const { themeMode = 'dark', themeVariables = {} } = theme()
      const isDark = themeMode === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : themeMode === 'dark'
      const accent = themeVariables['--lk-accent']
      const own = {
        ...(accent !== undefined && { '--lk-accent-text': accent }),
        ...themeVariables,
        '--h': `${heightPx}px`,
      }
      sheet = new CSSStyleSheet()
      sheet.replaceSync(`:host{}${styles}`)
      const { style } = sheet.cssRules[0] as CSSStyleRule
      for (const [name, row] of Object.entries(surfaceColors)) style.setProperty(name, row[isDark ? 'dark' : 'light'])
      for (const [name, value] of Object.entries(own)) style.setProperty(name, value)
      root.adoptedStyleSheets.push(sheet)

      const shown = document.createElement('dialog')
      dialog = shown
      // Assistive technology may skip busy content, and the field is not busy.
      shown.ariaLabel = hasField ? messages.title : label
      shown.ariaBusy = `${!hasField}`
      shown.tabIndex = -1
      field = hasField ? createField() : undefined
      if (field !== undefined) shown.append(field.label)
      shown.append(document.createElement('i'))
      const leave = () => {
        // One that was hidden is closed later, when another may be shown.
        if (dialog === shown && hide() !== undefined) onLeave()
      }
      // Escape fires both: `cancel` at once, and `close` with the next frame, when the dialog may be another one or the views'.
      shown.addEventListener('cancel', leave)
      shown.addEventListener('close', leave)
      shown.addEventListener('click', ({ target, clientX, clientY }) => {
        // A click on the label triggers one on the field, which has no coordinates.
        if (target !== shown) return
        const { left, right, top, bottom } = shown.getBoundingClientRect()
        if (clientX < left || clientX > right || clientY < top || clientY > bottom) leave()
      })
      root.append(shown)
      shown.showModal()
      // The browser has focused the field.
      if (!hasKeyboard()) shown.focus()
    },
    hide,
  }
}
