import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumLaunch } from '../../../../scripts/chromiumLaunch.ts'
import { loginByEmail } from './loginByEmail.ts'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch)
})
afterAll(() => browser.close())

const codeField = '<label>Six-digit code <input></label>'

/** A modal like ours: its views in a shadow root, the wallet's frame in the light DOM, and removed once the code is typed. */
const defineModal = (field: string): void => {
  customElements.define(
    'latchkey-modal',
    class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<button>Connect</button><slot name="frame"></slot>'
        this.shadowRoot?.querySelector('button')?.addEventListener('click', () => this.open())
      }
      open() {
        const dialog = document.createElement('dialog')
        dialog.innerHTML = '<label>Email address <input></label><button>Continue</button>'
        dialog.querySelector('button')?.addEventListener('click', () => this.#askForCode(dialog))
        this.shadowRoot?.append(dialog)
        dialog.show()
      }
      #askForCode(dialog: HTMLDialogElement) {
        const frame = document.createElement('iframe')
        frame.slot = 'frame'
        frame.srcdoc = field
        frame.addEventListener('load', () =>
          frame.contentDocument?.querySelector('input')?.addEventListener('input', ({ target }) => {
            Object.assign(globalThis, { email: dialog.querySelector('input')?.value })
            Object.assign(globalThis, { code: (target as HTMLInputElement).value })
            dialog.close()
          }),
        )
        this.append(frame)
      }
    },
  )
}

test('the email and the code go to the modal that is open, whatever dialogs and frames the page has', async () => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.setContent(`
    <dialog open><label>Email address <input></label><button>Continue</button></dialog>
    <iframe title="An advertisement" srcdoc="${codeField.replaceAll('"', '&quot;')}"></iframe>
    <latchkey-modal id="another"><iframe slot="frame" srcdoc="${codeField}"></iframe></latchkey-modal>
    <latchkey-modal></latchkey-modal>`)
  await page.evaluate(defineModal, codeField)
  await loginByEmail(page, 'ada@example.org', {
    mailbox: async () => '123456',
    openModal: () => page.locator('latchkey-modal:not(#another)').getByRole('button', { name: 'Connect' }).click(),
  })
  const typed = await page.evaluate(() => {
    const { email, code } = globalThis as { email?: string; code?: string }
    const elsewhere = [...document.querySelectorAll('dialog input')].map((input) => (input as HTMLInputElement).value)
    return { email, code, elsewhere }
  })
  expect(typed).toEqual({ email: 'ada@example.org', code: '123456', elsewhere: [''] })
})
