import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'

test('an email that is none is told at once, and nothing leaves the page', async ({ dapp }) => {
  await dapp.open()
  const warnings: string[] = []
  dapp.page.on('console', (message) => warnings.push(message.text()))
  await dapp.openModal()
  await expect(dapp.modal.dialog.getByLabel('Email address')).toBeVisible()
  const asked: string[] = []
  dapp.page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await dapp.modal.submitEmail('ada@example')
  await expect(dapp.modal.dialog).toContainText('Please enter a valid email address')
  expect(asked.filter((call) => call.includes('email'))).toEqual([])
  expect(warnings.join('\n')).toContain('APKTW002')
})

test('a wrong code says how many tries are left, and the right one still works', async ({ dapp, email, stack }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)
  await dapp.modal.enterCode(otherThan(code))
  await expect(dapp.modal.dialog).toContainText('2 tries left')
  await dapp.modal.enterCode(code)
  await dapp.expectConnected()
})

test('three wrong codes end the attempt of this device and of no other', async ({ dapp, email, stack, browser }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)

  const elsewhere = await browser.newContext()
  const other = new Dapp(await elsewhere.newPage(), stack)
  await other.open()
  await other.openModal()
  await other.modal.submitEmail(email)
  const otherCode = await stack.mailbox.latestCode(email)

  for (const words of ['2 tries left', '1 try left', 'Too many wrong tries']) {
    await dapp.modal.enterCode(otherThan(code))
    await expect(dapp.modal.dialog).toContainText(words)
  }
  await dapp.modal.enterCode(code)
  await expect(dapp.modal.dialog).toContainText('Too many wrong tries')

  await other.modal.enterCode(otherCode)
  await other.expectConnected()
  await elsewhere.close()
})

test('asking for another code too soon says how long to wait', async ({ dapp, email, stack }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await stack.mailbox.latestCode(email)
  // A page that was loaded again has forgotten when it asked; the service has not.
  await dapp.page.reload()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await expect(dapp.modal.dialog).toContainText(/Please try again after \d+ seconds/)
})

/** Six digits that are not these. */
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
