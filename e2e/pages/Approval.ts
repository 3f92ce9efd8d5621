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
  /** Another button than that of a confirmation, once it is armed. */
  async press(name: string | RegExp) {
    const button = this.frame.getByRole('button', { name, exact: true })
    await expect(button).toBeEnabled()
    await button.click()
  }
  /** What could not be reached is back; the service takes up to four seconds to look again. */
  async tryAgain() {
    const button = this.frame.getByRole('button', { name: 'Try again', exact: true })
    await expect(async () => {
      if (await button.isVisible()) await button.click({ timeout: 1_000 })
      await expect(this.confirmButton).toBeEnabled({ timeout: 5_000 })
    }).toPass({ timeout: 30_000 })
  }
  async reject() {
    await this.frame.getByRole('button', { name: 'Reject' }).click()
  }
}
