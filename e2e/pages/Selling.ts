import { expect, type Locator, type Page } from '@playwright/test'
import type { Dapp } from './Dapp.ts'

/** The views of selling, from the account on. */
export class Selling {
  readonly dapp: Dapp
  readonly dialog: Locator
  constructor(dapp: Dapp) {
    this.dapp = dapp
    this.dialog = dapp.modal.dialog
  }
  async open() {
    await this.dapp.openModal()
    await this.dialog.getByRole('button', { name: 'Sell', exact: true }).click()
  }
  async chooseToken(name: string) {
    await this.dialog.getByRole('button', { name: /Local/ }).click()
    await this.dialog.getByRole('list', { name: 'What you can sell' }).getByRole('button', { name }).click()
  }
  offer(provider: string) {
    return this.dialog
      .getByRole('list', { name: 'Providers' })
      .getByRole('button', { name: new RegExp(`^${provider}`) })
  }
  /** Returns the provider's page, in the window that opens. */
  async sell(amount: string, provider: string): Promise<Page> {
    await this.dialog.getByLabel(/^Amount in/).fill(amount)
    await expect(this.offer(provider)).toBeEnabled()
    const opening = this.dapp.page.waitForEvent('popup')
    await this.offer(provider).click()
    const window = await opening
    await expect(window.getByRole('heading', { name: /^Sell / })).toBeVisible()
    return window
  }
  async expectStatus(title: string) {
    await expect(this.dialog.getByRole('heading', { name: title })).toBeVisible({ timeout: 20_000 })
  }
  async press(name: string) {
    await this.dialog.getByRole('button', { name, exact: true }).click()
  }
}
