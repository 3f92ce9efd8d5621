import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { loginTimeout } from './openLogin.ts'

export type ApprovalOptions = {
  /** Text that the request must show before it is decided. */
  readonly shows?: string | RegExp
  /** Timeout of each step, in milliseconds; 30,000 when absent. */
  readonly timeoutMs?: number
}

type Limit = { readonly timeout: number }

const accepting = { name: /^(Confirm|Sign|Connect|Allow|Remove|Note it)/ }
const declining = { name: /^(Reject|Cancel|Not now|Close)$/ }
const readingOn = { name: 'Scroll to review', exact: true }

/** Returns the wallet's frame in the open modal. A page may have its own dialogs and frames. */
const walletFrame = (page: Page): FrameLocator =>
  page
    .locator('latchkey-modal')
    .filter({ has: page.getByRole('dialog') })
    .frameLocator('iframe')

/** Waits until a frame has stopped moving: Chromium drops clicks on frames that moved within the last half second. */
const waitUntilStill = async (frame: Locator, limit: Limit): Promise<void> => {
  let [place, looks] = ['', 0]
  await expect(async () => {
    const box = JSON.stringify(await frame.boundingBox())
    looks = box === place ? looks + 1 : 0
    place = box
    expect(looks).toBeGreaterThanOrEqual(8)
  }).toPass({ intervals: [100], ...limit })
}

const limitOf = ({ timeoutMs }: ApprovalOptions): Limit =>
  timeoutMs === undefined ? loginTimeout : { timeout: timeoutMs }

const expectText = async (wallet: FrameLocator | Page, options: ApprovalOptions): Promise<void> => {
  if (options.shows !== undefined) await expect(wallet.locator('body')).toContainText(options.shows, limitOf(options))
}

/** Clicks a button of a request and resolves when that request has left the frame; the next one may be there already. */
const decide = async (frame: FrameLocator, button: Locator, limit: Limit): Promise<void> => {
  const pressed = await button.elementHandle()
  await button.click()
  try {
    await pressed?.waitForElementState('hidden', limit)
  } catch (cause) {
    const text = await frame.locator('body').ariaSnapshot()
    throw new Error(`The request is still in the wallet, which shows:\n${text}`, { cause })
  }
}

/** Scrolls until everything was on screen, as the wallet requires, and waits until the button is enabled. */
const readThrough = async (wallet: FrameLocator | Page, accept: Locator, limit: Limit): Promise<void> => {
  const next = wallet.getByRole('button', readingOn)
  await expect(async () => {
    // Clicks at once: after a wait, the same button may be the one that confirms.
    if (await next.isVisible()) await next.click({ force: true, timeout: 1_000 })
    await expect(accept).toBeEnabled({ timeout: 2_500 })
  }).toPass(limit)
}

/**
 * Approves the wallet's request, as a user does: waits until its button is enabled, and clicks it. Where the project has requests confirmed
 * in a window, opens the window and approves there. Resolves when the request has left the wallet. Throws the wallet's error when the
 * request fails there.
 */
export const approve = async (page: Page, options: ApprovalOptions = {}): Promise<void> => {
  const limit = limitOf(options)
  const frame = walletFrame(page)
  const button = frame.getByRole('button', accepting)
  const openWindow = frame.getByRole('button', { name: 'Open window' })
  await button.or(openWindow).or(frame.getByRole('button', readingOn)).waitFor(limit)
  if (await openWindow.isVisible()) {
    await waitUntilStill(frame.owner(), limit)
    const opening = page.waitForEvent('popup')
    await openWindow.click()
    const window = await opening
    await expectText(window, options)
    const accept = window.getByRole('button', accepting)
    await readThrough(window, accept, limit)
    await Promise.all([window.waitForEvent('close', limit), accept.click()])
    return
  }
  await expectText(frame, options)
  await readThrough(frame, button, limit)
  await decide(frame, button, limit)
}

/** Rejects the request that the wallet shows, as a user does. Resolves when the request has left the wallet. */
export const reject = async (page: Page, options: ApprovalOptions = {}): Promise<void> => {
  const limit = limitOf(options)
  const frame = walletFrame(page)
  const button = frame.getByRole('button', declining)
  await button.waitFor(limit)
  await expectText(frame, options)
  await waitUntilStill(frame.owner(), limit)
  await decide(frame, button, limit)
}
