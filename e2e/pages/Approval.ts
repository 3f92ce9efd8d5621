import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The request on screen in the wallet frame, or in the wallet's own window. */
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
  /** Scrolls until every fact has been on screen, as the button requires, and waits until it is armed. */
  async ready(button: Locator = this.confirmButton, timeout = 20_000) {
    const next = this.frame.getByRole('button', { name: 'Scroll to review', exact: true })
    await expect(async () => {
      // Clicks at once: after a wait, the same button may be the one that confirms.
      if (await next.isVisible()) await next.click({ force: true, timeout: 1_000 })
      await expect(button).toBeEnabled({ timeout: 2_500 })
    }).toPass({ timeout })
  }
  /** Confirms once the button is armed. */
  async confirm() {
    await this.pressArmed(this.confirmButton)
  }
  /** Presses a button other than confirm, once it is armed. */
  async press(name: string | RegExp) {
    await this.pressArmed(this.frame.getByRole('button', { name, exact: true }))
  }
  /** A press at the moment when a fact changes, such as a fee, doesn't count, and the button waits again: a user presses again. */
  private async pressArmed(button: Locator) {
    let isPressed = false
    await expect(async () => {
      // The wallet's own window may close before the click has returned, and on a busy machine the approval may be gone by then.
      if (isPressed && 'isClosed' in this.frame && this.frame.isClosed()) return
      if (isPressed && !(await button.isVisible())) return
      await this.ready(button)
      const pressed = await button.elementHandle()
      isPressed = true
      await button.click({ timeout: 10_000 })
      // It has closed, or is working.
      const isWaiting = () =>
        pressed
          ?.evaluate(
            (element) =>
              element.checkVisibility() &&
              (element.hasAttribute('data-arming') || !element.matches(':disabled, [aria-disabled=true]')),
          )
          .catch(() => false)
      await expect.poll(isWaiting, { timeout: 3_000, intervals: [50] }).toBe(false)
    }).toPass({ timeout: 60_000 })
  }
  /** The unreachable service is back; its client takes up to four seconds to retry. */
  async tryAgain() {
    const button = this.frame.getByRole('button', { name: 'Try again', exact: true })
    await expect(async () => {
      if (await button.isVisible()) await button.click({ timeout: 1_000 })
      await this.ready(this.confirmButton, 5_000)
    }).toPass({ timeout: 30_000 })
  }
  /** Needs no arming, but Chromium drops clicks on a frame that moved in the last half second, as it does while the modal opens. */
  async reject() {
    const button = this.frame.getByRole('button', { name: 'Reject' })
    await expect(button).toBeVisible()
    if ('owner' in this.frame) await untilStill(this.frame.owner())
    await button.click()
  }
}

/** Waits until an element has not moved for longer than a browser's threshold. */
async function untilStill(element: Locator): Promise<void> {
  let [place, looks] = ['', 0]
  await expect(async () => {
    const box = JSON.stringify(await element.boundingBox())
    looks = box === place ? looks + 1 : 0
    place = box
    expect(looks).toBeGreaterThanOrEqual(8)
  }).toPass({ intervals: [100] })
}
