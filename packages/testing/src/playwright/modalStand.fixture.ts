/**
 * A modal like ours, for a test's page: its views in a shadow root, two login providers of which the second is behind "More", and removed
 * when `globalThis.finish()` is called.
 */
export const defineModalStand = (providers: readonly [string, string], address: string): void => {
  customElements.define(
    'latchkey-modal',
    class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<button>Connect</button>'
        this.shadowRoot?.querySelector('button')?.addEventListener('click', () => this.open())
      }
      open() {
        const dialog = document.createElement('dialog')
        const [first, second] = providers
        dialog.innerHTML = `<button aria-label="Continue with ${first}, last used">${first}</button><button>More</button>`
        const more = dialog.querySelectorAll('button')[1]
        more?.addEventListener('click', () => {
          dialog.insertAdjacentHTML('beforeend', `<button aria-label="Continue with ${second}">${second}</button>`)
          this.follow(dialog)
        })
        this.follow(dialog)
        Object.assign(globalThis, { finish: () => dialog.close() })
        this.shadowRoot?.append(dialog)
        dialog.show()
      }
      follow(dialog: HTMLDialogElement) {
        for (const button of dialog.querySelectorAll<HTMLElement>('[aria-label]')) {
          button.onclick = () => {
            if (button.textContent === 'Farcaster')
              dialog.insertAdjacentHTML('beforeend', `<a href="${address}">Open Farcaster on this device</a>`)
            else open(`${address}?${button.textContent}`, '_blank', 'popup')
          }
        }
      }
    },
  )
}
