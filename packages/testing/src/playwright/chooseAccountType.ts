import { expect, type Page } from '@playwright/test'
import { loginTimeout } from './openLogin.ts'

export type ChooseAccountTypeOptions = {
  /** Opens the modal of a signed-in user, where it shows their account. */
  readonly openModal: () => Promise<void>
}

const names = { eoa: 'Standard', smartAccount: 'Smart account' } as const

/**
 * Switches a signed-in user to the smart account or the standard one. Fails where the active network has no smart accounts. The modal is
 * closed afterwards.
 */
export const chooseAccountType = async (
  page: Page,
  type: keyof typeof names,
  { openModal }: ChooseAccountTypeOptions,
): Promise<void> => {
  await openModal()
  // A page may have its own dialogs.
  const modal = page.locator('latchkey-modal').filter({ has: page.getByRole('dialog') })
  const dialog = modal.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Account settings' }).click(loginTimeout)
  const choice = dialog.getByRole('group', { name: 'Account type' })
  await choice.getByText(names[type], { exact: true }).click(loginTimeout)
  // A user with funds in the other account is asked to move them next.
  const inUse = choice.and(dialog.locator('[aria-busy=false]')).getByRole('radio', { name: names[type], checked: true })
  await expect(inUse.or(dialog.getByRole('heading', { name: 'Move funds' }))).toBeVisible(loginTimeout)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden(loginTimeout)
}
