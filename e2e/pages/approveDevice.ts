import type { Stack } from '@latchkey/local'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { LinkPage } from './LinkPage.ts'

/** Approves this device with the mailed link, if the wallet, in `document`, asks for it before the code. */
export const approveDevice = async (
  page: Page,
  document: Page | FrameLocator,
  { mailbox }: Stack,
  email: string,
): Promise<void> => {
  const codeField = document.getByLabel('Six-digit code')
  await expect(codeField.or(document.getByText('Approve this device')).first()).toBeVisible()
  if (await codeField.isVisible()) return
  const number = (await document.locator('.login-digits').textContent()) ?? ''
  const link = new LinkPage(await page.context().newPage())
  await link.open(await mailbox.latestLink(email))
  await link.press(number)
  await link.expectHeading('Device approved')
  await link.page.close()
}
