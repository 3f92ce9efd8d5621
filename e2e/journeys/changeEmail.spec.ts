import type { Browser } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'
import { LinkPage } from '../pages/LinkPage.ts'

/** Another email for a wallet: proved from both addresses, and restored from the old one. */

type Stack = Dapp['stack']

const onAnotherDevice = async (browser: Browser, stack: Stack) => {
  const device = new Dapp(await (await browser.newContext()).newPage(), stack)
  await device.open()
  return device
}
/** From the account view through both codes. */
const changeEmail = async (dapp: Dapp, from: string, to: string) => {
  await dapp.openModal()
  await dapp.modal.changeEmail(to)
  await expect(dapp.modal.login).toContainText('Step 1 of 2')
  await expect(dapp.modal.login).toContainText(to)
  await dapp.modal.enterCode(await dapp.stack.mailbox.latestCode(from))
  await expect(dapp.modal.login).toContainText('Step 2 of 2')
  await dapp.modal.enterCode(await dapp.stack.mailbox.latestCode(to))
  await expect(dapp.modal.dialog).toContainText('Your email was changed')
  await expect(dapp.modal.dialog).toContainText(to)
  await dapp.modal.close()
}

test('a code from each address changes the email; the wallet stays, other devices do not', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  const other = await onAnotherDevice(browser, stack)
  await other.logIn(email)
  expect(await other.address()).toBe(address)

  const newEmail = `new-${email}`
  await changeEmail(dapp, email, newEmail)
  await dapp.press('Sign message')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')
  await dapp.page.reload()
  await dapp.expectConnected()
  await dapp.openModal()
  await expect(dapp.modal.dialog).toContainText(newEmail)
  await dapp.modal.close()

  // Signed out there, and found again with only the new address.
  await other.page.reload()
  await other.expectDisconnected()
  await other.logIn(newEmail)
  expect(await other.address()).toBe(address)
})

test('the old address is notified, and takes the account back; every device is signed out', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  const newEmail = `new-${email}`
  await changeEmail(dapp, email, newEmail)

  const link = await stack.mailbox.latestLink(email)
  const [told] = await stack.mailbox.messages(email)
  expect(told?.text).not.toContain(newEmail)
  expect((await fetch(link)).status).toBe(200)
  const page = new LinkPage(await (await browser.newContext()).newPage())
  await page.open(link)
  await page.expectHeading('Undo the email change?')
  await page.press('Undo the change')
  await page.expectHeading('Your old address is back')
  await expect(page.body).toContainText(email)

  await dapp.page.reload()
  await dapp.expectDisconnected()
  await dapp.logIn(email)
  expect(await dapp.address()).toBe(address)
})

test('taking back goes on where it broke when one of the services is away', async ({ dapp, email, stack, browser }) => {
  await dapp.open()
  await dapp.logIn(email)
  await changeEmail(dapp, email, `new-${email}`)
  const page = new LinkPage(await (await browser.newContext()).newPage())
  await page.page.route('**/account/v1/email-change/undo', (route) => route.abort())
  await page.open(await stack.mailbox.latestLink(email))
  await page.press('Undo the change')
  await page.expectHeading('Almost done')
  await expect(page.body).toContainText('Can’t reach the wallet service')
  await page.page.unroute('**/account/v1/email-change/undo')
  await page.press('Try again')
  await page.expectHeading('Your old address is back')
})

test('a change abandoned at the first code changes nothing, and another user’s address cannot be taken', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  const taken = `taken-${email}`
  await (await onAnotherDevice(browser, stack)).logIn(taken)
  await dapp.open()
  await dapp.logIn(email)
  await dapp.openModal()
  await dapp.modal.changeEmail(taken)
  await expect(dapp.modal.login).toContainText('Step 1 of 2')
  // Useless once the change is abandoned.
  await stack.mailbox.latestCode(email)
  await dapp.modal.login.getByRole('button', { name: 'Cancel' }).click()
  await expect(dapp.modal.dialog.getByLabel('New email address')).toHaveValue(taken)
  await dapp.modal.dialog.getByRole('button', { name: 'Continue' }).click()
  // The first code was mailed a moment ago.
  await dapp.modal.login.getByRole('button', { name: 'Resend code' }).click()
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await expect(dapp.modal.login).toContainText('Step 2 of 2')
  await dapp.modal.enterCode(await stack.mailbox.latestCode(taken))
  await expect(dapp.modal.login).toContainText('This email address belongs to another account')
  await dapp.modal.login.getByRole('button', { name: 'Cancel' }).click()
  await dapp.modal.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dapp.modal.dialog).toContainText(email)
})
