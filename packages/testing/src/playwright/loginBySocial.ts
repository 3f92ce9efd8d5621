import { expect, type Page } from '@playwright/test'
import { chooseSocial, loginTimeout, type OpenLoginOptions, openLogin } from './openLogin.ts'

/** The name of a provider whose page opens in a window, as its button shows it: `Google`. */
export type SocialName = string

export type LoginBySocialOptions = OpenLoginOptions & {
  /** The user's actions in the window; by default types the email on the page of the local stack's provider. */
  readonly signIn?: (window: Page, email: string) => Promise<void>
}

const signInLocally = async (window: Page, email: string): Promise<void> => {
  await window.getByRole('textbox', { name: 'Email address' }).fill(email)
  await window.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Confirms the wallet's consent screen for the site, in the same window. */
const agree = async (window: Page): Promise<void> => {
  await window.getByRole('heading', { level: 1, name: /^Sign in to .+\?$/ }).waitFor(loginTimeout)
  await window.getByRole('button', { name: 'Continue', exact: true }).click()
}

/**
 * Signs a user in through the UI: opens the modal, chooses the provider, signs in there in the window that opens, and consents to the site
 * where the wallet doesn't know it yet. Resolves when the modal has closed. The same email is the same user at the local stack's providers,
 * and its first sign-in creates a wallet.
 */
export const loginBySocial = async (
  page: Page,
  provider: SocialName,
  email: string,
  options: LoginBySocialOptions = {},
): Promise<void> => {
  const { signIn = signInLocally } = options
  const { dialog } = await openLogin(page, options)
  const opening = page.waitForEvent('popup')
  await chooseSocial(dialog, provider)
  const window = await opening
  await signIn(window, email)
  // For a known site there is no consent screen: the window closes meanwhile, and the modal shows the result.
  void agree(window).catch(() => undefined)
  await expect(dialog).toBeHidden(loginTimeout)
}
