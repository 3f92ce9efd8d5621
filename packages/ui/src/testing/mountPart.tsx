import { defaultThemeMode, type ThemeMode } from '@latchkey/protocol/theme'
import axe from 'axe-core'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { adoptStyles } from '../adoptStyles.ts'
import { applyTheme } from '../applyTheme.ts'
import { codeStyles } from '../code.css.ts'
import { act } from './act.ts'

export type MountOptions = {
  mode?: ThemeMode
  dir?: 'ltr' | 'rtl'
  /** Width of the host in pixels; 370 when absent. */
  width?: number
}

export type MountedPart = Disposable & {
  host: HTMLElement
  root: ShadowRoot
  /** The first element that matches, or a failed test. */
  get: <element extends HTMLElement = HTMLElement>(selector: string) => element
  render: (node: ReactNode) => Promise<void>
}

/** Mounts a part in a shadow root under StrictMode, as in a third-party page, with the style sheet adopted. */
export const mountPart = async (node: ReactNode, options: MountOptions = {}): Promise<MountedPart> => {
  const { mode = defaultThemeMode, dir = 'ltr', width = 370 } = options
  const host = document.createElement('div')
  host.dir = dir
  document.body.append(host)
  const root = host.attachShadow({ mode: 'open' })
  const disposeStyles = adoptStyles(root, codeStyles)
  const disposeTheme = applyTheme(root, mode)
  const container = document.createElement('div')
  container.style.width = `${width}px`
  container.style.background = 'var(--lk-surface)'
  root.append(container)
  const reactRoot = createRoot(container)
  const render = (next: ReactNode) => act(async () => reactRoot.render(<StrictMode>{next}</StrictMode>))
  await render(node)
  return {
    host,
    root,
    render,
    get: (selector) => {
      const found = root.querySelector(selector)
      if (found === null) throw new Error(`${selector} is not there`)
      return found as never
    },
    [Symbol.dispose]: () => {
      reactRoot.unmount()
      disposeTheme()
      disposeStyles()
      host.remove()
    },
  }
}

/** Returns the violations of WCAG 2.2 AA and best practice under `target`, one line each. */
export const violations = async (target: Element): Promise<string[]> => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  // A part is not a page: landmarks and the order of headings depend on the view that uses it.
  const rules = {
    region: { enabled: false },
    'heading-order': { enabled: false },
    'page-has-heading-one': { enabled: false },
  }
  const { violations: found } = await axe.run(target, { runOnly: { type: 'tag', values: tags }, rules })
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
