import type { Page } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from '../../fixtures.ts'
import type { Dapp } from '../../pages/Dapp.ts'
import { Settings } from '../../pages/Settings.ts'
import { SignInPage } from '../../pages/SignInPage.ts'

/** X returns no email address: its users still get a wallet, and confirm at X where others enter a code. */

/** Signs in with X in the window that `act` opens on the wallet's own page. */
async function signInAtX(page: Page, email: string, act: () => Promise<unknown>): Promise<void> {
  const opening = page.context().waitForEvent('page')
  await act()
  const window = new SignInPage(await opening)
  await window.expectProvider('X')
  await window.signIn(email)
}

async function openSettings(dapp: Dapp, email: string): Promise<Settings> {
  const settings = new Settings(await dapp.page.context().newPage(), dapp.stack)
  await settings.open()
  await signInAtX(settings.page, email, () =>
    settings.page.getByRole('button', { name: 'Continue with X', exact: true }).click(),
  )
  await settings.expectSignedIn()
  return settings
}

test('a user without an email signs out and in again, and sees the recovery phrase of their wallet', async ({
  dapp,
  email,
}) => {
  await dapp.open()
  await dapp.logInWith('X', email)
  const address = await dapp.address()
  await dapp.logOut()
  await dapp.logInWith('X', email)
  expect(await dapp.address()).toBe(address)

  const settings = await openSettings(dapp, email)
  const { page } = settings
  await settings.go('Keys')
  await page.getByRole('button', { name: 'Show recovery phrase' }).click()
  await settings.agree('Continue')
  const words = await settings.revealed('Recovery phrase', address)
  expect(mnemonicToAccount(words).address).toBe(address)
})

test('a user without an email adds a second login provider, and it opens the same wallet on a site', async ({
  dapp,
  email,
}) => {
  await dapp.open()
  await dapp.logInWith('X', email)
  const address = await dapp.address()
  await dapp.logOut()

  const { page } = await openSettings(dapp, email)
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await page.getByRole('button', { name: 'Add GitHub' }).click()
  await signInAtX(page, email, () => dialog.getByRole('button', { name: 'Continue with X' }).click())
  const opening = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Continue with GitHub' }).click()
  await new SignInPage(await opening).signIn(email)
  await expect(page.getByText('GitHub was added', { exact: true }).first()).toBeVisible()
  await page.close()

  await dapp.logInWith('GitHub', email)
  expect(await dapp.address()).toBe(address)
})
