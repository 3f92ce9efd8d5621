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
  /** Not to be armed, but Chromium drops clicks on a frame that moved in the last half second, as it does while the modal opens. */
  async reject() {
    const button = this.frame.getByRole('button', { name: 'Reject' })
    await expect(button).toBeVisible()
    if ('owner' in this.frame) await untilStill(this.frame.owner())
    await button.click()
  }
}

/** Waits until an element has kept its place for longer than a browser cares about. */
async function untilStill(element: Locator): Promise<void> {
  let [place, looks] = ['', 0]
  await expect(async () => {
    const box = JSON.stringify(await element.boundingBox())
    looks = box === place ? looks + 1 : 0
    place = box
    expect(looks).toBeGreaterThanOrEqual(8)
  }).toPass({ intervals: [100] })
}
