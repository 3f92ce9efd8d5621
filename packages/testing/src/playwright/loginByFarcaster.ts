import { expect, type Page } from '@playwright/test'
import { chooseSocial, loginTimeout, type OpenLoginOptions, openLogin } from './openLogin.ts'

export type LoginByFarcasterOptions = OpenLoginOptions & {
  /** The user's actions in the app that the link opens; by default approves on the local stack's page that emulates it. */
  readonly approve?: (app: Page, user: string) => Promise<void>
}

const approveLocally = async (app: Page, user: string): Promise<void> => {
  await app.getByRole('button', { name: `Approve as ${user}` }).click()
  await app.getByRole('status').waitFor(loginTimeout)
}

/**
 * Signs a user in with Farcaster: opens the modal, and the link of its QR code in a second page, where `user` approves (on the local stack:
 * Ada, for example). Resolves when the modal has closed.
 */
export const loginByFarcaster = async (
  page: Page,
  user: string,
  options: LoginByFarcasterOptions = {},
): Promise<void> => {
  const { approve = approveLocally } = options
  const { dialog } = await openLogin(page, options)
  await chooseSocial(dialog, 'Farcaster')
  const link = dialog.getByRole('link', { name: /^Open Farcaster/ })
  await expect(link).toBeVisible(loginTimeout)
  const app = await page.context().newPage()
  await app.goto((await link.getAttribute('href')) ?? '')
  await approve(app, user)
  await app.close()
  await expect(dialog).toBeHidden(loginTimeout)
}
