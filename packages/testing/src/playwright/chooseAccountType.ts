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
  const choice = dialog.getByRole('group', { name: 'Kind of account' })
  await choice.getByText(names[type], { exact: true }).click(patience)
  await expect(choice).toHaveAttribute('aria-busy', 'false', patience)
  await expect(choice.getByRole('radio', { name: names[type] })).toBeChecked(patience)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden(patience)
}
