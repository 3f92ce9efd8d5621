import type { ThemeMode, ThemeVariables } from '@latchkey/protocol/theme'
import type { Host } from './createHost.ts'

/** What the theme table says of the few variables that are seen here; a test holds the two together. */
export const curtainDefaults = {
  shared: { '--lk-width': '370px', '--lk-radius-modal': '28px', '--lk-dim': '0.4' },
  light: { '--lk-surface': 'oklch(1 0 258)', '--lk-icon': 'oklch(0.5 0.016 258)' },
  dark: { '--lk-surface': 'oklch(0.19 0.01 258)', '--lk-icon': 'oklch(0.74 0.014 258)' },
}

const styles = `
:host{all:initial;display:contents}
dialog{box-sizing:border-box;inline-size:min(var(--lk-width),100vw - 32px);block-size:min(660px,100dvh - 48px);max-inline-size:none;max-block-size:none;margin:auto;padding:0;border:0;outline:0;background:var(--lk-surface);border-radius:var(--lk-radius-modal)}
dialog[open]{display:grid;place-items:center}
::backdrop{background:oklch(0 0 0/var(--lk-dim))}
i{inline-size:28px;block-size:28px;box-sizing:border-box;border:3px solid var(--lk-icon);border-block-start-color:transparent;border-radius:50%;animation:s .8s linear infinite}
@keyframes s{to{rotate:1turn}}
@media(hover:hover)and (min-width:431px){::backdrop{backdrop-filter:blur(3px)}}
@media(max-width:430px){dialog{inline-size:100%;margin-block-end:0;border-radius:24px 24px 0 0}}
@media(prefers-reduced-motion){i{animation:none}}
`

export type CurtainOptions = {
  host: Host
  /** Accessible name. */
  label: string
  theme: () => { themeMode?: ThemeMode; themeVariables?: ThemeVariables }
  /** The visitor does not want to wait. */
  onLeave: () => void
}

/** The modal's surface, on screen in the frame after the click, until there is something to see on it. */
export type Curtain = {
  show(): void
  /** Without a word to `onLeave`; true when it was on screen. */
  hide(): boolean
}

/**
 * An empty modal: what a visitor sees while the code of the real one is on its way. Native, so the
 * page is inert and Escape works from the first moment; closing it gives the focus back before the modal takes it.
 */
export function createCurtain({ host, label, theme, onLeave }: CurtainOptions): Curtain {
  let dialog: HTMLDialogElement | undefined
  let sheet: CSSStyleSheet | undefined

  const hide = (): boolean => {
    const shown = dialog
    if (shown === undefined) return false
    dialog = undefined
    const root = shown.getRootNode() as ShadowRoot
    shown.close()
    shown.remove()
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    return true
  }

  return {
    show() {
      const root = host.element().shadowRoot
      if (dialog !== undefined || root === null) return
      const { themeMode = 'dark', themeVariables } = theme()
      const isDark = themeMode === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : themeMode === 'dark'
      const variables = { ...curtainDefaults.shared, ...curtainDefaults[isDark ? 'dark' : 'light'], ...themeVariables }
      sheet = new CSSStyleSheet()
      sheet.replaceSync(`:host{}${styles}`)
      for (const [name, value] of Object.entries(variables))
        (sheet.cssRules[0] as CSSStyleRule).style.setProperty(name, value)
      root.adoptedStyleSheets.push(sheet)

      const shown = document.createElement('dialog')
      dialog = shown
      shown.ariaLabel = label
      shown.ariaBusy = 'true'
      shown.append(document.createElement('i'))
      const leave = () => {
        if (hide()) onLeave()
      }
      shown.addEventListener('close', leave)
      shown.addEventListener('click', ({ clientX, clientY }) => {
        const { left, right, top, bottom } = shown.getBoundingClientRect()
        if (clientX < left || clientX > right || clientY < top || clientY > bottom) leave()
      })
      root.append(shown)
      shown.showModal()
    },
    hide,
  }
}
