import type { Locator, Page } from '@playwright/test'

export type OpenLoginOptions = {
  /** Opens the modal; by default the first button that is called Connect or Log in. */
  readonly openModal?: () => Promise<void>
}

/** A user's first sign-in creates their wallet, and a mail may take a while. Milliseconds. */
export const loginTimeout = { timeout: 30_000 }

/** Opens the modal: returns its element, and its dialog. */
export const openLogin = async (
  page: Page,
  { openModal }: OpenLoginOptions,
): Promise<{ modal: Locator; dialog: Locator }> => {
  const button = page.getByRole('button', { name: /^(connect|log ?in|sign ?in)/i }).first()
  await (openModal?.() ?? button.click())
  // A page may have its own dialogs and frames.
  const modal = page.locator('latchkey-modal').filter({ has: page.getByRole('dialog') })
  return { modal, dialog: modal.getByRole('dialog') }
}

/** Clicks a login provider's button, behind "More" or not. */
export const chooseSocial = async (dialog: Locator, name: string): Promise<void> => {
  const button = dialog.getByRole('button', { name: new RegExp(`^Continue with ${name}(,|$)`) })
  const more = dialog.getByRole('button', { name: 'More', exact: true })
  await button.or(more).first().waitFor(loginTimeout)
  if (!(await button.isVisible())) await more.click()
  await button.click()
}
