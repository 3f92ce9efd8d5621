import type { ReactNode } from 'react'

/** The surface of a view: `card` by default. */
export type PanelProps = {
  children?: ReactNode
  /** `page` fills its document, as in the wallet frame. `card` is the modal's surface, in a Dialog or embedded in a page. */
  shape?: 'card' | 'page'
}

/** The surface under the parts; it sets the typography and scrolls when the window is too small for it. */
export function Panel({ children, shape = 'card' }: PanelProps) {
  return (
    <div part="panel" data-shape={shape}>
      {children}
    </div>
  )
}
