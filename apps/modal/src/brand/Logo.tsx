import type { ThemeMode } from '@latchkey/protocol/theme'
import { useSyncExternalStore } from 'react'
import type { Services } from '../services.ts'
import type { Logo } from './readLogo.ts'

const readPreference = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')
const follow = (listener: () => void): (() => void) => {
  const preference = readPreference()
  preference.addEventListener('change', listener)
  return () => preference.removeEventListener('change', listener)
}
const useIsDark = (mode: ThemeMode): boolean => {
  const prefersDark = useSyncExternalStore(follow, () => readPreference().matches)
  return mode === 'system' ? prefersDark : mode === 'dark'
}

const styles = `
[part~=logo] {
  display: grid;
  place-items: center;
  padding: var(--lk-space-1) var(--lk-space-5) var(--lk-space-4);
}
[part~=logo]:has([hidden]) {
  display: none;
}
[part~=logo-image] {
  block-size: 40px;
  max-inline-size: min(220px, 100%);
  object-fit: contain;
}
`

/** Gives the logo its look, once: it is the only part that isn't there with every modal. */
const createStyler = () => {
  let sheet: CSSStyleSheet | undefined
  return (element: HTMLElement | null): void => {
    const root = element?.getRootNode()
    if (sheet !== undefined || !(root instanceof ShadowRoot)) return
    // A constructed sheet: nothing that a strict policy would refuse.
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets.push(sheet)
  }
}

/**
 * Creates a component that shows the site's logo at the top of Connect. The site's name is next to it, so it has no text.
 *
 * @param onLost gets the address of an image that didn't load, which is then not shown
 */
export const createLogo = (logo: Logo, onLost: (url: string) => void): NonNullable<Services['Logo']> => {
  const lost = new Set<string>()
  const style = createStyler()
  return function SiteLogo({ mode, view }) {
    const url = logo[useIsDark(mode) ? 'dark' : 'light']
    if (lost.has(url) || (view !== 'Connect' && view !== 'ConnectWallets')) return null
    return (
      <div part="logo" ref={style}>
        <img
          part="logo-image"
          key={url}
          src={url}
          alt=""
          onError={({ currentTarget }) => {
            lost.add(url)
            currentTarget.hidden = true
            onLost(url)
          }}
        />
      </div>
    )
  }
}
