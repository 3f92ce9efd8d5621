import { expect, type Locator } from '@playwright/test'
import type { Dapp } from './Dapp.ts'

/** The views of a swap, from the account on. */
export class Swapping {
  readonly dapp: Dapp
  readonly dialog: Locator
  constructor(dapp: Dapp) {
    this.dapp = dapp
    this.dialog = dapp.modal.dialog
  }
  async open() {
    await this.dapp.openModal()
    await this.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(this.amount).toBeVisible()
  }
  get amount() {
    return this.dialog.getByLabel(/^You pay/)
  }
  get submitButton() {
    return this.dialog.getByRole('button', { name: 'Review swap' })
  }
  async flip() {
    await this.dialog.getByRole('button', { name: 'Swap the other way round' }).click()
  }
  /** Chooses a token of another network to receive. */
  async receiveOn(network: string, token: string) {
    await this.dialog.getByRole('button', { name: 'Token to receive:' }).click()
    await this.dialog.getByLabel('Arrives on').selectOption(network)
    await this.dialog.getByRole('button', { name: token }).click()
  }
  /** Types an amount and continues, once there is a quote for it. */
  async submit(amount: string) {
    await this.amount.fill(amount)
    await this.submitButton.click()
  }
  async expectSwapped() {
    await expect(this.dialog.getByRole('heading', { name: 'Swapped' })).toBeVisible()
  }
  async done() {
    await this.dialog.getByRole('button', { name: 'Done' }).click()
    await this.dapp.modal.close()
  }
}
