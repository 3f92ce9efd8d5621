import { t } from '@latchkey/copy/button'
import { createModal } from '../createModal.ts'
import type { Modal } from '../Modal.ts'
import { readModalOptions } from './readModalOptions.ts'

/** The element `<latchkey-button>`. */
export type LatchkeyButton = HTMLElement & {
  /**
   * The modal that the button opens. Set it in a framework; without it the button creates a modal from its attributes (`project-id`,
   * `frame-url`, `api-url`, `networks`, …), and destroys it when it leaves the page. Null while it has none.
   */
  modal: Modal | null
}

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-button': LatchkeyButton
  }
}

const styles = `
:host{display:inline-block}
button{font:inherit;font-weight:600;padding:.6em 1.1em;border:0;border-radius:var(--lk-radius-button,14px);color:var(--lk-on-accent,#fff);background:var(--lk-accent,oklch(.56 .19 258));cursor:pointer}
button:focus-visible{outline:2px solid;outline-offset:2px}
`

const short = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address

/** Defined inside the function: a server has no `HTMLElement` to extend. */
const createButtonClass = () =>
  class extends HTMLElement implements LatchkeyButton {
    #modal: Modal | null = null
    /** Created from the attributes, and so ours to destroy. */
    #isOwn = false
    #unsubscribe: (() => void) | undefined
    readonly #button = document.createElement('button')
    readonly #label = document.createElement('slot')
    readonly #account = document.createElement('span')

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      // A style element needs the page's nonce; a constructed sheet doesn't.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
      root.adoptedStyleSheets = [sheet]
      this.#button.type = 'button'
      this.#button.part.add('button')
      // Replaced by what the page puts into the element.
      this.#label.textContent = t('signIn')
      this.#button.append(this.#label, this.#account)
      this.#button.addEventListener('click', () => void this.#modal?.open())
      for (const intent of ['pointerenter', 'focus', 'touchstart'])
        this.#button.addEventListener(intent, () => this.#modal?.preload(), { passive: true })
      root.append(this.#button)
    }

    get modal(): Modal | null {
      return this.#modal
    }
    set modal(modal: Modal | null) {
      if (modal === this.#modal) return
      this.#unsubscribe?.()
      if (this.#isOwn) this.#modal?.destroy()
      this.#isOwn = false
      this.#modal = modal
      if (this.isConnected) this.#follow()
    }

    connectedCallback(): void {
      // Set by a framework before this class was defined: then it hides the accessor.
      if (Object.hasOwn(this, 'modal')) {
        const { modal } = this
        Reflect.deleteProperty(this, 'modal')
        this.modal = modal
      }
      if (this.#modal === null && this.hasAttribute('project-id')) {
        this.modal = createModal(readModalOptions(this))
        this.#isOwn = true
      }
      this.#follow()
    }

    disconnectedCallback(): void {
      this.#unsubscribe?.()
      // Moved to another place, it is back by then.
      queueMicrotask(() => {
        if (!this.isConnected && this.#isOwn) this.modal = null
      })
    }

    #follow(): void {
      const modal = this.#modal
      this.#unsubscribe?.()
      const show = (): void => {
        const { address } = modal?.getAccount() ?? { address: null }
        this.#account.textContent = address === null ? '' : short(address)
        this.#label.hidden = address !== null
      }
      show()
      this.#unsubscribe = modal?.subscribeAccount(show)
    }
  }

/**
 * Defines the element `<latchkey-button>`, which opens a modal and shows the connected account.
 *
 * Does nothing on a server, and nothing when the name is taken.
 */
export const defineLatchkeyButton = (name = 'latchkey-button'): void => {
  if (typeof customElements === 'undefined' || customElements.get(name) !== undefined) return
  customElements.define(name, createButtonClass())
}
