import { expect, extendedTier, test } from '../../fixtures.ts'
import { approveDevice } from '../../pages/approveDevice.ts'
import type { Dapp } from '../../pages/Dapp.ts'
import { Settings } from '../../pages/Settings.ts'
import { SignInPage } from '../../pages/SignInPage.ts'

/** One user, one wallet: a login whose verified address has a wallet asks before it creates another. */

/** Signs in with a provider on the site, up to the wallet's question. */
async function arrive(dapp: Dapp, provider: string, email: string) {
  await dapp.openModal()
  const window = await dapp.modal.openProvider(provider)
  await window.signIn(email)
  await window.agree()
  const { wallet } = dapp.modal
  await expect(wallet.getByRole('heading', { name: 'You already have a wallet' })).toBeVisible()
  await expect(wallet.getByText(`${email[0]}•••@`)).toBeVisible()
  await expect(wallet.getByText(email)).toHaveCount(0)
  return wallet
}

/** Signs in by email on the site, up to the wallet's question. */
async function arriveByCode(dapp: Dapp, email: string) {
  const { wallet } = dapp.modal
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await approveDevice(dapp.page, wallet, dapp.stack, email)
  await dapp.modal.enterCode(await dapp.stack.mailbox.latestCode(email))
  await expect(wallet.getByRole('heading', { name: 'You already have a wallet' })).toBeVisible()
}

async function proveByCode(dapp: Dapp, email: string) {
  const { wallet } = dapp.modal
  await wallet.getByRole('button', { name: 'Email me a code' }).click()
  await approveDevice(dapp.page, wallet, dapp.stack, email)
  await dapp.modal.enterCode(await dapp.stack.mailbox.latestCode(email))
  await dapp.expectConnected()
}

for (const provider of ['Google', 'GitHub']) {
  // `linkEmail.test.ts` has both.
  const details = provider === 'Google' ? {} : extendedTier
  test(
    `${provider} opens the wallet of its verified address, once that is proved by a code`,
    details,
    async ({ dapp, email }) => {
      await dapp.open()
      await dapp.logIn(email)
      const address = await dapp.address()
      await dapp.logOut()
      await arrive(dapp, provider, email)
      await proveByCode(dapp, email)
      expect(await dapp.address()).toBe(address)
      await dapp.logOut()
      await dapp.logInWith(provider, email)
      expect(await dapp.address()).toBe(address)
    },
  )
}

/** Signs in with Google from the wallet's question, whose page opens by a link and compares the number. */
async function proveAtGoogle({ page, modal: { wallet } }: Dapp, email: string) {
  await wallet.getByRole('button', { name: 'Continue with Google' }).click()
  const opening = page.context().waitForEvent('page')
  await wallet.getByRole('link', { name: 'Open Google' }).click()
  const window = new SignInPage(await opening)
  await window.signIn(email)
  await window.pickTheSame((await wallet.getByText(/^\d\d$/).textContent()) ?? '')
}

test('a wallet that was made with Google is opened with GitHub and by a code, once Google has been signed in to', async ({
  dapp,
  email,
}) => {
  await dapp.open()
  await dapp.logInWith('Google', email)
  const address = await dapp.address()
  await dapp.logOut()
  await arrive(dapp, 'GitHub', email)
  await proveAtGoogle(dapp, email)
  await dapp.expectConnected()
  expect(await dapp.address()).toBe(address)
  await dapp.logOut()
  await arriveByCode(dapp, email)
  await proveAtGoogle(dapp, email)
  await dapp.expectConnected()
  expect(await dapp.address()).toBe(address)
  await dapp.logOut()
  await dapp.logIn(email)
  expect(await dapp.address()).toBe(address)
})

test('a user who cancels stays signed out; a separate wallet is made only when they ask for one', async ({
  dapp,
  email,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  await dapp.logOut()
  await (await arrive(dapp, 'Google', email)).getByRole('button', { name: 'Cancel' }).click()
  await expect(dapp.modal.wallet.getByRole('heading', { name: 'You already have a wallet' })).toBeHidden()
  await dapp.modal.close()
  await dapp.expectDisconnected()
  const wallet = await arrive(dapp, 'Google', email)
  await wallet.getByRole('button', { name: 'Create a separate wallet' }).click()
  await wallet
    .getByRole('link', { name: 'Back' })
    .or(wallet.getByRole('button', { name: 'Back' }))
    .click()
  for (const _ of ['asked', 'confirmed']) await wallet.getByRole('button', { name: 'Create a separate wallet' }).click()
  await dapp.expectConnected()
  const separate = await dapp.address()
  expect(separate).not.toBe(address)
  await dapp.logOut()
  await dapp.logInWith('Google', email)
  expect(await dapp.address()).toBe(separate)
})

test('X, which verifies no address, says nothing of a wallet, and makes one', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  await dapp.logOut()
  await dapp.logInWith('X', email)
  expect(await dapp.address()).not.toBe(address)
})

test('on the wallet’s own page it is asked as well', async ({ dapp, email, context }) => {
  await dapp.open()
  await dapp.logIn(email)
  const settings = new Settings(await context.newPage(), dapp.stack)
  await settings.open()
  const { page } = settings
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Continue with Google', exact: true }).click()
  await new SignInPage(await opening).signIn(email)
  await expect(page.getByRole('heading', { name: 'You already have a wallet' })).toBeVisible()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await approveDevice(page, page, dapp.stack, email)
  await settings.enterCode(await dapp.stack.mailbox.latestCode(email))
  await settings.expectSignedIn()
  await expect(page.getByText('Google', { exact: true }).first()).toBeVisible()
})
