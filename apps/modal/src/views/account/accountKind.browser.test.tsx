import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedScreen, mountScreen } from '../../../gallery/mountScreen.fixture.tsx'
import { smartAddress } from '../../connectors/auth/smartLogin.fixture.ts'
import { testAddress } from '../../modal.fixture.ts'
import { routeAtom } from '../../state/route.ts'

const text = ({ root }: MountedScreen): string => root.querySelector('dialog')?.textContent ?? ''
const view = ({ modal }: MountedScreen) => modal.store.get(routeAtom).view
const address = ({ modal }: MountedScreen) => modal.hub.account.get().address
const said = ({ root }: MountedScreen) => root.querySelector('dialog [role=status]')?.textContent

test('the smart account is chosen beside the standard one, and named for what it is', async () => {
  using screen = await mountScreen('Account, standard')
  const choice = page.getByRole('group', { name: 'Kind of account' })
  await expect.element(choice).toHaveAccessibleDescription(/several steps in one.*an address of its own/i)
  await expect.element(choice.getByRole('radio', { name: 'Standard' })).toBeChecked()
  await choice.getByText('Smart account').click()
  await expect.poll(() => address(screen)).toBe(smartAddress)
  await expect.element(choice.getByRole('radio', { name: 'Smart account' })).toBeChecked()
  await expect.poll(() => said(screen)).toBe('The smart account is in use')
  await choice.getByText('Standard').click()
  await expect.poll(() => address(screen)).toBe(testAddress)
})

test('the arrows of the keyboard choose', async () => {
  using screen = await mountScreen('Account, standard')
  screen.root.querySelector<HTMLInputElement>('[part~=kind] input')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => address(screen)).toBe(smartAddress)
  expect(screen.root.activeElement).toBe(screen.root.querySelectorAll('[part~=kind] input')[1])
})

test('with one address for both it says so', async () => {
  using screen = await mountScreen('Account, smart at the same address')
  expect(address(screen)).toBe(testAddress)
  await expect.poll(() => text(screen)).toContain('The address is the same for both.')
})

test('an account without a smart one has no choice', async () => {
  using screen = await mountScreen('Account, many tokens')
  await expect.element(page.getByText('Wallet settings')).toBeVisible()
  expect(screen.root.querySelector('[part~=kinds]')).toBeNull()
})

test('the offer explains, and leads to the smart account', async () => {
  using screen = await mountScreen('Account, upgrade offered')
  await page.getByRole('button', { name: /^Upgrade to a smart account/ }).click()
  await expect.poll(() => text(screen)).toContain('You confirm once. All of it happens, or nothing does.')
  expect(text(screen)).toContain('What you hold stays in your standard account until you send it over.')
  await page.getByRole('button', { name: 'Use the smart account' }).click()
  await expect.poll(() => address(screen)).toBe(smartAddress)
  await expect.poll(() => view(screen)).toBe('Account')
  await expect.element(page.getByRole('radio', { name: 'Smart account' })).toBeChecked()
})

test('who declines is not asked again, and keeps the choice', async () => {
  using screen = await mountScreen('UpgradeToSmartAccount')
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await expect.poll(() => view(screen)).toBe('Account')
  await expect.element(page.getByRole('radio', { name: 'Smart account' })).toBeInTheDocument()
  expect(page.getByRole('button', { name: /^Upgrade to a smart account/ }).query()).toBeNull()
  expect(screen.modal.storage.read('upgrade-declined')).toBe(true)
  await page.getByRole('button', { name: 'Learn more' }).click()
  await expect.element(page.getByRole('button', { name: 'Use the smart account' })).toBeVisible()
  expect(page.getByRole('button', { name: 'No, thanks' }).query()).toBeNull()
})

test('money is sent over by the form, with the address of the smart account in it', async () => {
  using screen = await mountScreen('UpgradeToSmartAccount')
  await page.getByRole('button', { name: 'Move funds' }).click()
  await expect.poll(() => view(screen)).toBe('WalletSend')
  await expect.element(page.getByRole('textbox', { name: 'To' })).toHaveValue(smartAddress)
  expect(address(screen)).toBe(testAddress)
})

test('where the address stays nothing has to be sent over', async () => {
  using screen = await mountScreen('UpgradeToSmartAccount, at the same address')
  await expect.poll(() => text(screen)).toContain('Nothing has to be sent over.')
  expect(page.getByRole('button', { name: 'Move funds' }).query()).toBeNull()
})

test('an upgrade that fails says so, and the standard account stays', async () => {
  using screen = await mountScreen('UpgradeToSmartAccount, failed')
  await expect.poll(() => text(screen)).toContain('The kind of account could not be changed')
  expect(view(screen)).toBe('UpgradeToSmartAccount')
  expect(address(screen)).toBe(testAddress)
})

test('what this site may do is listed from there, and what holds still can be ended', async () => {
  using screen = await mountScreen('Permissions')
  await expect.element(page.getByRole('heading', { name: 'Send tokens, period by period' })).toBeVisible()
  expect(text(screen)).toContain('Ended')
  expect(text(screen)).toContain('Expired on')
  expect(page.getByRole('button', { name: /^End/ }).elements()).toHaveLength(1)
  await page.getByRole('button', { name: /^End ?: Send tokens/ }).click()
  await expect.poll(() => view(screen)).toBe('ApproveTransaction')
})

test('a smart account that is in use leads to its permissions', async () => {
  using screen = await mountScreen('Permissions, none')
  await expect.poll(() => text(screen)).toContain('No permissions')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Learn more' }).click()
  await page.getByRole('button', { name: 'Permissions of this site' }).click()
  await expect.poll(() => view(screen)).toBe('Permissions')
})

test('permissions that cannot be asked for say so', async () => {
  using screen = await mountScreen('Permissions, failed')
  await expect.poll(() => text(screen)).toContain('The permissions could not be loaded')
})
