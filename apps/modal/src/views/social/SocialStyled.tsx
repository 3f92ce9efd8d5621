import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { socialStyles } from './socialStyles.ts'

/** Parts of a social login, in the look that was loaded with them. */
export function SocialStyled({ children, as: Element = 'div' }: { children: ReactNode; as?: 'div' | 'span' }) {
  const place = useRef<HTMLDivElement & HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const root = place.current?.getRootNode()
    if (!(root instanceof ShadowRoot)) return
    // A constructed sheet: nothing that a strict policy would refuse.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(socialStyles)
    root.adoptedStyleSheets.push(sheet)
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    }
  }, [])
  return <Element ref={place}>{children}</Element>
}
