import type { Browser } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'
import { LinkPage } from '../pages/LinkPage.ts'

/** Devices that an account does not know: the api mails a link, custody a code, and both are needed. */
test.use({ deviceLink: 'always' })

/** Another device of the same user, without state of the first. */
const openElsewhere = async (browser: Browser) => new LinkPage(await (await browser.newContext()).newPage())

test('a user opens the link on another device, picks the number, and the code is sent', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await expect(dapp.modal.login).toContainText('Approve this device')
  const number = await dapp.modal.linkNumber()

  const phone = await openElsewhere(browser)
  await phone.open(await stack.mailbox.latestLink(email))
  await phone.expectHeading('Approve this device?')
  expect(await phone.numbers()).toContain(number)
  expect(await phone.numbers()).toHaveLength(3)
  await expect(phone.body).toContainText(new URL(stack.urls.demo).host)
  expect(await stack.mailbox.messages(email)).toHaveLength(1)
  await phone.press(number)
  await phone.expectHeading('Device approved')

  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()

  // The token is stored nowhere: after a reload, the page has nothing to show.
  await phone.page.reload()
  await phone.expectHeading('The link is missing')
})

test('a link that is fetched by a scanner and opened without a click approves nothing', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await expect(dapp.modal.login).toContainText('Approve this device')
  const link = await stack.mailbox.latestLink(email)
  expect((await fetch(link)).status).toBe(200)

  const scanner = await openElsewhere(browser)
  await scanner.open(link)
  await scanner.expectHeading('Approve this device?')
  // Opened again: reading has not used it up.
  await scanner.open(link)
  await scanner.expectHeading('Approve this device?')
  await expect(dapp.modal.login).toContainText('Approve this device')
  expect(await stack.mailbox.messages(email)).toHaveLength(1)

  await scanner.press(await dapp.modal.linkNumber())
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()
})

test('another number ends the link, and the user requests a new one', async ({ dapp, email, stack, browser }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await expect(dapp.modal.login).toContainText('Approve this device')
  const number = await dapp.modal.linkNumber()
  const phone = await openElsewhere(browser)
  const link = await stack.mailbox.latestLink(email)
  await phone.open(link)
  await phone.press((await phone.numbers()).find((other) => other !== number) ?? '')
  await phone.expectHeading('That isn’t the number')
  await phone.page.goto('about:blank')
  await phone.open(link)
  await phone.expectHeading('This link no longer works')
  await expect(dapp.modal.login).toContainText('This link expired or was already used')
})

test('a newer link ends the older one, a used one does not work again, and another email starts over', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const first = await stack.mailbox.latestLink(email)
  const phone = await openElsewhere(browser)
  await phone.open(first)
  await phone.press(await dapp.modal.linkNumber())
  await phone.expectHeading('Device approved')
  await phone.page.goto('about:blank')
  await phone.open(first)
  await phone.expectHeading('This link no longer works')

  await expect(dapp.modal.codeField).toBeVisible()
  await dapp.modal.login.getByRole('button', { name: 'Use another email' }).click()
  const other = `other-${email}`
  await dapp.modal.submitEmail(other)
  await expect(dapp.modal.login).toContainText(other)
  await phone.page.goto('about:blank')
  await phone.open(await stack.mailbox.latestLink(other))
  await phone.press(await dapp.modal.linkNumber())
  await dapp.modal.enterCode(await stack.mailbox.latestCode(other))
  await dapp.expectConnected()
})

test('the same user on another site approves that device too, and has the same wallet', async ({
  dapp,
  email,
  stack,
  browser,
  context,
}) => {
  const phone = await openElsewhere(browser)
  const logIn = async (site: Dapp) => {
    await site.openModal()
    await site.modal.submitEmail(email)
    await phone.page.goto('about:blank')
    await phone.open(await stack.mailbox.latestLink(email))
    await expect(phone.body).toContainText(new URL(site.page.url()).host)
    await phone.press(await site.modal.linkNumber())
    await site.modal.enterCode(await stack.mailbox.latestCode(email))
    await site.expectConnected()
    return await site.address()
  }
  await dapp.open()
  const address = await logIn(dapp)
  const elsewhere = new Dapp(await context.newPage(), stack)
  await elsewhere.open(stack.urls.demo.replace('127.0.0.1', 'other.localhost'))
  expect(await logIn(elsewhere)).toBe(address)
})
