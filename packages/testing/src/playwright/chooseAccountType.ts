import { expect, type Page } from '@playwright/test'
import { patience } from './openLogin.ts'

export type ChooseAccountTypeOptions = {
  /** Opens the modal of somebody who is logged in, where it shows their account. */
  readonly openModal: () => Promise<void>
}

const names = { eoa: 'Standard', smartAccount: 'Smart account' } as const

/**
 * As somebody who is logged in, use the smart account or the standard one from now on. Fails where the network in use has no
 * smart accounts. The modal is closed afterwards.
 */
export const chooseAccountType = async (
  page: Page,
  type: keyof typeof names,
  { openModal }: ChooseAccountTypeOptions,
): Promise<void> => {
  await openModal()
  // A page may have dialogs of its own.
  const modal = page.locator('latchkey-modal').filter({ has: page.getByRole('dialog') })
  const dialog = modal.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Account settings' }).click(patience)
  const choice = dialog.getByRole('group', { name: 'Account type' })
  await choice.getByText(names[type], { exact: true }).click(patience)
  // Who has money in the other account is asked to move it next.
  const inUse = choice.and(dialog.locator('[aria-busy=false]')).getByRole('radio', { name: names[type], checked: true })
  await expect(inUse.or(dialog.getByRole('heading', { name: 'Move funds' }))).toBeVisible(patience)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden(patience)
}
