import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The modal, by what it says and not by how it is built. */
export class Modal {
  readonly dialog: Locator
  /** The wallet's own document in its body: codes are typed there, and never in the page. */
  readonly wallet: FrameLocator
  constructor(page: Page) {
    this.dialog = page.getByRole('dialog')
    this.wallet = page.frameLocator('iframe')
  }
  async submitEmail(email: string) {
    await this.dialog.getByLabel('Email address').fill(email)
    await this.dialog.getByRole('button', { name: 'Continue' }).click()
  }
  get codeField() {
    return this.wallet.getByLabel('Six-digit code')
  }
  async enterCode(code: string) {
    await expect(this.codeField).toBeVisible()
    await this.codeField.fill(code)
  }
  /** What the wallet shows of a login. */
  get login() {
    return this.wallet.locator('body')
  }
  /** The address that the account view shows, whole. */
  async fullAddress(): Promise<string> {
    const shown = this.dialog.locator('[title^="0x"]').first()
    return (await shown.getAttribute('title')) ?? ''
  }
  async disconnect() {
    await this.dialog.getByRole('button', { name: 'Disconnect' }).click()
  }
  async close() {
    await this.dialog.getByRole('button', { name: 'Close' }).click()
    await expect(this.dialog).toBeHidden()
  }
}
