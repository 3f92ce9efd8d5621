import type { Stack } from '@latchkey/local'
import type { Page } from 'playwright'

/** Opens the demo's playground in a fresh browser and signs in there as a new user. */
export const logIn = async (page: Page, stack: Stack, email: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await page.goto(`${stack.urls.demo}/playground`)
  await page.getByRole('banner').getByRole('button').click()
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  const codeField = page.frameLocator('iframe').getByLabel('Six-digit code')
  await codeField.waitFor()
  await codeField.fill(await stack.mailbox.latestCode(email))
  await page.getByRole('heading', { name: 'You are connected' }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
}

/** Presses a button of the playground and waits for its result. */
export const press = async (page: Page, button: string, done: string): Promise<void> => {
  const results = page.getByRole('log', { name: 'Results' }).getByText(done)
  const before = await results.count()
  await page.getByRole('main').getByRole('button', { name: button }).click()
  await results.nth(before).waitFor()
}
