import { expect, type Page } from '@playwright/test'
import { Approval } from './Approval.ts'
import { Modal } from './Modal.ts'

/** The shop of the demo, as a user sees it. */
export class Shop {
  readonly page: Page
  readonly modal: Modal
  readonly approval: Approval
  constructor(page: Page) {
    this.page = page
    this.modal = new Modal(page)
    this.approval = new Approval(page.frameLocator('iframe'))
  }
  async chooseShow(artist: string) {
    await this.page.getByRole('link', { name: artist }).click()
    await expect(this.page.getByRole('heading', { name: artist, level: 1 })).toBeVisible()
  }
  async press(name: string) {
    await this.page.getByRole('main').getByRole('button', { name, exact: true }).click()
  }
  async payWith(currency: 'USDC' | 'ETH') {
    await this.page.getByRole('radio', { name: new RegExp(`^${currency}`) }).check()
  }
  /** Gets test money, and waits until the shop shows the price. */
  async fillUp(price: string) {
    await this.press('Get free test money')
    await expect(this.page.getByRole('button', { name: `Pay ${price}` })).toBeVisible()
  }
  get ticket() {
    return this.page.getByRole('region', { name: 'Your ticket' })
  }
}
