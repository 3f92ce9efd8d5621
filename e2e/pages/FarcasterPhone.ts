import { expect, type Page } from '@playwright/test'

/** Somebody's phone with the Farcaster app, as the local stack plays it. */
export class FarcasterPhone {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** @param link What a QR code holds. */
  async open(link: string) {
    await this.page.goto(link)
    await expect(this.page.getByRole('heading', { name: /^Sign in to / })).toBeVisible()
  }
  /** @param name Of one of the people who have an account on chain A. */
  async approveAs(name: 'Ada' | 'Grace' | 'Alan') {
    await this.page.getByRole('button', { name: `Approve as ${name}` }).click()
    await expect(this.page.getByRole('heading', { name: `Approved as ${name}` })).toBeVisible()
  }
  async decline() {
    await this.page.getByRole('button', { name: 'Decline' }).click()
    await expect(this.page.getByRole('heading', { name: 'Declined' })).toBeVisible()
  }
}
