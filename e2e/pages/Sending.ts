import { expect, type Locator } from '@playwright/test'
import type { Dapp } from './Dapp.ts'

/** The views of sending, from the account on. */
export class Sending {
  readonly dapp: Dapp
  readonly dialog: Locator
  constructor(dapp: Dapp) {
    this.dapp = dapp
    this.dialog = dapp.modal.dialog
  }
  async open() {
    await this.dapp.openModal()
    await this.dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(this.dialog.getByLabel(/^Amount in/)).toBeVisible()
  }
  async chooseToken(name: string) {
    await this.dialog.getByRole('button', { name: /available/ }).click()
    await this.dialog.getByRole('list', { name: 'Token' }).getByRole('button', { name }).click()
  }
  async fill({ amount, to }: { amount: string; to: string }) {
    await this.dialog.getByLabel(/^Amount in/).fill(amount)
    await this.dialog.getByLabel('To', { exact: true }).fill(to)
  }
  get recentRecipients() {
    return this.dialog.getByRole('list', { name: 'Recent recipients' }).getByRole('button')
  }
  /** The embedded wallet opens its approval at once: that is the preview. */
  async goOn() {
    await this.dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  get sendButton() {
    return this.dialog.getByRole('button', { name: 'Send', exact: true })
  }
  /** With any other wallet: the fee is shown, and the transaction was simulated. */
  async expectPreview() {
    await expect(this.dialog.getByText(/^up to/).first()).toBeVisible()
    await expect(this.sendButton).toBeEnabled()
  }
  async expectArrived() {
    await expect(this.dialog.getByRole('heading', { name: 'Arrived' })).toBeVisible()
  }
  async done() {
    await this.dialog.getByRole('button', { name: 'Done' }).click()
  }
}
