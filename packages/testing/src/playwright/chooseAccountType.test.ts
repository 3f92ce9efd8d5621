import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumLaunch } from '../../../../scripts/chromiumLaunch.ts'
import { chooseAccountType } from './chooseAccountType.ts'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch)
})
afterAll(() => browser.close())

/** An account as our modal shows it: a choice becomes active a moment later. */
const defineModal = (): void => {
  customElements.define(
    'latchkey-modal',
    class extends HTMLElement {
      connectedCallback() {
        const dialog = document.createElement('dialog')
        dialog.innerHTML = `<button aria-label="Account settings"></button><fieldset aria-busy="false"><legend>Account type</legend>
          <label><input type="radio" name="kind" checked>Standard</label>
          <label><input type="radio" name="kind">Smart account</label></fieldset><button>Close</button>`
        const choice = dialog.querySelector('fieldset')
        dialog.addEventListener('change', () => {
          choice?.setAttribute('aria-busy', 'true')
          setTimeout(() => choice?.setAttribute('aria-busy', 'false'), 50)
        })
        dialog.querySelector('button:last-child')?.addEventListener('click', () => dialog.close())
        this.attachShadow({ mode: 'open' }).append(dialog)
      }
      open() {
        this.shadowRoot?.querySelector('dialog')?.showModal()
      }
    },
  )
}

const openPage = async (): Promise<Page> => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.setContent('<dialog open><button>Close</button></dialog><latchkey-modal></latchkey-modal>')
  await page.evaluate(defineModal)
  return page
}
const openModal = (page: Page) => () =>
  page.locator('latchkey-modal').evaluate((modal: HTMLElement & { open?(): void }) => modal.open?.())

test('the smart account is in use and the modal closed, whatever dialogs the page has', async () => {
  const page = await openPage()
  await chooseAccountType(page, 'smartAccount', { openModal: openModal(page) })
  expect(await page.getByLabel('Smart account').isChecked()).toBe(true)
  expect(await page.locator('latchkey-modal').getByRole('dialog').isVisible()).toBe(false)
  await chooseAccountType(page, 'eoa', { openModal: openModal(page) })
  expect(await page.getByLabel('Standard').isChecked()).toBe(true)
})
