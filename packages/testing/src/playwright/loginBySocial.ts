import { expect, type Page } from '@playwright/test'
import { chooseSocial, type OpenLoginOptions, openLogin, patience } from './openLogin.ts'

/** The name of a provider whose page opens in a window, as its button shows it: `Google`. */
export type SocialName = string

export type LoginBySocialOptions = OpenLoginOptions & {
  /** What the person does in the window; by default types the email on the page of the local stack's provider. */
  readonly signIn?: (window: Page, email: string) => Promise<void>
}

const signInLocally = async (window: Page, email: string): Promise<void> => {
  await window.getByRole('textbox', { name: 'Email address' }).fill(email)
  await window.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Says yes where the wallet asks, in the same window, whether the person wants to be signed in to the site. */
const agree = async (window: Page): Promise<void> => {
  await window.getByRole('heading', { level: 1, name: /^Sign in to .+\?$/ }).waitFor(patience)
  await window.getByRole('button', { name: 'Continue', exact: true }).click()
}

/**
 * Logs a visitor in as a person does: opens the modal, chooses the provider, signs in there in the window that opens, and agrees to
 * the site where the wallet does not know it yet. Resolves when the modal has closed. The same email is the same person at the local stack's providers, and its first login makes a wallet.
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
  // A site that is known is not asked about: the window closes meanwhile, and the modal tells how it went.
  void agree(window).catch(() => undefined)
  await expect(dialog).toBeHidden(patience)
}
