import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The request on screen in the wallet frame, or in a window of the wallet's own. */
export class Approval {
  readonly frame: FrameLocator | Page
  readonly card: Locator
  constructor(frame: FrameLocator | Page) {
    this.frame = frame
    this.card = frame.locator('body')
  }
  get confirmButton() {
    return this.frame.getByRole('button', { name: /^(Confirm|Sign|Send)/ })
  }
  /** Confirm once the button is armed. */
  async confirm() {
    await expect(this.confirmButton).toBeEnabled()
    await this.confirmButton.click()
  }
  async reject() {
    await this.frame.getByRole('button', { name: 'Reject' }).click()
  }
}
