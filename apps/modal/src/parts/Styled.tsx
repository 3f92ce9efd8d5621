import { type ReactNode, useLayoutEffect, useRef } from 'react'

export type StyledProps = { styles: string; children: ReactNode; as?: 'div' | 'span' }

/** Parts in a look that was loaded with them, for as long as they are there. */
export function Styled({ styles, children, as: Element = 'div' }: StyledProps) {
  const place = useRef<HTMLDivElement & HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const root = place.current?.getRootNode()
    if (!(root instanceof ShadowRoot)) return
    // A constructed sheet: nothing that a strict policy would refuse.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets.push(sheet)
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    }
  }, [styles])
  return <Element ref={place}>{children}</Element>
}
