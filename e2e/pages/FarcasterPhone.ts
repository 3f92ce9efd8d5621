import { expect, type Page } from '@playwright/test'

/** A user's phone with the Farcaster app, as the local stack emulates it. */
export class FarcasterPhone {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** @param link The QR code's content. */
  async open(link: string) {
    await this.page.goto(link)
    await expect(this.page.getByRole('heading', { name: /^Sign in to / })).toBeVisible()
  }
  /** @param name A user who has an account on chain A. */
  async approveAs(name: 'Ada' | 'Grace' | 'Alan') {
    await this.page.getByRole('button', { name: `Approve as ${name}` }).click()
    await expect(this.page.getByRole('heading', { name: `Approved as ${name}` })).toBeVisible()
  }
  async decline() {
    await this.page.getByRole('button', { name: 'Decline' }).click()
    await expect(this.page.getByRole('heading', { name: 'Declined' })).toBeVisible()
  }
}
