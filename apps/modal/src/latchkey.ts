/**
 * The script tag: `<script type="module" src="…/latchkey.js"></script>`. Defines `<latchkey-button>` and `window.Latchkey`.
 */
import { defineLatchkeyButton } from './button/defineLatchkeyButton.ts'
import { createModal } from './createModal.ts'

/** The exports for scripts of the page. */
export type LatchkeyGlobal = { createModal: typeof createModal }

declare global {
  interface Window {
    Latchkey: LatchkeyGlobal
  }
}

Object.assign(globalThis, { Latchkey: { createModal } satisfies LatchkeyGlobal })
defineLatchkeyButton()
